#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""host_misses.py RESULTS: what of RESULTS/host.json is below its aim, a line for each aim and call.

Aims are parts of the roof from 2^24 bytes on, GB/s of one core, nanoseconds of few items, and the speed of
the best rival. Builds other than g++ -O3 have half of the parts where no part of their own is named.
"""

import os
import re
import sys

import host_tables
import results

SINGLE = r"sum|dot|norm|mean|count_if|((min|max|minmax)_(value|element))|argm.*"
# (calls, types): the part with g++ -O3, and those of other builds that are not half of it
PARTS = [
    (SINGLE, "f32|i8", 0.85, {"-O2": 0.85}), (SINGLE, "i64", 0.85, {"-O2": 0.7}),
    (SINGLE, "f64", 0.85, {"-O2": 0.4}), (SINGLE, "i32|i16", 0.85, {}),
    ("variance|stddev|moments.*", "f..|i64|i32", 0.65, {"-O2": 0.35}),
    ("variance|stddev|moments.*", "i16|i8", 0.35, {"-O2": 0.35}),
    (r"lambda [+*]", "f32|f64|i32", 0.7, {}), ("lambda max", "f32|f64|i32", 0.4, {"clang++ 14": 0.7}),
    ("lambda.*", "i8", 0.4, {}), ("unordered.*", ".*", 0.9, {}), (r"lambda \*", "2x2", 0.75, {})
]  # yapf: disable
GIGABYTES = [(r"(min|max)_.*|argm.*", 40), ("minmax_.*", 25), ("moments", 10)]  # floats in cache, one core


def misses(kind, call, figures):
    """(aim, size, what is reached) of one row."""
    for size in host_tables.sizes_of(figures, "", host_tables.CORE):
        power = int(re.search(r"\d+(?= )", size)[0])
        its = {side: value for (at, side), value in figures.items() if at == size}
        aim = 1.2 * its.get("loop", its.get("", 0)) + 2
        if "items" in size and its[""] > aim:
            yield "few items, ns", f"{size} {its['']:.3g} (aim {aim:.3g})"
        for calls, least in GIGABYTES:
            if kind == "f32" and re.fullmatch(calls, call) and its.get(host_tables.CORE, least) < least:
                yield f"{least} GB/s of one core", f"{size[:-6]} {its[host_tables.CORE]:.3g}"
        if "items" in size or power < 24:
            continue
        rivals = [side for side in its if side and not side.startswith(host_tables.BUILDS)]
        best = max(rivals, key=its.get, default="")
        if its[""] < its[best]:
            yield "the best rival", f"{size[:-6]} {its[''] / its[best]:.2f} of {best}"
        for side in its.keys() - set(rivals):
            for calls, kinds, part, others in PARTS:
                least = part if not side else others.get(side, part / 2)
                if re.fullmatch(calls, call) and re.fullmatch(kinds, kind) and its[side] < least:
                    yield f"{least:.3g} of the roof{', ' * bool(side)}{side}", f"{size[:-6]} {its[side]:.2f}"


def main(folder):
    found = {}
    for row in results.read(os.path.join(folder, "host.json"))[1]:
        kind, call = row["name"].split("/", 2)[1:]
        for aim, text in misses(kind, call, host_tables.figures(row)):
            found.setdefault(aim, {}).setdefault(call, {}).setdefault(kind, []).append(text)
    for aim, calls in sorted(found.items()):
        print(f"{aim}:")
        for call, kinds in calls.items():
            print(f"  {call}:", "; ".join(f"{kind} {', '.join(its)}" for kind, its in kinds.items()))


if __name__ == "__main__":
    main(*sys.argv[1:])
