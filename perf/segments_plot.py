#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""perf/segments_plot.py TABLE TORCH SVG: draws GB/s over the length of segments, both by powers.

TABLE is what perf_layouts prints for segments, TORCH what segments_torch.py does, where there is such a file. Of lengths
that are all equal. No library is needed, and the same numbers give the same bytes.
"""
import math
import os
import sys
from html import escape

from plot import page

LEFT, TOP, WIDTH, HEIGHT, RIGHT, BELOW = 64, 68, 640, 400, 196, 54
LINE = 15  # between two labels
STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#222}.title{font-size:16px;font-weight:bold}"
    ".right{text-anchor:end}.middle{text-anchor:middle}.name{font-weight:bold}"
    ".grid{stroke:#ddd}.frame{stroke:#888}path{fill:none;stroke-linejoin:round}"
)
# Dark enough for words on white; and told apart by dashes and width too.
LINES = [
    ("streaming", "#666", 'stroke-width="1.5" stroke-dasharray="6 4"'),
    ("Impulse", "#1a5fd0", 'stroke-width="3"'),
    ("CUB, told the length", "#b06a00", 'stroke-width="2" stroke-dasharray="2 3"'),
    ("CUB", "#c8321e", 'stroke-width="2"'),
    ("PyTorch", "#8036b8", 'stroke-width="2" stroke-dasharray="9 3"'),
]
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def table(path):
    """What is above a table in Markdown, and its rows by the names of columns."""
    with open(path) as source:
        lines = [line.strip() for line in source if line.strip()]
    above = [line for line in lines if not line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    head = cells[0] if cells else []
    return above[0] if above else "", [dict(zip(head, row)) for row in cells[2:]]


def points_of(rows, rate):
    """(length, GB/s) where all lengths are equal and there is a rate."""
    return [(int(row["lengths"]), float(rate(row))) for row in rows if row["lengths"].isdigit() and rate(row)]


def all_points(rows, of_torch):
    return {
        "streaming": points_of(rows, lambda row: row["streaming"]),
        "Impulse": points_of(rows, lambda row: row["GB/s"]),
        "CUB, told the length": points_of(rows, lambda row: row.get("CUB's, told the length")),
        "CUB": points_of(rows, lambda row: float(row["GB/s"]) / float(row["CUB's time / ours"])),
        "PyTorch": points_of(of_torch, lambda row: row["GB/s"]),
    }


def apart(wanted):
    """Heights of labels, in the order of the heights that they would like: LINE apart at least, moved as little as needed."""
    groups = []  # of labels that touch: [sum of the tops that they want, labels]
    for number, height in enumerate(wanted):
        groups.append([height, 1])
        while len(groups) > 1 and top(groups[-2]) + LINE * groups[-2][1] > top(groups[-1]):
            wishes, count = groups.pop()
            groups[-1] = [groups[-1][0] + wishes - LINE * groups[-1][1] * count, groups[-1][1] + count]
    return [top(group) + LINE * i for group in groups for i in range(group[1])]


def top(group):
    return group[0] / group[1]


def draw(above, rows, above_torch, of_torch):
    points = {name: its for name, its in all_points(rows, of_torch).items() if its}
    lengths = [length for its in points.values() for length, _ in its]
    rates = [rate for its in points.values() for _, rate in its]
    last = math.ceil(math.log2(max(lengths)))
    lowest, highest = math.floor(math.log10(min(rates))), math.ceil(math.log10(max(rates)))

    def x(length):
        return LEFT + WIDTH * math.log2(length) / last

    def y(rate):
        return TOP + HEIGHT * (highest - math.log10(rate)) / (highest - lowest)

    body = []
    bottom = TOP + HEIGHT
    for power in range(lowest, highest + 1):
        at = y(10**power)
        body += [
            f'<line class="grid" x1="{LEFT}" y1="{at:.1f}" x2="{LEFT + WIDTH}" y2="{at:.1f}"/>',
            f'<text class="right" x="{LEFT - 8}" y="{at + 4:.1f}">{"10" + str(power).translate(RAISED)}</text>',
        ]
        for digit in range(2, 10) if power < highest else ():  # between two powers
            between = y(digit * 10**power)
            body.append(
                f'<line class="frame" x1="{LEFT - 4}" y1="{between:.1f}" x2="{LEFT}" y2="{between:.1f}"/>'
            )
    for power in range(0, last + 1, 3):
        at = x(2**power)
        body += [
            f'<line class="grid" x1="{at:.1f}" y1="{TOP}" x2="{at:.1f}" y2="{bottom}"/>',
            f'<text class="middle" x="{at:.1f}" y="{bottom + 18}">{"2" + str(power).translate(RAISED)}</text>',
        ]
    body += [
        f'<line class="frame" x1="{LEFT}" y1="{TOP}" x2="{LEFT}" y2="{bottom}"/>',
        f'<line class="frame" x1="{LEFT}" y1="{bottom}" x2="{LEFT + WIDTH}" y2="{bottom}"/>',
        f'<text class="middle" x="{LEFT + WIDTH / 2}" y="{bottom + 40}">items of a segment</text>',
    ]
    drawn = [line for line in LINES if line[0] in points]
    for name, colour, stroke in drawn:
        at = " ".join(f"{x(length):.1f},{y(rate):.1f}" for length, rate in points[name])
        body.append(f'<path stroke="{colour}" {stroke} d="M{at}"><title>{escape(name)}</title></path>')
        if name != "streaming":
            body += [f'<circle cx="{x(l):.1f}" cy="{y(r):.1f}" r="2.5" fill="{colour}"/>' for l, r in points[name]]
    # At the ends of lines, which may meet there.
    ends = sorted((y(points[name][-1][1]), number) for number, (name, _, _) in enumerate(drawn))
    for height, (end, number) in zip(apart([end for end, _ in ends]), ends):
        name, colour, _ = drawn[number]
        from_x = x(points[name][-1][0])
        body += [
            f'<path stroke="{colour}" d="M{from_x + 4:.1f},{end:.1f} {LEFT + WIDTH + 18},{height:.1f}"/>',
            f'<text class="name" x="{LEFT + WIDTH + 22}" y="{height + 4:.1f}" style="fill:{colour}">{escape(name)}</text>',
        ]
    versions = [text.split(";")[0].split(", ", 1) for text in (above, above_torch) if ", " in text]
    machine = versions[0][0] if versions else "one GPU"
    below = "; ".join(["sums of float", *(software for _, software in versions[:1])])
    if "PyTorch" in points and len(versions) > 1:
        below += f"; {versions[1][1]}"
    title = f"Segments: GB/s by their length, on one {machine}"
    return page(LEFT + WIDTH + RIGHT, TOP + HEIGHT + BELOW, title, below, STYLE, body)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    torch = table(sys.argv[2]) if os.path.exists(sys.argv[2]) else ("", [])
    drawing = draw(*table(sys.argv[1]), *torch)
    with open(sys.argv[3], "w") as target:
        target.write(drawing)
