# SPDX-License-Identifier: Apache-2.0
"""Draws what measurements do not show, for drawing.py: the tree in steps, and the layouts."""

JOINED = "#333333"
COLOURS = ("#1f77b4", "#ff7f0e", "#2ca02c", "#9467bd", "#d62728")


def nodes_of(low, high):
    """The nodes of the tree of the items [low, high), as (low, high), children before parents."""
    if high - low > 1:
        middle = low + (1 << (high - low - 1).bit_length() - 1)
        yield from nodes_of(low, middle)
        yield from nodes_of(middle, high)
    yield low, high


def colour_of(node, cuts):
    """The colour of the part that has the whole node."""
    for number, (low, high) in enumerate(zip(cuts, cuts[1:])):
        if low <= node[0] and node[1] <= high:
            return COLOURS[number]
    return JOINED


def place_of(node, below):
    """The position of a node: an item under the others, a node above the middle of its children."""
    x = (below[node][0][0] + below[node][1][0]) / 2 if node in below else node[0]
    return x, (node[1] - node[0] - 1).bit_length()


def draw_tree(plt, data):
    """The same tree for each step: `cuts` says which part has which items, and so which nodes."""
    fig, rows = plt.subplots(len(data["steps"]), figsize=(780 / 96, 560 / 96), layout="constrained")
    fig.suptitle(data["title"], x=0.01, ha="left", fontsize=11, fontweight="bold")
    for axes, (text, cuts) in zip(rows, data["steps"]):
        places, below = {}, {}
        for node in nodes_of(0, data["n"]):
            if node[1] - node[0] > 1:
                middle = node[0] + (1 << (node[1] - node[0] - 1).bit_length() - 1)
                below[node] = places[node[0], middle], places[middle, node[1]]
            places[node] = place_of(node, below)
            colour = colour_of(node, cuts)
            for child in below.get(node, ()):
                axes.plot([child[0], places[node][0]], [child[1], places[node][1]], color="#aaaaaa", zorder=1)
            axes.scatter(*places[node], s=170 if node[1] - node[0] == 1 else 60, color=colour, zorder=2)
            if node[1] - node[0] == 1:
                axes.text(*places[node], node[0], color="white", ha="center", va="center")
        axes.set_title(text, fontsize=9, fontweight="normal")
        axes.set_ylim(-0.8, 4.6)
        axes.axis("off")
    return fig


def draw_layouts(plt, data):
    """A panel for each layout: cells of one colour are one group."""
    fig, panels = plt.subplots(2, 3, figsize=(780 / 96, 240 / 96), layout="constrained",
                               gridspec_kw={"height_ratios": [1, 3]})
    fig.suptitle(data["title"], x=0.01, ha="left", fontsize=11, fontweight="bold")
    for axes, (text, groups) in zip(panels.flat, data["panels"]):
        for y, row in enumerate(groups):
            for x, group in enumerate(row):
                axes.add_patch(plt.Rectangle((x, -y), 0.92, 0.92, color=COLOURS[group % len(COLOURS)]))
                axes.text(x + 0.46, 0.42 - y, group, color="white", ha="center", va="center")
        axes.set_title(text, fontsize=9, fontweight="normal", family="monospace")
        axes.set_xlim(0, max(map(len, groups)))
        axes.set_ylim(0.9 - len(groups), 1)
        axes.set_aspect("equal", anchor="NW")
        axes.axis("off")
    return fig


def tree(_):
    return {
        "kind": "tree", "n": 11, "title": "One tree, by the number of items alone",
        "steps": [("one thread has all items", [0, 11]),
                  ("three threads have a subtree each, and one of them joins (dark)", [0, 4, 8, 11]),
                  ("two machines, cut at 6: whole nodes stay whole, the others are joined at the end",
                   [0, 6, 11])]
    }


def layouts(_):
    return {
        "kind": "layouts", "title": "Layouts: which items make one result",
        "panels": [("batches(x, 4)", [[i // 4 for i in range(12)]]),
                   ("segments(x, {0, 3, 8, 12})", [[0] * 3 + [1] * 5 + [2] * 4]),
                   ("by_key({7,7,3,3,3,7,...}, x)", [[0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3]]),
                   ("rows(a)", [[row] * 6 for row in range(4)]),
                   ("columns(a)", [list(range(6)) for _ in range(4)]),
                   ("axes<0, 2>(b), b of 2 x 2 x 6", [[0] * 6, [1] * 6, [0] * 6, [1] * 6])]
    }
