# SPDX-License-Identifier: Apache-2.0
"""compare.py OLD NEW: two measurements of ./dev bench, row by row.

Both are JSON files of a program of perf (--benchmark_out). A row's change is its old time divided by the new
one. The change of rivals that are other libraries, and whose samples spread by at most 5%, is the machine's:
their median is divided out. The verdict:

  SAME   within 2%
  NOISE  within the spread of the samples of both runs (the interquartile range, divided by the median)
  FAST   faster now
  SLOW   slower now

The last line counts them. Exits with 1 if a row is SLOW, with 2 if a file cannot be read or no row is in
both files.
"""

import statistics
import sys

import results

OTHERS = ("cub", "thrust", "std::", "par_unseq", "openmp")
LEAST = 0.02
STEADY = 0.05  # rivals with a larger spread say nothing about the machine


def drift(old, new):
    """How much faster the machine was in the new run, according to the rivals that are other libraries."""
    changes = [
        old[key] / new[key]
        for key in old
        if key.endswith("_us") and key.lower().startswith(OTHERS) and new.get(key, 0) > 0 and all(
            run.get(key[:-3] + "_spread", 0) <= STEADY for run in (old, new))
    ]
    return statistics.median(changes) if changes else 1.0


def verdict(change, noise):
    if abs(change - 1) <= LEAST:
        return "SAME"
    if abs(change - 1) <= noise:
        return "NOISE"
    return "FAST" if change > 1 else "SLOW"


def compare(old, new):
    """(name, old time, new time, change, noise, verdict) of each row that is in both."""
    lines = []
    for name, then in old.items():
        if name in new:
            now = new[name]
            change = then["us"] / now["us"] / drift(then, now)
            noise = then.get("spread", 0.0) + now.get("spread", 0.0)
            lines.append((name, then["us"], now["us"], change, noise, verdict(change, noise)))
    return lines


def main(paths):
    if len(paths) != 2:
        print("compare.py: give two files, as perf/results/device.json, of an old and a new run",
              file=sys.stderr)
        return 2
    rows = []
    for path in paths:
        try:
            rows.append({row["name"]: row for row in results.read(path)[1] if "us" in row})
        except (OSError, ValueError, KeyError) as problem:
            print(f"compare.py: {path}: {problem}", file=sys.stderr)
            return 2
    lines = compare(*rows)
    if not lines:
        print("compare.py: no row is in both files", file=sys.stderr)
        return 2
    width = max(len(line[0]) for line in lines)
    print(f"{'row':{width}} {'old us':>10} {'new us':>10} {'change':>7} {'noise':>6}")
    for name, then, now, change, noise, said in lines:
        print(f"{name:{width}} {then:10.2f} {now:10.2f} {change:7.3f} {noise:6.3f} {said}")
    said = [line[5] for line in lines]
    alone = len(rows[0]) + len(rows[1]) - 2 * len(lines)
    print(", ".join(f"{said.count(each)} {each}" for each in ("FAST", "SLOW", "SAME", "NOISE")) +
          (f"; {alone} rows in one file alone" if alone else ""))
    return 1 if "SLOW" in said else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
