"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const cells = RESULTS.cells;
  const levels = ["exact", "v2", "relaxed", "fastest"];
  const levelAbout = {
    exact: "Configured to do what encoding/json does: HTML escaped, keys sorted, invalid UTF-8 replaced, everything checked, nothing aliased.",
    v2: "Configured to do what encoding/json/v2 does.",
    relaxed: "encoding/json without escaping of HTML, sorting and copying, as far as each library's options go.",
    fastest: "Each library at its fastest, whatever it skips.",
  };
  // Bars of speed have quartiles; the others are single figures. Bytes are shown in the unit that fits.
  const measures = {
    mbps: { name: "Speed, MB/s", value: (c) => c.mbps, spread: true, more: true },
    ratio: { name: "Speed, × encoding/json", value: (c) => c.ratio || 0, more: true },
    ns: { name: "Processor time, ns", value: (c) => c.ns || 0 },
    wall: { name: "Wall time, ns", value: (c) => c.wall || 0 },
    allocs: { name: "Allocations", value: (c) => c.allocs },
    bytes: { name: "Memory allocated", value: (c) => c.bytes, show: (x) => size(x) },
    kept: { name: "Memory retained", value: (c) => c.kept || 0, show: (x) => size(x) },
    peak: { name: "Peak memory", value: (c) => c.peak || 0, show: (x) => size(x) },
    binary: { name: "Size of the binary", value: (c) => c.binary || 0, show: (x) => size(x) },
  };
  const fields = ["op", "data", "form", "procs"];
  const state = { level: "exact", op: "", data: "", form: "", procs: "", measure: "mbps" };
  const ours = (lib) => lib.startsWith("zetes");
  const num = (x) => (x ? x.toLocaleString("en", { maximumSignificantDigits: 3 }) : x === 0 ? "0" : "–");
  const size = (x) => (x >= 1e6 ? num(x / 1e6) + " MB" : x >= 1e3 ? num(x / 1e3) + " kB" : x ? num(x) + " B" : num(x));

  const has = (c, want) => fields.every((f) => want[f] === undefined || String(c[f]) === String(want[f]));
  const inLevel = (c) => (c.levels >> levels.indexOf(state.level)) & 1;

  // The view is in the address, as #level=exact&op=marshal, so that it has a link.
  let asked = {};
  const read = () => (asked = Object.fromEntries(new URLSearchParams(location.hash.slice(1))));

  function options(select, values, names) {
    const old = asked[select.id] ?? select.value;
    select.replaceChildren(...values.map((v) => new Option(names ? names(v) : v, v)));
    select.value = values.map(String).includes(old) ? old : String(values[0] ?? "");
    return select.value;
  }

  // Each list offers what the choices to its left leave.
  function fill() {
    state.level = options($("level"), levels.filter((_, i) => cells.some((c) => (c.levels >> i) & 1)));
    const want = {};
    for (const f of fields) {
      const values = [...new Set(cells.filter((c) => inLevel(c) && has(c, want)).map((c) => c[f]))];
      state[f] = want[f] = options($(f), values);
    }
    state.measure = options($("measure"), Object.keys(measures), (m) => measures[m].name);
    asked = {};
    const hash = "#" + new URLSearchParams(state);
    if (location.hash !== hash) history.replaceState(null, "", hash);
    $("link").href = hash;
    if (overviewed !== state.level) overview();
    draw();
  }

  let overviewed; // the category that the overview shows

  // A kind of work is an operation on a form of data, on one goroutine. Each library's speed on a document is relative to
  // the fastest library's there: 1 is first everywhere. Go types, any and text have a table; generated code, code by hand
  // and trees, which few libraries have, have another.
  function overview() {
    overviewed = state.level;
    const common = ["struct", "any", "text"];
    relative($("overview"), (c) => common.includes(c.form));
    const others = relative($("others"), (c) => !common.includes(c.form));
    $("otherforms").hidden = !others;
    $("sense").textContent = "Each library's speed relative to the fastest on the same document (1.00): geometric means over documents, on one goroutine, "
      + "in the category that is chosen below. A star marks the library that is first on more than half of the documents. A figure leads to its bars.";
  }

  // relative fills a table with the cells that wanted chooses, the fastest library first, and returns how many rows it has.
  function relative(t, wanted) {
    const groups = new Map(); // kind of work -> document -> cells
    for (const c of cells) {
      if (!inLevel(c) || c.procs !== 1 || !(c.mbps > 0) || !wanted(c)) continue;
      const kind = `${c.op} ${c.form}`;
      if (!groups.has(kind)) groups.set(kind, new Map());
      const docs = groups.get(kind);
      docs.set(c.data, [...(docs.get(c.data) || []), c]);
    }
    const found = new Map(); // library -> kind of work -> {logs, first, all}
    for (const [kind, docs] of groups) {
      for (const list of docs.values()) {
        const best = Math.max(...list.map((c) => c.mbps));
        if (list.length < 2) continue;
        for (const c of list) {
          if (!found.has(c.lib)) found.set(c.lib, new Map());
          const kinds = found.get(c.lib);
          const f = kinds.get(kind) || { logs: 0, first: 0, all: 0 };
          kinds.set(kind, { logs: f.logs + Math.log(c.mbps / best), first: f.first + (c.mbps === best ? 1 : 0), all: f.all + 1 });
        }
      }
    }
    const mean = (by) => [...by.values()].reduce((sum, f) => sum + f.logs / f.all, 0) / by.size;
    const libs = [...found].sort((a, b) => mean(b[1]) - mean(a[1]));
    const known = (k) => libs.filter(([, f]) => f.has(k)).length;
    const kinds = [...groups.keys()].filter(known).sort((a, b) => known(b) - known(a));
    head(t, ["library", "mean", ...kinds]);
    const body = document.createElement("tbody");
    for (const [lib, by] of libs) {
      const tr = document.createElement("tr");
      if (ours(lib)) tr.className = "ours";
      const all = el("td", Math.exp(mean(by)).toFixed(2));
      all.dataset.label = "mean";
      tr.append(el("td", lib), all);
      for (const kind of kinds) {
        const td = el("td", "");
        const f = by.get(kind);
        if (f) {
          const part = Math.exp(f.logs / f.all);
          const b = el("button", part.toFixed(2) + (f.first * 2 > f.all ? " ★" : ""), f.first * 2 > f.all ? "first" : "");
          b.type = "button";
          b.title = `${lib}, ${kind}: ${part.toFixed(2)} of the fastest's speed, first on ${f.first} of ${f.all} documents`;
          b.addEventListener("click", () => {
            [asked.op, asked.form] = kind.split(" ");
            fill();
            $("details").scrollIntoView();
          });
          td.className = "heat";
          td.style.setProperty("--heat", Math.round(part * 60) + "%");
          td.append(b);
        } else {
          td.textContent = "–";
          td.className = "none";
        }
        td.dataset.label = kind;
        tr.append(td);
      }
      body.append(tr);
    }
    t.append(body);
    return libs.length;
  }

  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  let chart;
  const slow = matchMedia("(prefers-reduced-motion: reduce)").matches;

  function draw() {
    const m = measures[state.measure];
    const show = m.show || num;
    const shown = cells.filter((c) => inLevel(c) && has(c, state));
    const timed = shown.filter((c) => m.value(c) > 0 || (!m.more && c.ns > 0));
    timed.sort((a, b) => (m.more ? m.value(b) - m.value(a) : m.value(a) - m.value(b)));
    $("about").textContent = levelAbout[state.level] + " " + (RESULTS.ops[state.op] ? "Here: " + RESULTS.ops[state.op] + "." : "")
      + (m.spread ? " The line on a bar spans the quartiles of the rounds." : "");
    $("frame").style.height = 5 + timed.length * 2 + "rem";
    const sets = [{
      data: timed.map(m.value), backgroundColor: timed.map((c) => css(ours(c.lib) ? "--ours" : "--other")), grouped: false, order: 2,
      maxBarThickness: 22,
    }];
    if (m.spread) {
      sets.push({ data: timed.map((c) => [c.lo || c.mbps, c.hi || c.mbps]), backgroundColor: css("--fg"), grouped: false, barThickness: 3, order: 1 });
    }
    chart?.destroy();
    chart = new Chart($("chart"), {
      type: "bar",
      data: { labels: timed.map((c) => c.lib), datasets: sets },
      options: {
        indexAxis: "y", responsive: true, maintainAspectRatio: false, animation: slow ? false : { duration: 250 },
        scales: {
          x: { beginAtZero: true, ticks: { color: css("--dim") }, grid: { color: css("--line") }, title: { display: true, text: m.name, color: css("--dim") } },
          y: { ticks: { color: css("--fg"), autoSkip: false }, grid: { display: false } },
        },
        plugins: {
          legend: { display: false },
          tooltip: { callbacks: { label: (t) => (t.datasetIndex ? "quartiles " + t.raw.map(show).join(" – ") : show(t.raw)) } },
        },
      },
      // Each bar has its figure: within it where there is room.
      plugins: [{
        afterDatasetsDraw(c) {
          const at = c.ctx;
          at.save();
          at.font = "12px system-ui, sans-serif";
          at.textBaseline = "middle";
          c.getDatasetMeta(0).data.forEach((bar, i) => {
            const text = show(m.value(timed[i]));
            const wide = at.measureText(text).width + 10;
            const within = bar.x - bar.base > wide;
            at.textAlign = "left";
            at.fillStyle = within ? "#fff" : css("--fg");
            at.fillText(text, within ? bar.base + 5 : Math.min(bar.x, c.chartArea.right - wide) + 8, bar.y);
          });
          at.restore();
        },
      }],
    });
    $("chart").setAttribute("aria-label", `${m.name}: ` + timed.map((c) => `${c.lib} ${show(m.value(c))}`).join(", "));
    table($("figures"), [...timed, ...shown.filter((c) => !timed.includes(c))], ["lib"]);
    document.body.dataset.drawn = `${state.level}/${fields.map((f) => state[f]).join("/")}/${state.measure}`;
  }

  function el(tag, text, cls) {
    const e = document.createElement(tag);
    e.textContent = text;
    if (cls) e.className = cls;
    return e;
  }

  function head(t, names, cls) {
    const tr = document.createElement("tr");
    for (const n of names) {
      const th = el("th", n, cls?.(n));
      th.scope = "col";
      tr.append(th);
    }
    const h = document.createElement("thead");
    h.append(tr);
    t.replaceChildren(h);
  }

  const columns = [
    ["MB/s", (c) => num(c.mbps || NaN)], ["quartiles", (c) => (c.lo ? `${num(c.lo)} – ${num(c.hi)}` : "–")], ["× std", (c) => num(c.ratio || NaN)],
    ["CPU ns", (c) => num(c.ns || NaN)], ["wall ns", (c) => num(c.wall || NaN)], ["allocs", (c) => (c.ns ? num(c.allocs) : "–")],
    ["allocated", (c) => (c.ns ? size(c.bytes) : "–")], ["retained", (c) => size(c.kept || NaN)], ["peak", (c) => size(c.peak || NaN)],
    ["binary", (c) => size(c.binary || NaN)],
  ];

  // Rows are made a hundred at a time, as the table is scrolled to its end.
  const some = 100;

  function table(t, list, names) {
    // Columns in which no row has anything are left out.
    const used = columns.filter(([, f]) => list.some((c) => f(c) !== "–"));
    const remarks = list.some((c) => c.note);
    head(t, [...names, ...used.map((c) => c[0]), ...(remarks ? ["remark"] : [])], (n) => (names.includes(n) ? "word" : n === "remark" ? "text" : ""));
    const body = document.createElement("tbody");
    let made = 0;
    const more = () => {
      for (const c of list.slice(made, made + some)) {
        const tr = document.createElement("tr");
        if (ours(c.lib)) tr.className = "ours";
        for (const n of names) tr.append(el("td", c[n], "word"));
        for (const [name, f] of used) {
          const td = el("td", f(c));
          td.dataset.label = name;
          tr.append(td);
        }
        if (remarks) tr.append(el("td", c.note || "", "text"));
        body.append(tr);
      }
      made += some;
    };
    more();
    t.append(body);
    const box = t.parentElement;
    box.scrollTop = 0;
    box.onscroll = () => {
      while (made < list.length && box.scrollTop + box.clientHeight * 2 > box.scrollHeight) more();
    };
  }

  function search() {
    const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const list = cells.filter((c) => {
      const text = `${c.op} ${c.data} ${c.form} ${c.procs} ${c.lib}`.toLowerCase();
      return words.every((w) => text.includes(w));
    });
    $("count").textContent = `${list.length} of ${cells.length}`;
    table($("cells"), list, ["lib", "op", "data", "form", "procs"]);
  }

  function probes() {
    const libs = RESULTS.libs.filter((l) => RESULTS.probes.some((p) => p.answers[l.name] && p.answers[l.name] !== "-"));
    head($("probes"), ["question", ...libs.map((l) => l.name)]);
    const body = document.createElement("tbody");
    for (const p of RESULTS.probes) {
      const tr = document.createElement("tr");
      tr.append(el("td", p.question));
      for (const l of libs) {
        const a = p.answers[l.name] || "–";
        tr.append(el("td", a, a !== p.answers.std ? "mark" : ""));
      }
      body.append(tr);
    }
    $("probes").append(body);
    head($("libs"), ["library", "version", "configuration", "categories"], () => "word");
    const rows = document.createElement("tbody");
    for (const l of RESULTS.libs) {
      const tr = document.createElement("tr");
      tr.append(el("td", l.name), el("td", l.version, "word"), el("td", l.missing || l.about, "text"), el("td", l.levels, "word"));
      rows.append(tr);
    }
    $("libs").append(rows);
  }

  function theme(dark) {
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    $("theme").textContent = dark ? "Light" : "Dark";
  }
  theme(matchMedia("(prefers-color-scheme: dark)").matches);
  $("theme").addEventListener("click", () => {
    theme(document.documentElement.dataset.theme !== "dark");
    draw();
  });
  for (const id of ["level", ...fields, "measure"]) $(id).addEventListener("change", fill);
  $("pick").addEventListener("submit", (e) => e.preventDefault());
  $("search").addEventListener("input", search);
  addEventListener("hashchange", () => {
    read();
    fill();
  });
  read();
  fill();
  search();
  probes();
})();
