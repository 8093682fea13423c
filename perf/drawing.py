# SPDX-License-Identifier: Apache-2.0
"""Draws the pictures of pictures.py: lines, dots and bars, by matplotlib."""

import hashlib
import json
import math
import re

from diagrams import draw_layouts, draw_tree  # noqa: F401, which draw() finds by name

WIDTH, DPI = 780, 96  # in pixels; the smallest letters are 12 pixels high
FONT = 9  # in points; a pixel is three quarters of a point
GREY = "#666666"
STYLE = {
    "svg.fonttype": "none", "svg.hashsalt": "impulse", "font.family": "sans-serif", "font.size": FONT,
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial", "sans-serif"], "axes.titlesize": 11,
    "axes.titleweight": "bold", "axes.titlelocation": "left", "axes.grid": True, "grid.color": "#dddddd",
    "axes.axisbelow": True, "axes.spines.top": False, "axes.spines.right": False, "legend.frameon": False,
    "lines.linewidth": 2, "lines.markersize": 4
}
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")  # full-size characters; TeX's are smaller
MARKS = "osD^v"  # so lines differ not only in colour


def digest(data):
    """The digest of a picture's data. The picture contains it."""
    return hashlib.sha256(json.dumps(data, ensure_ascii=False).encode()).hexdigest()[:16]


def raised(text):
    """Writes 2^20 as 2²⁰."""
    return re.sub(r"\^(\d+)", lambda power: power[1].translate(RAISED), text)


def size_text(n, _=None):
    return raised(f"2^{round(math.log2(n))}")


def text_of(value):
    return f"{value:.0f}" if value >= 100 else f"{value:#.3g}"


def figure_of(plt, data, height):
    """A figure, and axes between a title above and a legend at the right or below."""
    fig, axes = plt.subplots(figsize=(WIDTH / DPI, height / DPI), layout="constrained")
    axes.set_title(f"{data['title']}\n", pad=2)
    axes.text(0, 1, data["below"] + "\n", transform=axes.transAxes, va="bottom", color="#444444",
              fontsize=FONT, linespacing=0.6)
    axes.set_xlabel(data["x"])
    return fig, axes


def draw_lines(plt, data):
    fig, axes = figure_of(plt, data, 420)
    log = data.get("log", "")
    for number, (name, colour, points) in enumerate(data["series"]):
        is_level = colour == GREY
        axes.plot(*zip(*points), color=colour, label=name, linestyle="--" if is_level else "-",
                  marker="" if is_level else MARKS[number % len(MARKS)], linewidth=1.5 if is_level else 2)
    if "level" in data:
        axes.axhline(data["level"], color=GREY, linestyle="--", linewidth=1.5)
    if "x" in log:
        axes.set_xscale("log", base=2)
        axes.xaxis.set_major_formatter(size_text)
        if "ticks" in data:
            axes.set_xticks(*zip(*data["ticks"]))
    else:
        axes.set_xticks(sorted({x for *_, points in data["series"] for x, _ in points}))
    if "y" in log:
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter("{x:g}")
    if data.get("zero"):
        axes.set_ylim(bottom=0)
    axes.set_ylabel(data["y"])
    fig.legend(loc="outside right upper")
    return fig


def draw_dots(plt, data):
    from matplotlib.ticker import NullLocator

    fig, axes = figure_of(plt, data, 110 + 19 * len(data["rows"]))
    for size, colour in data["sizes"].items():
        points = [(found[size], name) for name, found in data["rows"].items() if size in found]
        axes.scatter([value for value, _ in points], [list(data["rows"]).index(name) for _, name in points],
                     color=colour, label=size, s=30, zorder=3)
    axes.set_yticks(range(len(data["rows"])), list(data["rows"]))
    axes.set_ylim(len(data["rows"]) - 0.5, -0.5)
    axes.set_xscale("log")
    axes.set_xticks(data["ticks"], [f"{tick:g}" for tick in data["ticks"]])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.axvline(1, color=GREY, linestyle="--", linewidth=1.5)
    fig.legend(loc="outside right upper")
    return fig


def draw_bars(plt, data):
    places, names, y = [], [], 0.0
    for family, rows in data["families"].items():
        y += 1.5
        names.append((y - 0.95, family))
        places += [(y + i, row, value, family) for i, (row, value) in enumerate(rows)]
        y += len(rows)
    fig, axes = figure_of(plt, data, 100 + 15.5 * y)
    longest = max([value for _, _, value, _ in places] + list(data["levels"].values()))
    colours = plt.get_cmap("tab10").colors
    families = list(data["families"])
    axes.barh([at for at, *_ in places], [value for _, _, value, _ in places], height=0.75, color=[
        tuple(0.5 + part / 2 for part in colours[families.index(family) % 10]) for *_, family in places
    ],
              )
    for at, _, value, _ in places:  # beside the frame, so that it does not cover bars and levels
        axes.annotate(text_of(value), (1, at), xycoords=axes.get_yaxis_transform(), xytext=(44, 0),
                      textcoords="offset points", va="center", ha="right", annotation_clip=False)
    axes.set_yticks([at for at, *_ in places], [row for _, row, *_ in places])
    axes.tick_params(axis="y", length=0)
    for at, family in names:
        axes.annotate(family, (0, at), xycoords=axes.get_yaxis_transform(), fontweight="bold", va="center",
                      xytext=(-6, 0), textcoords="offset points", ha="right",
                      )
    for dashes, (name, value) in zip(("--", ":"), data["levels"].items()):
        axes.axvline(value, color="#222222", linestyle=dashes, linewidth=1,
                     label=f"{name} roof: {text_of(value)}", zorder=4)
    axes.set_ylim(y, 0)
    if data.get("log"):  # each step of the grid is a factor of ten
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter("{x:g}")
    axes.set_xlim(1 if data.get("log") else 0, 1.02 * longest)
    if data["levels"]:
        above = 0 if len(data["levels"]) > 1 else 16 / fig.get_size_inches()[1] / DPI  # beside the title
        axes.legend(loc="lower right", bbox_to_anchor=(1.08, 1 + above), borderaxespad=0)
    axes.grid(axis="y", visible=False)
    return fig


def draw_heat(plt, data):
    """A row for each name, a group of columns for each kind; the colour shows the value, up to 1."""
    rows = data["rows"]
    fig, axes = figure_of(plt, data, 130 + 18 * len(rows))
    values = [[math.nan if value is None else value for group in its for value in group]
              for its in rows.values()]
    image = axes.imshow(values, cmap="RdYlGn", vmin=0, vmax=1, aspect="auto")
    axes.set_yticks(range(len(rows)), list(rows))
    ticks, begin = [], 0
    for kind, columns in data["columns"]:
        ticks += [(begin + at, name) for at, name in enumerate(columns) if at % 3 == 2]
        axes.annotate(kind, (begin + len(columns) / 2 - 0.5, 0), xycoords=("data", "axes fraction"),
                      xytext=(0, -28), textcoords="offset points", ha="center", fontweight="bold")
        begin += len(columns)
        axes.axvline(begin - 0.5, color="white", linewidth=3)
    axes.set_xticks(*zip(*ticks))
    axes.set_xlim(-0.5, begin - 0.5)
    axes.xaxis.labelpad = 20
    axes.tick_params(length=0)
    axes.grid(visible=False)
    fig.colorbar(image, label="part of the roof", fraction=0.03, pad=0.02)
    return fig


def draw(data, path, png=False):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    with plt.rc_context(STYLE):
        fig = globals()["draw_" + data["kind"]](plt, data)
        fig.savefig(path, metadata={"Date": None, "Creator": None, "Description": digest(data)})
        if png:
            fig.savefig(path.replace(".svg", ".png"), dpi=DPI)
        plt.close(fig)
