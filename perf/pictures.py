#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""pictures.py RESULTS DOCS [PICTURE...]: draws the pictures of the documents by matplotlib, from the JSON
files of RESULTS.

Each picture contains a digest of its data, by which the tests see whether it matches the current results.
With --png it also writes the pictures as PNG files.
"""

import os
import re
import sys

import diagrams
import drawing
import results

BLUE, RED, GREEN, PURPLE, ORANGE = "#1a5fd0", "#c8321e", "#2e7d32", "#8036b8", "#b06a00"
GREY = drawing.GREY
COLOURS = [BLUE, RED, GREEN, PURPLE, ORANGE]
WARPS, MULTIPROCESSORS = 64, 132  # resident on a multiprocessor; in an H100 or H200

# ---- kinds of pictures: each returns data for draw() -------------------------------------------------------


def lines(title, context, series, x, y, **how):
    """series: [(name, colour, [(x, y)])]; grey lines are levels to compare with, and have no marks."""
    return dict(kind="lines", title=title, below=results.machine(context), series=series, x=x, y=y, **how)


def dots(title, context, rows, sizes, x, ticks):
    """rows: {name: {size: value}}; sizes: {size: colour}."""
    return dict(kind="dots", title=title, below=results.machine(context), rows=rows, sizes=sizes, x=x,
                ticks=ticks)


def bars(title, context, families, levels, x, **how):
    """families: {family: [(row, value)]}; levels: {name: value}."""
    return dict(kind="bars", title=title, below=results.machine(context), families=families, levels=levels,
                x=x, **how)


# ---- the pictures ------------------------------------------------------------------------------------------

KINDS = [("tree/f32", "float", BLUE), ("tree/f64", "double", RED), ("gpu/i32", "int32", GREEN),
         ("tree/2x2", "2×2 float matrices", PURPLE)]
SIZES = {
    1 << 20: ("2²⁰ items", "#7fb0f5"), 1 << 24: ("2²⁴ items", BLUE), 1 << 28: ("2²⁸ items", "#0b2a66"),
    0: ("1 GiB of structs", "#e07b00")
}


def by_size(rows, kind, value):
    """(n, value) for each power of two from 2^8 on."""
    return [(row["n"], value(row))
            for row in rows
            if row["name"] == f"{kind}/{row.get('n')}" and row["n"] >= 256 and row["n"] & (row["n"] - 1) == 0]


def speed(read):
    context, rows = read("device")
    series = [(name, colour, by_size(rows, kind, lambda row: row["bytes_per_second"] / 1e9))
              for kind, name, colour in KINDS]
    of_card, _ = read("ladder")
    if of_card["gpu"] == context["gpu"]:
        roof = float(of_card["read_roof_bytes_per_second"]) / 1e9
        sizes = [n for *_, its in series for n, _ in its]
        series.append((f"roof: {roof:.0f} GB/s", GREY, [(n, roof) for n in (min(sizes), max(sizes))]))
    return lines("By size: GB/s", context, series, "items", "GB/s", log="xy")


def ratio(read):
    context, rows = read("device")
    series = [(name, colour, by_size(rows, kind, lambda row: row["cub_ratio"]))
              for kind, name, colour in KINDS]
    return lines("By size: CUB's time over Impulse's", context, series, "items", "above 1 Impulse is faster",
                 log="x", level=1)


POLICIES = ("automatic", "single_block", "two_pass", "last_block", "work_queue")


def types(read):
    context, rows = read("device")
    found = {}
    for row in rows:
        suite, name = row["name"].split("/")[:2]
        size = 0 if name.endswith("-byte") else row["n"]
        if (suite == "gpu" and name not in ("i32", *POLICIES) and "cub_ratio" in row and size in SIZES
                and " through " not in name):
            found.setdefault(name, {})[SIZES[size][0]] = row["cub_ratio"]
    return dots("By type and operator: CUB's time over Impulse's", context, found, dict(SIZES.values()),
                "above 1 Impulse is faster", [0.8, 1, 1.25, 1.5, 2, 2.5, 3, 4])


def latency(read):
    context, rows = read("device")
    its = [
        row for row in rows if row["name"].startswith("e2e/") and "thrust_us" in row and row["n"] <= 1 << 20
    ]
    series = [(name, colour, [(row["n"], row[key])
                              for row in its])
              for name, key, colour in (("Impulse", "us", BLUE), ("CUB, and a copy", "cub+copy_us", RED),
                                        ("Thrust", "thrust_us", PURPLE))]
    return lines("Sums of int32 from the call to the value", context, series, "items", "µs", log="x",
                 zero=True)


def segments(read):
    context, rows = read("layouts")
    its = [(int(match[1]), row)
           for row in rows
           if (match := re.fullmatch(r"layouts/segments/(\d+)", row["name"]))]
    _, torch = read("layouts_torch")

    def rate(row, rival):
        return row["bytes_per_second"] * row["us"] / row[rival + "_us"] / 1e9

    series = [("streaming", GREY, [(n, rate(row, "streaming")) for n, row in its]),
              ("Impulse", BLUE, [(n, row["bytes_per_second"] / 1e9) for n, row in its])]
    for name, rival, colour in (("CUB, told the length", "cub, told the length", ORANGE), ("CUB", "cub",
                                                                                           RED)):
        series.append((name, colour, [(n, rate(row, rival)) for n, row in its if rival + "_us" in row]))
    series.append(("PyTorch", PURPLE, [(int(row["name"].split("/")[2]), row["bytes_per_second"] / 1e9)
                                       for row in torch]))
    return lines("Segments of float: GB/s by their length", context, [each for each in series if each[2]],
                 "items of a segment", "GB/s", log="xy")


def scaling(read):
    """The largest inputs, each with the best of several cuts."""
    series, gpus = [], ""
    for suite, way, colours in (("nccl", "ranks of NCCL", (RED, PURPLE)), ("devices", "devices", (BLUE,
                                                                                                  GREEN))):
        context, rows = read(suite)
        gpus = gpus or context.get("gpu", "")
        for family, figure, words, colour in (("as many with each", "of_each_alone", "each", colours[0]),
                                              ("as many in all", "of_so_many_times_one", "in all",
                                               colours[1])):
            its = [row for row in rows if row["name"].split("/")[1] == family]
            most, best = max((row["n"] for row in its), default=0), {}
            for row in its:
                if row["n"] == most:
                    best[row["gpus"]] = max(best.get(row["gpus"], 0), row[figure])
            if best:
                series.append((f"{way}, {most >> 28} GiB {words}", colour, sorted(best.items())))
    return lines("GB/s of several GPUs, over so many times one", dict(gpu=gpus), series, "GPUs", "", level=1)


def sweep(read):
    """GB/s of every shape by a product that the books leave out, one line for each kind of load."""
    context, rows = read("sweep")
    found = {}
    for row in rows:
        threads = int(re.search(r"(\d+)_threads", row["name"])[1])
        for key in row:
            if (load := re.fullmatch(r"(\d+)_bytes_x(\d+)", key)) and threads & (threads - 1) == 0:
                size, ahead = int(load[1]), int(load[2])
                in_flight = round(row[key + "_occupancy"] * WARPS) * 32 * size * ahead
                its = found.setdefault((size, ahead), {})
                its[in_flight] = max(its.get(in_flight, 0), row[key] / 1e9)
    series = [(f"{ahead} × {size} bytes a thread", colour, sorted(found[size, ahead].items()))
              for (size, ahead), colour in zip([(4, 1), (4, 4), (16, 1), (16, 4), (16, 16)], COLOURS)]
    return lines("One sum in every shape: threads × loads × bytes decide", context, series,
                 "bytes in flight, on a multiprocessor", "GB/s", log="x", zero=True)


def execution(read):
    """Both halves of Little's law: the amount in flight over the amount that the law requires; the rate."""
    context, rows = read("execution")
    latency = {row["name"]: row["ns_a_step"] for row in rows if "ns_a_step" in row}
    halves = [("arithmetic latency", "operations_per_second", "in_flight", "1 warp, 1 chain",
               ("1 chain", "4 chains")),
              ("memory latency", "bytes_per_second", "bytes_in_flight", "one chain of loads, memory",
               ("1 x 4 bytes", "4 x 4 bytes", "4 x 16 bytes"))]
    series = []
    for family, rate, amount, alone, ways in halves:
        its = [row for row in rows if row["name"].startswith(f"execution/{family}/") and amount in row]
        best = max((row[rate] for row in its), default=1)
        asked = best / MULTIPROCESSORS * latency.get(f"execution/{family}/{alone}", 1) * 1e-9
        for way in ways:
            points = [(row[amount] / asked, 100 * row[rate] / best)
                      for row in its
                      if row["name"].endswith(", " + way)]
            series.append((f"{family.split()[0]}, {way.replace(' x ', ' × ')}", COLOURS[len(series)], points))
    ticks = [(2.0**k, f"1/{2**-k}" if k < 0 else str(2**k)) for k in range(-6, 6)]
    return lines("Little's law: rate against what is in flight", context, series,
                 "what is in flight, over rate × latency", "% of the best rate", log="x", zero=True,
                 ticks=ticks)


def host(read):
    """Every algorithm in percent of the roof, by type and size."""
    context, rows = read("host")
    found, kinds, sizes = {}, {}, set()
    for row in rows:
        _, kind, name = row["name"].split("/", 2)
        for key in (key for key in row if re.fullmatch(r"2\^\d+ bytes", key)):
            found.setdefault(name, {})[kind, key] = row[key]
            kinds[kind], sizes = None, sizes | {key}
    sizes = sorted(sizes, key=lambda size: int(size[2:-6]))
    return dict(kind="heat", title="Every algorithm on the CPU: its part of the roof's speed",
                below=results.machine(context), x="bytes, as a power of two; type",
                columns=[[kind, [size[2:-6] for size in sizes]] for kind in kinds],
                rows={name: [[its.get((kind, size)) for size in sizes] for kind in kinds]
                      for name, its in found.items()})


def suite(name, figure, title, only="", **how):
    def drawn(read):
        context, rows = read(name)
        families = {}
        for row in rows:
            if figure in row and re.search(only, row["name"]):
                _, family, what = drawing.raised(results.words(row["name"])).split("/", 2)
                families.setdefault(family, []).append((what, row[figure] / 1e9))
        suffix = "_roof_bytes_per_second"
        levels = {
            key.removesuffix(suffix): float(value) / 1e9
            for key, value in context.items()
            if key.endswith(suffix)
        }
        return bars(title, context, families, levels,
                    ("GB/s" if figure.startswith("bytes") else "10⁹ steps a second") +
                    (", logarithmic" if how.get("log") else ""), **how)

    return drawn


# The rows that a learner needs first; the tables have the rest.
MAIN_STEPS = (
    r"vector_addition/|shared_memory/(one_|neigh|inter|first|last|many)|"
    r"in_place/(neighb|less|inter|unrolled_by)|grid/(two|last_block_or|ordered_last)|uneven_work/|"
    r"library/impulse_(last|work)|library/cub")
MAIN_ROWS = (
    r"transfer/|resident/device$|layout/AoS, [14] fields?$|layout/SoA, 1|layout/SoA, 4 fields, zip$|"
    r"stride/\d+$|plain copy/(aligned|stores \+ 4|loads \+ 4|stores of|loads of)|transposition/|"
    r"matrix addition/")
STEPS, BYTES = "steps_per_second", "bytes_per_second"
PICTURES = {
    "performance_speed": speed,
    "performance_ratio": ratio,
    "performance_types": types,
    "performance_latency": latency,
    "segments": segments,
    "scaling": scaling,
    "ladder": suite("ladder", BYTES, "The ladder: GB/s of its main steps", MAIN_STEPS),
    "memory": suite("memory", BYTES, "Memory: GB/s of what is asked for", MAIN_ROWS, log="x"),
    "execution": execution,
    "host": host,
    "tree": diagrams.tree,
    "layouts": diagrams.layouts,
    "sweep": sweep,
    "uneven": suite("uneven", STEPS, "Uneven costs: steps a second under every policy"),
}
SOURCES = {"tree": [], "layouts": [], "performance": ["device", "ladder"],
           "segments": ["layouts", "layouts_torch"], "scaling": ["nccl", "devices"]}


def sources(picture):
    """The results that a picture needs."""
    return SOURCES.get(picture.split("_")[0], [picture])


def content(picture, folder):
    return PICTURES[picture](lambda name: results.read(os.path.join(folder, name + ".json")))


def can_draw(picture, folder):
    return all(os.path.exists(os.path.join(folder, each + ".json")) for each in sources(picture))


def main(folder, docs, *names, png=False):
    for name in names or PICTURES:
        if can_draw(name, folder):
            drawing.draw(content(name, folder), os.path.join(docs, name + ".svg"), png)


if __name__ == "__main__":
    given = [each for each in sys.argv[1:] if each != "--png"]
    if len(given) < 2:
        sys.exit(__doc__)
    main(*given, png="--png" in sys.argv)
