#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws a table of perf_host --roof: perf/host/heat_map.py TABLE.md PICTURE

An algorithm has a row, a type and size a column; the colour is the part of the roof.
"""
import re
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt


def read(path):
    """The parts by (algorithm, type), and the names of the sizes."""
    sizes, parts = [], {}
    for line in open(path, encoding="utf-8"):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if cells[0] == "algorithm":
            sizes = [cell.replace(" bytes", "") for cell in cells[2:]]
        elif len(cells) > 2 and cells[0] != "roof" and re.fullmatch(r"\d+\.\d+", cells[2]):
            parts[cells[0], cells[1]] = [float(cell) for cell in cells[2:]]
    return sizes, parts


def main():
    sizes, parts = read(sys.argv[1])
    algorithms = list(dict.fromkeys(name for name, _ in parts))
    types = list(dict.fromkeys(kind for _, kind in parts))
    values = [[v for kind in types for v in parts[name, kind]] for name in algorithms]
    columns = len(values[0])
    fig, axes = plt.subplots(figsize=(2.2 + 0.36 * columns, 1.4 + 0.27 * len(algorithms)))
    image = axes.imshow(values, cmap="RdYlGn", vmin=0, vmax=1.0, aspect="auto")
    for y, row in enumerate(values):
        for x, value in enumerate(row):
            axes.text(x, y, f"{value:.1f}" if value >= 1 else f"{value:.2f}"[1:], ha="center", va="center", fontsize=6)
    axes.set_yticks(range(len(algorithms)), algorithms, fontsize=8)
    axes.set_xticks(range(columns), sizes * len(types), fontsize=6, rotation=60)
    for t, kind in enumerate(types):
        axes.text((t + 0.5) * len(sizes) - 0.5, -0.8, kind, ha="center", fontsize=9, weight="bold")
        if t:
            axes.axvline(t * len(sizes) - 0.5, color="white", linewidth=3)
    axes.set_xlabel("bytes of items", fontsize=8)
    fig.colorbar(image, label="part of the roof", fraction=0.02, pad=0.01)
    fig.tight_layout()
    fig.savefig(sys.argv[2], dpi=130)


main()
