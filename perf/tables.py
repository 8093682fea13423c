#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""perf/tables.py OUTPUT RESULTS: writes the tables of RESULTS that docs/performance.md is made of, from what perf_device has printed.

tree_by_size.md, types.md, iterators.md and end_to_end.md; each only if OUTPUT has its rows.
"""
import math
import os
import re
import sys

ROW = re.compile(r"(tree|gpu|e2e)/(.+?) +(\S+) +([\d.]+) +(\d+) (\S.*?) +([\d.]+) +([\d.]+)(?: +([\d.]+) (PASS|MISS))?$")
COLUMNS = [("tree", "f32", "f32"), ("tree", "f64", "f64"), ("gpu", "i32", "int32 (reordered)"), ("tree", "2x2", "2×2 float matrices")]
TYPES = re.compile(r"^(arg(min|max) |minmax |(i8|u8|i16|half|bf16) in |min i8|max u8|mean$|variance$|seven |\d+-byte|3x3 )| of text$")
ITERATORS = re.compile(r" through |^through |^dot through|^dot, one|^pointer off")
MOST_END_TO_END = 20  # log2 of it: larger inputs take a longer time than a picture of all has room for


def power(n):
    """268435456 and 2^28 as ("2^28", 28), others as they are."""
    if n.isdigit() and int(n) & (int(n) - 1) == 0:
        n = f"2^{int(n).bit_length() - 1}"
    match = re.fullmatch(r"2\^(\d+)", n)
    return n, match and int(match[1])


def items(n):
    """How many 2^14+1 are."""
    return eval(n.replace("^", "**"), {"__builtins__": {}}) if re.fullmatch(r"[\d^+-]+", n) else 0


def read(lines):
    """The rows of each kind: (name, n, µs, GB/s, rival, its µs, ratio, floor, verdict); and what Google Benchmark says of the machine."""
    rows, machine = {"tree": [], "gpu": [], "e2e": []}, {}
    for line in lines:
        match = ROW.match(line.rstrip())
        if match:
            rows[match[1]].append(match.groups()[1:])
        elif re.match(r"\w+: ", line):
            key, value = line.rstrip().split(": ", 1)
            machine[key] = value
    return rows, machine


def where(machine):
    driver = re.search(r"\d+(\.\d+)+", machine.get("driver", ""))
    return f"{machine.get('gpu', '?')}, driver {driver[0] if driver else '?'}, CUDA {machine.get('cuda', '?')}, CCCL {machine.get('cccl', '?')}"


def markdown(head, rows):
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *rows]) + "\n"


def against_cub(rows, kind, name):
    return {row[1]: (row[2], row[6]) for row in rows[kind] if row[0] == name and row[4] == "cub"}


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def tree_by_size(rows, machine):
    columns = [against_cub(rows, kind, name) for kind, name, _ in COLUMNS]
    head = ["n"] + [cell for _, _, title in COLUMNS for cell in (f"{title} µs", "ratio")]
    sizes = {n for column in columns for n in column}
    whole = sorted((power(n)[1], n) for n in sizes if (power(n)[1] or 0) >= 8)
    other = sorted((items(n), n) for n in sizes if power(n)[1] is None and items(n) > 1 << 14)

    def line(title, n):
        return [title] + [cell for column in columns for cell in column.get(n, ("", ""))]

    means = []
    for (_, _, title), column in zip(COLUMNS, columns):
        for low, high in ((13, 23), (13, 22)):
            ratios = [float(column[n][1]) for k, n in whole if low <= k <= high and n in column]
            if len(ratios) == high - low + 1:
                means.append(f"{title} 2^{low} to 2^{high} {mean(ratios):.3f}")
    return f"""# The tree by size, against CUB

{where(machine)}; GPU time of graph replays, L2 cache cold, both sides by turns
in one process (`perf/comparison.cu`). The ratio is CUB's time over Impulse's. CUB's sums are in an order of
its own; its product of matrices is another one, as it takes the operator to commute. Written by `perf/tables.py`.

{markdown(head, [line(power(n)[0], n) for _, n in whole])}
Geometric means: {"; ".join(means)}.

Other sizes:

{markdown(head, [line(n, n) for _, n in other])}"""


def table_of(rows, machine, names):
    lines = []
    for name, n, us, rate, rival, other, ratio, floor, verdict in rows["gpu"]:
        if names.search(name):
            judged = f"{floor} {'met' if verdict == 'PASS' else 'missed'}" if floor else ""
            lines.append([name, power(n)[0], us, rate, rival, other, ratio, judged])
    return lines and f"""{where(machine)}; the GPU's clock, L2 cold. Written by `perf/tables.py` from what `./dev bench`
prints. Ratio: the other's time over Impulse's.

{markdown(["row", "n", "µs", "GB/s", "against", "µs", "ratio", "floor"], lines)}"""


def end_to_end(rows, machine):
    times = {}
    for name, n, us, _, rival, other, *_ in rows["e2e"]:
        times.setdefault(n, {"impulse": us})[rival] = other
    lines = [[power(n)[0]] + [f"{float(its[side]):.1f}" for side in ("impulse", "cub+copy", "thrust")]
             for n, its in times.items()
             if (power(n)[1] if power(n)[1] is not None else 99) <= MOST_END_TO_END and {"cub+copy", "thrust"} <= its.keys()]
    return f"""{where(machine)}; sums of int32 from the call to the value in a variable of the host, by the host's
clock, sides by turns, whose inputs push each other out of the caches. Written by `perf/tables.py`.

{markdown(["n", "Impulse, µs", "CUB and a copy, µs", "Thrust, µs"], lines)}"""


def main(output, results):
    with open(output, encoding="utf-8") as lines:
        rows, machine = read(lines)
    texts = {
        "tree_by_size.md": rows["tree"] and tree_by_size(rows, machine),
        "types.md": table_of(rows, machine, TYPES),
        "iterators.md": table_of(rows, machine, ITERATORS),
        "end_to_end.md": rows["e2e"] and end_to_end(rows, machine),
    }
    for name, text in texts.items():
        if text:
            with open(os.path.join(results, name), "w", encoding="utf-8") as file:
                file.write(text)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
