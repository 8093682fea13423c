#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""perf/performance_plot.py RESULTS DOCS: draws tables of RESULTS as DOCS/performance_*.svg, for docs/performance.md.

No library is needed, and the same numbers give the same bytes.
"""
import json
import math
import os
import re
import sys
from html import escape

from plot import page
from segments_plot import RAISED, STYLE

LEFT, TOP, WIDTH, HEIGHT, RIGHT, BELOW, ROW, NAMES = 64, 68, 640, 320, 190, 54, 19, 110
BLUE, RED, GREEN, PURPLE, GREY = "#1a5fd0", "#c8321e", "#2e7d32", "#8036b8", "#666"
TYPES = [("float", 4, BLUE), ("double", 8, RED), ("int32", 4, GREEN), ("2×2 float matrices", 16, PURPLE)]
SIDES = [("Impulse", BLUE), ("CUB, and a copy", RED), ("Thrust", PURPLE)]
SIZES = {"2^20": "#8fb4f0", "2^24": BLUE, "2^28": "#0b2a66", "1 GiB of structs": "#e07b00"}


def text_of(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as source:
        return source.read()


def table(text):
    """The rows of the first table in Markdown, as lists of cells."""
    lines = re.search(r"(^\|.*\n)+", text, re.M)[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def column(rows, number):
    """(log2 of n, value) of each row that has this cell."""
    return [(int(row[0][2:]), float(row[number])) for row in rows if row[number]]


def speeds(rows, number, size):
    """GB/s: the bytes of the items over the time in µs."""
    return [(power, size * 2**power / us / 1e3) for power, us in column(rows, number)]


def by_type(rows):
    """{row: {size: ratio}}, against CUB. Of structs there are as many as fit into 1 GiB."""
    found = {}
    for name, n, _, _, rival, _, ratio, _ in rows:
        size = "1 GiB of structs" if name.endswith("-byte") else n
        if rival == "cub" and size in SIZES:
            found.setdefault(name, {})[size] = float(ratio)
    return found


def raised(text):
    return re.sub(r"\^(\d+)", lambda power: power[1].translate(RAISED), text)


def line(x1, y1, x2, y2, kind="grid"):
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def dot(x, y, colour, tip):
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"><title>{escape(tip)}</title></circle>'


def words(x, y, text, kind=""):
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(raised(text))}</text>'


def line_chart(title, below, series, ticks, scale=float):
    """Values over log2 of n; what is grey is a level to compare them with."""
    powers = [power for _, _, points in series for power, _ in points]
    first, last, bottom, right = min(powers), max(powers), TOP + HEIGHT, LEFT + WIDTH
    low, high = scale(ticks[0]), scale(ticks[-1])

    def at(power, value):
        return LEFT + WIDTH * (power - first) / (last - first), TOP + HEIGHT * (high - scale(value)) / (high - low)

    body = [words((LEFT + right) / 2, bottom + 40, "n, the number of items", "middle")]
    for tick in ticks:
        _, y = at(first, tick)
        body += [line(LEFT, y, right, y), words(LEFT - 8, y + 4, f"{tick:g}", "right")]
    for power in range(first, last + 1, 2):
        x, _ = at(power, ticks[0])
        body += [line(x, TOP, x, bottom), words(x, bottom + 18, f"2^{power}", "middle")]
    for number, (name, colour, points) in enumerate(series):
        stroke = f'stroke="{colour}" stroke-width="2"' + (' stroke-dasharray="6 4"' if colour == GREY else "")
        path, y = " ".join("{:.1f},{:.1f}".format(*at(*point)) for point in points), TOP + 14 + ROW * number
        body += [f'<path {stroke} d="M{path}"/>', f'<path {stroke} d="M{right + 14},{y} {right + 38},{y}"/>']
        body.append(words(right + 44, y + 4, name))
        if colour != GREY:
            body += [dot(*at(k, value), colour, raised(f"{name}, 2^{k}: {value:.4g}")) for k, value in points]
    return page(right + RIGHT, bottom + BELOW, title, below, STYLE, body)


def dot_chart(title, below, rows, ticks):
    """The ratios of each row, by powers: what is twice as fast lies as far from 1 as what is half as fast."""
    left, right, bottom = LEFT + NAMES, LEFT + WIDTH, TOP + ROW * len(rows)

    def x(value):
        return left + (right - left) * math.log(value / ticks[0]) / math.log(ticks[-1] / ticks[0])

    body = [line(x(tick), TOP, x(tick), bottom, "frame" if tick == 1 else "grid") for tick in ticks]
    body += [words(x(tick), bottom + 18, f"{tick:g}", "middle") for tick in ticks]
    for number, (name, found) in enumerate(rows.items()):
        y = TOP + ROW * (number + 0.5)
        body += [line(left, y, right, y), words(left - 8, y + 4, name, "right")]
        body += [dot(x(ratio), y, SIZES[size], raised(f"{name}, {size}: {ratio}")) for size, ratio in found.items()]
    for number, (size, colour) in enumerate(SIZES.items()):
        y = TOP + 14 + ROW * number
        body += [dot(right + 20, y, colour, size), words(right + 30, y + 4, size)]
    return page(right + RIGHT, bottom + BELOW, title, below, STYLE, body)


def pictures(results):
    """{name: drawing}"""
    sizes, types, calls = (text_of(results, name + ".md") for name in ("tree_by_size", "types", "end_to_end"))
    roof = float(json.loads(text_of(results, "ladder.json"))["context"]["read_roof_bytes_per_second"]) / 1e9
    rows, each = table(sizes), list(enumerate(TYPES))
    ends = [rows[0], rows[-1]]
    speed = [(name, colour, speeds(rows, 1 + 2 * i, size)) for i, (name, size, colour) in each]
    ratio = [(name, colour, column(rows, 2 + 2 * i)) for i, (name, _, colour) in each]
    latency = [(name, colour, column(table(calls), 1 + i)) for i, (name, colour) in enumerate(SIDES)]

    def level(name, value):
        return name, GREY, [(int(row[0][2:]), value) for row in ends]

    def heading(what, text):
        card, software = re.search(r"^(.+?), (driver \S+, CUDA [\d.]+\d, CCCL [\d.]+\d)", text, re.M).groups()
        return f"{what}, on one {card}", software

    return {
        "speed": line_chart(*heading("By size: GB/s", sizes), [*speed, level(f"roof, {roof:.0f} GB/s", roof)],
                            [0.5, 1, 5, 10, 50, 100, 500, 1000, 5000], math.log),
        "ratio": line_chart(*heading("By size: CUB's time over Impulse's", sizes), [*ratio, level("CUB", 1)],
                            [tenths / 10 for tenths in range(5, 15)]),
        "types": dot_chart(*heading("By type and operator: CUB's time over Impulse's", types), by_type(table(types)),
                           [0.8, 1, 1.25, 1.5, 2, 2.5, 3, 4]),
        "latency": line_chart(*heading("Sums of int32 from the call to the value: µs", calls), latency,
                              range(0, 31, 5)),
    }


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    for name, drawing in pictures(sys.argv[1]).items():
        with open(os.path.join(sys.argv[2], f"performance_{name}.svg"), "w", encoding="utf-8") as target:
            target.write(drawing)
