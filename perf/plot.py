#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""perf/plot.py JSON SVG: draws what Google Benchmark has written, one bar of GB/s a row.

Rows are named suite/family/row and have the counter bytes_per_second, or another of RATES; a label becomes the bar's
tooltip. Each `*_roof_bytes_per_second` of the context is drawn as a line. No library is needed, and the same numbers
give the same bytes.
"""
import json
import re
import sys
from html import escape

LEFT, WIDTH, RIGHT, BAR, FAMILY, TOP = 250, 560, 90, 17, 27, 74
COLOURS = ["#86a8ec", "#efb118", "#ff725c", "#6cc5b0", "#3ca951", "#ff8ab7", "#a463f2", "#97bbf5", "#9c6b4e"]
RATES = {"bytes_per_second": "GB/s", "steps_per_second": "thousands of millions of steps a second"}
STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#222}.right{text-anchor:end}.family{font-weight:bold}"
    ".title{font-size:16px;font-weight:bold}"
    "line{stroke:#222;stroke-dasharray:5 3}"
)


def rate_of(report):
    """The counter that the rows have."""
    return next((rate for rate in RATES if any(rate in each for each in report["benchmarks"])), "bytes_per_second")


def rows_of(report, rate):
    """(family, row, that rate, tooltip), in the order in which they were measured."""
    for each in report["benchmarks"]:
        if each.get("run_type") == "iteration" and rate in each:
            name = re.sub(r"/(iterations:\d+|manual_time|real_time)", "", each["name"])
            _, family, row = name.split("/", 2)
            yield family, row, each[rate], each.get("label", "")


def figure(value):
    """1234.5e9 as 1234: three digits or more."""
    value /= 1e9
    return f"{value:.0f}" if value >= 100 else f"{value:#.3g}"


def software(context):
    driver = re.search(r"\d+\.\d+(\.\d+)?", context.get("driver", ""))
    parts = [("driver", driver and driver[0]), ("CUDA", context.get("cuda")), ("CCCL", context.get("cccl"))]
    return ", ".join(f"{name} {version}" for name, version in parts if version)


def page(wide, high, title, below, style, body):
    """A drawing of these lines, on white: the same where the page around it is dark."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}">',
            f"<style>{style}</style>",
            f'<rect width="{wide}" height="{high}" fill="#fff"/>',
            f'<text class="title" x="16" y="26">{escape(title)}</text>',
            f'<text x="16" y="45">{escape(below)}</text>',
            *body,
            "</svg>\n",
        ]
    )


def draw(report):
    context = report["context"]
    counter = rate_of(report)
    rows = list(rows_of(report, counter))
    suite = report["benchmarks"][0]["name"].split("/")[0]
    suffix = "_roof_bytes_per_second"
    roofs = {key[: -len(suffix)]: float(value) for key, value in context.items() if key.endswith(suffix)}
    longest = max([rate for _, _, rate, _ in rows] + list(roofs.values()))
    families = list(dict.fromkeys(family for family, _, _, _ in rows))

    def x(rate):
        return LEFT + WIDTH * rate / longest

    def number_at(end, y, text):  # within a long bar, beside a short one: clear of the roofs' lines
        if end > LEFT + WIDTH / 4:
            return f'<text class="right" x="{end - 5:.1f}" y="{y}">{text}</text>'
        return f'<text x="{end + 5:.1f}" y="{y}">{text}</text>'

    svg, y = [], TOP
    for number, family in enumerate(families):
        y += FAMILY
        svg.append(f'<text class="family" x="16" y="{y - 7}">{escape(family.replace("_", " "))}</text>')
        for _, row, rate, label in (each for each in rows if each[0] == family):
            colour = COLOURS[number % len(COLOURS)]
            svg += [
                f"<g><title>{escape(label)}</title>" if label else "<g>",
                f'<text class="right" x="{LEFT - 8}" y="{y + 12}">{escape(row.replace("_", " "))}</text>',
                f'<rect x="{LEFT}" y="{y + 2}" width="{max(x(rate) - LEFT, 0.5):.1f}" height="{BAR - 4}"'
                f' fill="{colour}"/>',
                number_at(x(rate), y + 12, figure(rate)) + "</g>",
            ]
            y += BAR
    lines = []
    for place, (name, rate) in enumerate(sorted(roofs.items(), key=lambda roof: roof[1])):
        above = TOP - 4 - 13 * place  # roofs lie close together: the higher one's label stands above the other's line
        lines += [
            f'<line x1="{x(rate):.1f}" y1="{above}" x2="{x(rate):.1f}" y2="{y + 4}"/>',
            f'<text class="right" x="{x(rate) - 4:.1f}" y="{above + 8}">{escape(name)} roof {figure(rate)}</text>',
        ]
    title = f"{suite}: {RATES[counter]} on one {context.get('gpu', 'machine')}"
    body = [*lines[::2], *svg, *lines[1::2]]
    return page(LEFT + WIDTH + RIGHT, y + 16, title, software(context), STYLE, body)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1]) as source:
        drawing = draw(json.load(source))
    with open(sys.argv[2], "w") as target:
        target.write(drawing)
