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
  // Bars of speed have quartiles; the others are single figures.
  const measures = {
    mbps: { name: "MB/s (more is better)", value: (c) => c.mbps, spread: true, more: true },
    ratio: { name: "× encoding/json (more is better)", value: (c) => c.ratio || 0, more: true },
    ns: { name: "Processor time, ns", value: (c) => c.ns || 0 },
    wall: { name: "Wall time, ns", value: (c) => c.wall || 0 },
    allocs: { name: "Allocations", value: (c) => c.allocs },
    bytes: { name: "Bytes allocated", value: (c) => c.bytes },
    kept: { name: "Bytes retained", value: (c) => c.kept || 0 },
    peak: { name: "Peak memory, bytes", value: (c) => c.peak || 0 },
    binary: { name: "Binary size, bytes", value: (c) => c.binary || 0 },
  };
  const fields = ["op", "data", "form", "procs"];
  const state = { level: "exact", op: "", data: "", form: "", procs: "", measure: "mbps" };
  const ours = (lib) => lib.startsWith("zetes");
  const num = (x) => (x ? x.toLocaleString("en", { maximumSignificantDigits: 4 }) : x === 0 ? "0" : "–");

  const has = (c, want) => fields.every((f) => want[f] === undefined || String(c[f]) === String(want[f]));
  const inLevel = (c) => (c.levels >> levels.indexOf(state.level)) & 1;

  function options(select, values, names) {
    const old = select.value;
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
    draw();
  }

  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  let chart;
  const slow = matchMedia("(prefers-reduced-motion: reduce)").matches;

  function draw() {
    const m = measures[state.measure];
    const shown = cells.filter((c) => inLevel(c) && has(c, state));
    const timed = shown.filter((c) => m.value(c) > 0 || (!m.more && c.ns > 0));
    timed.sort((a, b) => (m.more ? m.value(b) - m.value(a) : m.value(a) - m.value(b)));
    $("about").textContent = levelAbout[state.level] + " " + (RESULTS.ops[state.op] ? "Here: " + RESULTS.ops[state.op] + "." : "");
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
          tooltip: { callbacks: { label: (t) => (t.datasetIndex ? "quartiles " + t.raw.map(num).join(" – ") : num(t.raw)) } },
        },
      },
    });
    $("chart").setAttribute("aria-label", `${m.name}: ` + timed.map((c) => `${c.lib} ${num(m.value(c))}`).join(", "));
    table($("figures"), [...timed, ...shown.filter((c) => !timed.includes(c))], ["lib"]);
    document.body.dataset.drawn = `${state.level}/${fields.map((f) => state[f]).join("/")}/${state.measure}`;
  }

  function el(tag, text, cls) {
    const e = document.createElement(tag);
    e.textContent = text;
    if (cls) e.className = cls;
    return e;
  }

  function head(t, names) {
    const tr = document.createElement("tr");
    for (const n of names) {
      const th = el("th", n);
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
    ["bytes", (c) => (c.ns ? num(c.bytes) : "–")], ["retained", (c) => num(c.kept || NaN)], ["peak", (c) => num(c.peak || NaN)],
    ["binary", (c) => num(c.binary || NaN)],
  ];

  function table(t, list, names) {
    head(t, [...names, ...columns.map((c) => c[0]), "remark"]);
    const body = document.createElement("tbody");
    for (const c of list) {
      const tr = document.createElement("tr");
      if (ours(c.lib)) tr.className = "ours";
      for (const n of names) tr.append(el("td", c[n]));
      for (const [, f] of columns) tr.append(el("td", f(c)));
      tr.append(el("td", c.note || "", "text"));
      body.append(tr);
    }
    t.append(body);
  }

  function search() {
    const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const list = cells.filter((c) => {
      const text = `${c.op} ${c.data} ${c.form} ${c.procs} ${c.lib}`.toLowerCase();
      return words.every((w) => text.includes(w));
    });
    $("count").textContent = `${list.length} of ${cells.length}`;
    table($("cells"), list, ["op", "data", "form", "procs", "lib"]);
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
    head($("libs"), ["library", "version", "configuration", "categories"]);
    const rows = document.createElement("tbody");
    for (const l of RESULTS.libs) {
      const tr = document.createElement("tr");
      tr.append(el("td", l.name), el("td", l.version), el("td", l.missing || l.about, "text"), el("td", l.levels));
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
  fill();
  search();
  probes();
})();
