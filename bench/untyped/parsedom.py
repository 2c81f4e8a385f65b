"""Parses documents by simdjson as it is asked to, a command a line: "tree I" writes document I as Python sees it,
"time I N" parses it N times and writes the seconds of processor time. It starts by saying what it is."""

import importlib.metadata
import json
import sys
import time

import simdjson

parser = simdjson.Parser()
texts = [open(name, "rb").read() for name in sys.argv[1:]]
print(importlib.metadata.version("pysimdjson"), parser.implementation[0], flush=True)
for line in sys.stdin:
    command, index, *calls = line.split()
    text = texts[int(index)]
    if command == "tree":
        print(json.dumps(parser.parse(text, True)), flush=True)
        continue
    start = time.process_time()
    for _ in range(int(calls[0])):
        parser.parse(text)
    print(time.process_time() - start, flush=True)
