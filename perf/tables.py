#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tables.py RESULTS [NAME JSON...]: writes the tables of RESULTS, in Markdown, from its JSON files.

With NAME it first stores the JSON files that a program of perf has written as RESULTS/NAME.json, and writes
only their tables. Rows with the same figures share a table; each family with rows of its own has its own
table.
"""

import math
import os
import re
import sys
import typing

import host_tables
import results

RATE = "_per_second"
TITLES = {
    "bytes": "GB/s", "touched_bytes": "GB/s moved", "operations": "G operations/s", "steps": "G steps/s"
}
HIDDEN = re.compile(r"(^name|^n|^us|^label|_floor|(^|_)spread)$")
# The tables of perf_device, each with some of its rows. Every other program has one file.
OF_DEVICE = {
    "tree_by_size": r"^(tree/|gpu/i32/\d)",
    "iterators": r"^gpu/(pointer off|dot, one|dot through|.* through |through )", "end_to_end": r"^e2e/",
    "types": r"^gpu/(?!i32/|last_block|two_pass|work_queue|single_block|automatic)"
}
MEANS = [(13, 23), (13, 22)]  # log2 of the range of sizes for the geometric means of tree_by_size


def figure(value):
    """A number with at most four digits, and no exponent."""
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def time_text(us):
    """Writes 1234.5 as 1235 µs, 1.2345 as 1.23 µs; from 10000 µs on in milliseconds."""
    if us >= 10000:
        return f"{us / 1000:.1f} ms"
    return f"{us:.{0 if us >= 1000 else 1 if us >= 100 else 2}f} µs"


def parts(row):
    """(family, row): "gpu/f32/1024" with 1024 items is the row f32, which has no family."""
    names = row["name"].split("/", 2)[1:]
    if len(names) == 1 or names[1] == str(row.get("n")):
        return "", names[0]
    return names[0], names[1]


def cell(row, key):
    if key not in row:
        return ""
    if key.endswith(RATE):
        return figure(row[key] / 1e9)
    text = figure(row[key]) if not key.endswith("_ratio") else f"{row[key]:.3f}"
    floor = row.get(key.removesuffix("_ratio") + "_floor")
    if floor:
        text += f" (floor {floor:.3g}: {'met' if row[key] >= floor else '**missed**'})"
    return text


def title(key):
    if key.endswith(RATE):
        what = key.removesuffix(RATE)
        return TITLES.get(what) or f"{what.removesuffix('bytes').replace('_', ' ').strip()}, GB/s"
    for unit in ("µs", "seconds"):
        if key.endswith("_" + unit.replace("µ", "u")):
            return f"{key[:-1 - len(unit)].replace('_', ' ')}, {unit}"
    return key.replace("_ratio", " / ours").replace("_", " ")


def columns(rows):
    return list(dict.fromkeys(key for row in rows for key in row if not HIDDEN.search(key)))


def table(rows):
    has = {key: any(key in row for row in rows) for key in ("n", "us", "label")}
    keys = columns(rows)
    head = ["row"] + ["n"] * has["n"] + ["time"] * has["us"] + [title(key) for key in keys]
    head += [""] * has["label"]
    lines = [head, ["---"] * len(head)]
    for row in rows:
        cells = [results.words(parts(row)[1])]
        cells += [results.count_text(row["n"]) if "n" in row else ""] * has["n"]
        cells += [time_text(row["us"]) if "us" in row else ""] * has["us"] + [cell(row, key) for key in keys]
        cells += [row.get("label", "")] * has["label"]
        lines.append(cells)
    return ["| " + " | ".join(line) + " |" for line in lines]


def groups(rows):
    """(family, rows) of each table: a family's rows, or rows without a family that have the same figures."""
    found = {}
    for row in rows:
        family = parts(row)[0]
        found.setdefault((family, () if family else tuple(columns([row]))), []).append(row)
    return [(family, its) for (family, _), its in found.items()]


def means(rows):
    """The geometric means of CUB's time over ours, for each item type with all sizes measured."""
    texts, ratios = [], {}
    for row in rows:
        if "cub_ratio" in row:
            ratios.setdefault(parts(row)[1], {})[row["n"]] = row["cub_ratio"]
    for kind, its in ratios.items():
        for low, high in MEANS:
            sizes = [1 << k for k in range(low, high + 1)]
            if all(n in its for n in sizes):
                mean = math.exp(sum(math.log(its[n]) for n in sizes) / len(sizes))
                texts.append(f"{kind} 2^{low} to 2^{high} {mean:.3f}")
    return f"\nGeometric means of CUB's time over ours: {'; '.join(texts)}.\n" if texts else ""


def floors(rows):
    judged = [
        row[key] >= row[floor]
        for row in rows
        for key in row
        if (floor := key.removesuffix("_ratio") + "_floor") in row
    ]
    return ["", f"{sum(judged)} floors met, {len(judged) - sum(judged)} missed."] if judged else []


def roofs(context):
    """The baselines of the rows: all rates in the context."""
    return "; ".join(
        f"{results.words(key.removesuffix('_bytes' + RATE))}: {figure(float(value) / 1e9)} GB/s"
        for key, value in sorted(context.items(), reverse=True)
        if key.endswith("_bytes" + RATE))


def text(context, rows):
    said = [results.machine(context), roofs(context), context.get("note", "").rstrip(".")]
    if "commit" in context:
        said.insert(1, f"Commit {context['commit']}")
    if any(results.rivals(row) for row in rows):
        said.append("A ratio is the time of the other over ours: above 1 we are faster")
    lines = [" ".join(f"{each}." for each in said if each)]
    if "command" in context:
        lines += ["", "    " + context["command"]]
    for family, its in groups(rows):
        lines += ["", f"## {results.words(family)}"] * bool(family) + ["", *table(its)]
    return "\n".join(lines + floors(rows)) + "\n"


# The books' guidelines: the title, and whether a shape follows it.
GUIDELINES = [
    ("a block is a multiple of 32 threads", lambda s: s.threads % 32 == 0),
    ("a block has at least 128 threads", lambda s: s.threads >= 128),
    ("a block has 128 to 256 threads", lambda s: 128 <= s.threads <= 256),
    ("at least 8 blocks a multiprocessor", lambda s: s.blocks >= 8),
    ("every warp that fits is there", lambda s: s.occupancy >= 1),
    ("all of these, and one 4-byte load at a time",
     lambda s: 128 <= s.threads <= 256 and s.blocks >= 8 and s.occupancy >= 1 and (s.bytes, s.ahead) ==
     (4, 1)), ("several loads in flight a thread", lambda s: s.ahead > 1),
    ("loads of 16 bytes", lambda s: s.bytes == 16)
]


class Shape(typing.NamedTuple):
    """One reduction of the sweep: blocks on a multiprocessor, loads in flight for each thread."""

    threads: int
    blocks: int
    bytes: int
    ahead: int
    rate: float
    occupancy: float

    def __str__(self):
        return (
            f"{self.rate / 1e9:.0f} GB/s: {self.blocks} × {self.threads} threads, "
            f"{self.ahead} × {self.bytes} bytes, "
            f"{100 * self.occupancy:.0f}% of the warps")


def sweep(context, rows):
    """GB/s of every shape, and the best of the shapes that follow a guideline and of those that do not."""
    shapes = {}
    for row in rows:
        threads, blocks = (int(number) for number in re.findall(r"(\d+)_", row["name"]))
        for key in row:
            if match := re.fullmatch(r"(\d+)_bytes_x(\d+)", key):
                shape = Shape(threads, blocks, int(match[1]), int(match[2]), row[key],
                              row[key + "_occupancy"])
                shapes.setdefault((threads, blocks), {})[shape.bytes, shape.ahead] = shape
    loads = sorted({load for its in shapes.values() for load in its})
    lines = [["threads", "blocks"] + [f"{ahead} × {size}" for size, ahead in loads],
             ["---"] * (2 + len(loads))]
    for at, its in shapes.items():
        lines.append([*map(str, at)] +
                     [f"{its[load].rate / 1e9:.0f}" if load in its else "-" for load in loads])
    every = [shape for its in shapes.values() for shape in its.values()]

    def best(which):
        return str(max(filter(which, every), key=lambda shape: shape.rate, default=""))

    lines += [[], ["guideline", "the best that follows it", "the best that does not"], ["---"] * 3]
    lines += [[text, best(follows),
               best(lambda shape, follows=follows: not follows(shape))] for text, follows in GUIDELINES]
    near = [shape for shape in every if shape.rate >= 0.98 * max(shape.rate for shape in every)]
    body = "\n".join("| " + " | ".join(line) + " |" if line else "" for line in lines)
    return (f"{results.machine(context)}.\n\n{body}\n\n"
            f"The fewest warps within 2% of the best: {min(near, key=lambda shape: shape.occupancy)}.\n")


def tables(name, context, rows):
    """{file: text}"""
    if name == "sweep":
        return {name: sweep(context, rows)}
    if name == "host":
        return {name: text(context, []).rstrip() + "\n" + host_tables.text(rows)}
    if name != "device":
        return {name: text(context, rows)}
    found = {
        file: [row
               for row in rows
               if re.search(which, row["name"])]
        for file, which in OF_DEVICE.items()
    }
    found["types"] = [row for row in found["types"] if row not in found["iterators"]]
    return {
        file: text(context, its) + (means(its) if file == "tree_by_size" else "")
        for file, its in found.items()
        if its
    }


def main(folder, name=None, *files):
    if name:
        found = [results.read(file) for file in files]
        joined = {}  # parts of a row that were measured apart
        for row in (row for _, rows in found for row in rows):
            joined.setdefault(row["name"], {}).update(row)
        results.write(os.path.join(folder, name + ".json"), found[0][0], joined.values())
    for each in [name] if name else results.names(folder):
        for file, its in tables(each, *results.read(os.path.join(folder, each + ".json"))).items():
            with open(os.path.join(folder, file + ".md"), "w", encoding="utf-8") as out:
                out.write(its)


if __name__ == "__main__":
    if len(sys.argv) < 2 or len(sys.argv) == 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
