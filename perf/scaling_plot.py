#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""perf/scaling_plot.py RESULTS SVG: draws how the speed grows with the number of GPUs, over so many times one.

From what perf_devices and perf_nccl print, in RESULTS/devices.md and nccl.md. No library is needed, and the same numbers
give the same bytes.
"""
import math
import os
import sys

from performance_plot import BLUE, GREEN, GREY, HEIGHT, LEFT, PURPLE, RED, RIGHT, ROW, TOP, WIDTH, dot, line, words
from plot import page
from segments_plot import STYLE

BELOW, STEPS = 54, (1, 2, 5, 10, 20, 50)
TOGETHER, EACH, OF_ONE = "together, of the sum of each alone", "of the sum of each alone", "of so many times one"


def tables(text):
    """The tables in Markdown, each as its rows by the names of columns; a name that is there twice has its first cell."""
    found, lines = [], []
    for each in [*text.splitlines(), ""]:
        if each.startswith("|"):
            lines.append([cell.strip() for cell in each.strip().strip("|").split("|")])
        elif lines:
            found.append([dict(reversed(list(zip(lines[0], row)))) for row in lines[2:]])
            lines = []
    return found


def size_of(head, ending):
    """16 GiB of a column that is called "16 GiB in all, GB/s"."""
    return next((name[: -len(ending)] for name in head if name.endswith(ending)), "")


def largest(rows):
    """Of rows that have a size each, those of the size that comes last."""
    return [row for row in rows if row.get("each", rows[-1].get("each")) == rows[-1].get("each")]


def series(text, way):
    """{name: [(GPUs, value)]}: as much with each, and as much in all, at the cut that is best for so many GPUs."""
    found = {}
    for rows in tables(text):
        head = list(rows[0]) if rows else []
        if "GPUs" not in head:
            continue
        if OF_ONE in head:
            best = {}
            for row in rows:
                gpus = int(row["GPUs"])
                best[gpus] = max(best.get(gpus, 0), float(row[OF_ONE]))
            found[f"{way}, {size_of(head, ' in all, GB/s')} in all"] = sorted(best.items())
        for name in (TOGETHER, EACH):
            if name in head:
                some = largest(rows)
                size = some[-1].get("each") or size_of(head, " each, GB/s")
                found[f"{way}, {size} each"] = [(int(row["GPUs"]), float(row[name])) for row in some]
    return found


def ticks_of(values):
    """At most ten of a round step, that have 1 and all values between them."""
    least, most = (round(100 * each(1, *values), 6) for each in (min, max))
    for step in STEPS:
        low, high = math.floor(least / step), math.ceil(most / step)
        if high - low < 10:
            break
    return [tick * step / 100 for tick in range(low - (low == high), high + 1)]


def draw(title, lines):
    bottom, right = TOP + HEIGHT, LEFT + WIDTH
    most = max(gpus for _, _, points in lines for gpus, _ in points)
    ticks = ticks_of([value for _, _, points in lines for _, value in points])
    low, high = ticks[0], ticks[-1]

    def at(gpus, value):
        part = (value - low) / (high - low)
        return LEFT + WIDTH * (gpus - 1) / max(most - 1, 1), bottom - HEIGHT * part

    body = [words((LEFT + right) / 2, bottom + 40, "GPUs", "middle")]
    for tick in ticks:
        _, y = at(1, tick)
        body += [line(LEFT, y, right, y, "frame" if tick == 1 else "grid"), words(LEFT - 8, y + 4, f"{tick:g}", "right")]
    for gpus in range(1, most + 1):
        x, _ = at(gpus, low)
        body += [line(x, TOP, x, bottom), words(x, bottom + 18, str(gpus), "middle")]
    for number, (name, colour, points) in enumerate(lines):
        stroke, y = f'stroke="{colour}" stroke-width="2"', TOP + 14 + ROW * number
        path = " ".join("{:.1f},{:.1f}".format(*at(*point)) for point in points)
        body += [f'<path {stroke} d="M{path}"/>', f'<path {stroke} d="M{right + 14},{y} {right + 38},{y}"/>']
        body.append(words(right + 44, y + 4, name))
        body += [dot(*at(*point), colour, f"{name}, {point[0]} GPUs: {point[1]:.3f}") for point in points]
    return page(right + RIGHT + 70, bottom + BELOW, "GB/s of several GPUs, over so many times one", title, STYLE, body)


def picture(results):
    lines, title = [], ""
    colours = {"devices": (BLUE, GREEN), "nccl": (RED, PURPLE)}
    for name, way in (("nccl", "ranks of NCCL"), ("devices", "devices")):
        path = os.path.join(results, name + ".md")
        if not os.path.exists(path):
            continue
        with open(path, encoding="utf-8") as source:
            text = source.read()
        title = title or text.partition("\n")[0].split(";")[0]
        lines += [(label, colour, points) for (label, points), colour in zip(series(text, way).items(), colours[name])]
    return draw(title, lines or [("nothing was measured", GREY, [(1, 1)])])


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    drawing = picture(sys.argv[1])
    with open(sys.argv[2], "w", encoding="utf-8") as target:
        target.write(drawing)
