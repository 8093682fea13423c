# SPDX-License-Identifier: Apache-2.0
"""The results of perf, as all scripts here read and write them: JSON of a context and rows, a line each.

A row has a name, "suite/family/row" or "suite/family/n", the microseconds `us`, if it has a time, and
figures. NAME_us is the time of a rival, NAME_ratio that time divided by the row's own, and NAME_floor the
minimum of the ratio. A measurement with a wrong result has no row. read() also takes the JSON of Google
Benchmark, which the programs of perf write.
"""

import json
import os
import re
import subprocess

# Google Benchmark's entries on the machine and on itself that no table needs.
OF_BENCHMARK = {
    "host_name", "executable", "num_cpus", "mhz_per_cpu", "cpu_scaling_enabled", "aslr_enabled", "caches",
    "load_avg", "library_build_type", "library_version", "json_schema_version", "family_index",
    "per_family_instance_index", "run_name", "run_type", "repetitions", "repetition_index", "threads",
    "iterations", "real_time", "cpu_time", "time_unit"
}
MICROSECONDS = {"ns": 1e-3, "us": 1.0, "ms": 1e3, "s": 1e6}


def plain(value):
    """A number with six digits, and without a point if it has no fraction."""
    if not isinstance(value, float):
        return value
    value = float(f"{value:.6g}") if abs(value) < 1e6 or value != int(value) else value
    return int(value) if value == int(value) else value


def ordered(row):
    """Orders the figures: name, time and rates first, each rival's figures together, text last."""
    others = rivals(row)

    def place(key):
        rival = next((each for each in others if key.startswith(each + "_")), "")
        first = [key == "name", key == "us", key == "n", key.endswith("_per_second"), not rival, bool(rival)]
        last = "us ratio floor spread".split().index(key.split("_")[-1]) if rival else 0
        return key == "label", first.index(True), rival, last

    return dict(sorted(row.items(), key=lambda item: place(item[0])))


def read(path):
    """(context, rows), without rows that failed."""
    with open(path, encoding="utf-8") as file:
        found = json.load(file)
    if not isinstance(found, dict) or "benchmarks" not in found:
        raise ValueError('no results of perf: it has no "benchmarks"')
    context = {
        key: value
        for key, value in found.get("context", {}).items()
        if key not in OF_BENCHMARK - {"threads"}
    }
    rows = []
    for each in found["benchmarks"]:
        if each.get("run_type", "iteration") != "iteration" or each.get("error_occurred"):
            continue
        row = {"name": re.sub(r"/(iterations:\d+|manual_time|real_time)", "", each["name"])}
        if each.get("real_time"):
            row["us"] = each["real_time"] * MICROSECONDS[each.get("time_unit", "ns")]
        row.update((key, value) for key, value in each.items() if key not in OF_BENCHMARK | {"name"})
        rows.append(ordered({key: plain(value) for key, value in row.items()}))
    return context, rows


def write(path, context, rows):
    lines = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in rows)
    with open(path, "w", encoding="utf-8") as file:
        file.write(
            f'{{\n "context": {json.dumps(context, ensure_ascii=False)},\n "benchmarks": [\n{lines}\n ]\n}}\n'
        )


def checked_out_commit():
    """The commit, as report.hpp finds it for the programs."""
    ask = ["git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    try:
        said = subprocess.run(ask, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        said = ""
    return os.environ.get("IMPULSE_COMMIT", said)


def write_measured(path, context, rows):
    """Writes new measurements of a script, with the commit; unknown entries of the context are left out."""
    context = context | {"commit": checked_out_commit()}
    write(path, {key: its for key, its in context.items() if its}, rows)


def names(folder):
    """The names of all results."""
    return sorted(name[:-5] for name in os.listdir(folder) if name.endswith(".json"))


def rivals(row):
    return [key[:-6] for key in row if key.endswith("_ratio") and key[:-5] + "us" in row]


def words(name):
    """Writes a_name as "a name"; names of CUDA, such as __ldg, keep their underscores."""
    return re.sub(r"(?<!_)_(?!_)", " ", name)


def count_text(n):
    """Writes 268435456 as 2^28, 1048577 as 2^20+1, and 1000 as 1000."""
    n = int(n)
    for off in (0, -1, 1):
        power = n - off
        if power >= 1024 and power & (power - 1) == 0:
            return f"2^{power.bit_length() - 1}" + (f"{off:+d}" if off else "")
    return str(n)


def machine(context):
    """The machine and the software of a measurement."""
    driver = re.search(r"\d+(\.\d+)+", context.get("driver", ""))
    parts = [context.get("gpu"), context.get("cpu"), driver and f"driver {driver[0]}"]
    titles = (("cuda", "CUDA "), ("cccl", "CCCL "), ("nccl", "NCCL "), ("pytorch", "PyTorch "),
              ("compiler", ""), ("threads", "threads of the host: "), ("host_back_end",
                                                                       "back end "), ("seed", "random seed "))
    return ", ".join(
        filter(None, parts + [f"{title}{context[key]}" for key, title in titles if key in context]))
