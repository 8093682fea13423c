#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""row_tables.py JSON: what Google Benchmark has written of a suite of rows, as Markdown, a table for each family.

Rows are named suite/family/row. A family has the columns of which its rows have figures: those of RATES, and every other
counter by its name. No library is needed.
"""
import json
import re
import sys

RATES = {"bytes_per_second": "GB/s", "touched_bytes_per_second": "moved", "operations_per_second": "G operations/s"}
OF_BENCHMARK = {"name", "family_index", "per_family_instance_index", "run_name", "run_type", "repetitions",
                "repetition_index", "threads", "iterations", "real_time", "cpu_time", "time_unit", "label", "n",
                "error_occurred", "error_message"}


def time_text(microseconds):
    """1234.5 as 1235 µs, 12.345 as 12.3 µs; from 10000 on in milliseconds."""
    if microseconds >= 10000:
        return f"{microseconds / 1000:.1f} ms"
    return f"{microseconds:.{0 if microseconds >= 1000 else 1}f} µs"


def figure(value):
    """Four digits at most, and no exponent."""
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def count_text(n):
    """268435456 as 2^28, and 1000 as 1000."""
    n = int(n)
    return f"2^{n.bit_length() - 1}" if n >= 1024 and n & (n - 1) == 0 else str(n)


def families_of(report):
    """family -> its rows, as (name, what Google Benchmark says), in the order in which they were measured."""
    found = {}
    for each in report["benchmarks"]:
        if each.get("run_type", "iteration") == "iteration" and not each.get("error_occurred"):
            name = re.sub(r"/(iterations:\d+|manual_time|real_time)", "", each["name"])
            _, family, row = name.split("/", 2)
            found.setdefault(family, []).append((row, each))
    return found


def tables(report):
    context = report["context"]
    lines = [f"{context.get('gpu', 'One GPU')}, CUDA {context.get('cuda', '-')}."]
    for family, rows in families_of(report).items():
        counters = list(dict.fromkeys(key for _, each in rows for key in each if key not in OF_BENCHMARK))
        rates = [key for key in RATES if key in counters]
        others = [key for key in counters if key not in RATES]
        titles = ["row", "n", "time"] + [RATES[key] for key in rates] + [key.replace("_", " ") for key in others] + ["what it shows"]
        lines += ["", f"## {family.replace('_', ' ')}", "", "| " + " | ".join(titles) + " |", "|" + " --- |" * len(titles)]
        for name, each in rows:
            cells = [name.replace("_", " "), count_text(each.get("n", 0)), time_text(each["real_time"])]
            cells += [figure(each[key] / 1e9) if key in each else "" for key in rates]
            cells += [figure(each[key]) if key in each else "" for key in others] + [each.get("label", "")]
            lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as source:
        sys.stdout.write(tables(json.load(source)))
