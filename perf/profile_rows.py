# SPDX-License-Identifier: Apache-2.0
"""profile_rows.py JSON PROGRAM [ARGUMENTS...]: the measurements of the profiler ncu for every row of a suite.

Runs PROGRAM, which is perf_ladder, perf_memory or perf_execution, under ncu, and keeps ncu's output beside
JSON. Bytes, instructions, sectors and conflicts are those of all launches of a row together, divided by its
items; the other figures are those of its longest launch. Exits with 1 if ncu is missing, may not read the
counters, or has seen no kernel.
"""

import csv
import os
import subprocess
import sys

import results

WARP = 32
TIME = "gpu__time_duration.sum"
NOTE = """\
Bytes are those of the GPU's memory, for each item; instructions, conflicts, sectors (of 32 bytes) and \
requests are for each 32 items. Occupancy: percent of the warps that a multiprocessor holds. Lanes: of 32, \
how many take part in an instruction, and how many no predicate takes back. Memory, barrier, shared \
memory, fixed latency: cycles that a warp waits for these between two of its instructions. These and all \
else are those of the longest launch. A load or store of a warp asks for 4 sectors where 32 words lie side \
by side. ncu empties the caches before each launch, and leaves the clocks alone."""


def stall(reason):
    return f"smsp__average_warps_issue_stalled_{reason}_per_issue_active.ratio"


def sectors(kind):
    return f"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_{kind}.ratio"


CONFLICTS, LOCAL = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared", "l1tex__t_sectors_pipe_lsu_mem_local_op"
SYSTEM = "lts__t_sectors_aperture_sysmem"
# Figure: (scale, metrics...). The first metric that ncu knows is used; "a+b" is a sum. The scale multiplies
# the total, divided by the items; 0: the figure is that of the longest launch.
FIGURES = {
    "bytes read": (1, "dram__bytes_read.sum"), "bytes written": (1, "dram__bytes_write.sum"),
    "instructions": (WARP, "smsp__inst_executed.sum"),
    "conflicts": (WARP, f"{CONFLICTS}.sum", f"{CONFLICTS}_op_ld.sum+{CONFLICTS}_op_st.sum"),
    "occupancy": (0, "sm__warps_active.avg.pct_of_peak_sustained_active"),
    "lanes": (0, "smsp__thread_inst_executed_per_inst_executed.ratio"),
    "lanes that act": (0, "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio"),
    "memory": (0, stall("long_scoreboard")), "barrier": (0, stall("barrier")),
    "shared memory": (0, stall("short_scoreboard")), "fixed latency": (0, stall("wait")),
    "sectors a load": (0, sectors("ld")), "sectors a store": (0, sectors("st")),
    "L1 hits, %": (0, "l1tex__t_sector_hit_rate.pct"), "L2 hits, %": (0, "lts__t_sector_hit_rate.pct"),
    "sectors over the link": (WARP, f"{SYSTEM}.sum", f"{SYSTEM}_op_read.sum+{SYSTEM}_op_write.sum"),
    "local sectors": (WARP, f"{LOCAL}_ld.sum+{LOCAL}_st.sum"), "constant requests": (WARP,
                                                                                     "idc__requests.sum"),
    "texture sectors": (WARP, "l1tex__t_sectors_pipe_tex_mem_texture.sum"),
    "uniform branches, %": (0, "smsp__sass_average_branch_targets_threads_uniform.pct"),
    "issue slots used, %": (0, "smsp__issue_active.avg.pct_of_peak_sustained_active"),
    "eligible warps": (0, "smsp__warps_eligible.avg.per_cycle_active"),
    "registers": (0, "launch__registers_per_thread"),
    "blocks by registers": (0, "launch__occupancy_limit_registers"),
    "blocks by shared memory": (0, "launch__occupancy_limit_shared_mem")
}
BYTES = ["bytes read", "bytes written"]
USUAL = [
    *BYTES, "instructions", "conflicts", "occupancy", "lanes", "lanes that act", "memory", "barrier",
    "shared memory"
]
ACCESSES = [*BYTES, "sectors a load", "sectors a store", "L1 hits, %", "L2 hits, %", "instructions", "memory"]
LINK = [*BYTES, "sectors over the link", "L2 hits, %", "occupancy", "memory"]
ARITHMETIC = ["instructions", "occupancy", "issue slots used, %", "eligible warps", "fixed latency", "memory"]
# The figures that explain a family. USUAL explains the ladder's families, and all others.
EXPLAINED_BY = {
    **dict.fromkeys(("plain sum", "plain copy", "alignment", "stride", "layout", "transposition"), ACCESSES),
    **dict.fromkeys(("transfer", "resident", "zero copy", "matrix addition"), LINK),
    **dict.fromkeys(("arithmetic latency", "memory latency"), ARITHMETIC), "table": [
        "instructions", "constant requests", "texture sectors", "conflicts", "sectors a load", "L1 hits, %",
        "memory", "shared memory"
    ], "window": [
        "bytes read", "sectors a load", "texture sectors", "L1 hits, %", "L2 hits, %", "instructions",
        "memory"
    ],
    "local memory": ["registers", "occupancy", "local sectors", "conflicts", "L1 hits, %", *BYTES,
                     "memory"], "divergence": [
                         "instructions", "lanes", "lanes that act", "uniform branches, %",
                         "issue slots used, %", "fixed latency"
                     ], "occupancy": [
                         "registers", "blocks by registers", "blocks by shared memory", "occupancy",
                         "bytes read", "memory"
                     ]
}


def figures_of(family):
    return EXPLAINED_BY.get(family, USUAL)


def figures_to_ask(program, arguments):
    """The figures of the families that a filter names; without a filter, those of the whole suite."""
    named = [family for family in EXPLAINED_BY if family in " ".join(arguments)]
    if named:
        return list(dict.fromkeys(each for family in named for each in EXPLAINED_BY[family]))
    return USUAL if os.path.basename(program) == "perf_ladder" else FIGURES


def metrics_to_ask(known, program, arguments=()):
    """The first known metric of each figure; all metrics if it is unknown which are known.
    Metrics of a launch, and of patched code, are always included: ncu's list has only the hardware's
    counters."""
    def is_known(name):
        return not known or name.startswith(("launch__", "smsp__sass_")) or name.split(".")[0] in known

    asked = [TIME]
    for figure in figures_to_ask(program, arguments):
        choices = [choice.split("+") for choice in FIGURES[figure][1:]]
        asked += next((names for names in choices if all(map(is_known, names))), [])
    return list(dict.fromkeys(asked))


def known_metrics():
    """The metrics that ncu can measure on this card; empty if ncu gives no list."""
    found = subprocess.run(["ncu", "--query-metrics"], capture_output=True, text=True, check=False)
    return {line.split()[0] for line in found.stdout.splitlines() if "__" in line.split(" ")[0]}


def run(program, arguments, log):
    """The program's output, and the command; ncu writes its table to `log`."""
    metrics = metrics_to_ask(known_metrics(), program, arguments)
    # For several passes over a kernel ncu saves and restores all memory, which takes minutes if part of it is
    # host memory. So perf_memory runs again for each pass instead.
    replay = ["--replay-mode", "application"] if os.path.basename(program) == "perf_memory" else []
    while True:
        command = [
            "ncu", *replay, "--profile-from-start", "off", "--clock-control", "none", "--csv", "--page",
            "raw", "--print-units", "base", "--log-file", log, "--metrics", ",".join(metrics), program,
            "once", *arguments
        ]
        printed = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False).stdout
        with open(log, encoding="utf-8") as file:
            said = file.read()
        refused = [name for name in metrics if name in said or name.split(".")[0] in said]
        if launches_of(said) or not refused or len(refused) == len(metrics):
            return said, printed, command
        metrics = [name for name in metrics if name not in refused]


def number(text):
    """Reads 1,234.5 as 1234.5; None for text that is no number, such as n/a."""
    try:
        return float(text.replace(",", ""))
    except (AttributeError, ValueError):
        return None


def launches_of(log):
    """The kernels in ncu's log, in order: name -> text. Other lines, and the units, are left out."""
    lines = [line for line in log.splitlines() if line.startswith('"')]
    return [row for row in csv.DictReader(lines) if row.get("ID")]


def value(figure, launches, items):
    """A figure of these launches; None if ncu did not report it."""
    scale, *choices = FIGURES[figure]
    longest = max(launches, key=lambda launch: number(launch.get(TIME)) or 0)
    for names in (choice.split("+") for choice in choices):
        found = [number(launch.get(name)) for launch in (launches if scale else [longest]) for name in names]
        if None not in found:
            return sum(found) * (scale / items if scale else 1)
    return None


def rows_of(log, printed, suite):
    """A row's own launches follow a kernel called next_row; a row without launches is left out. A program
    that ran several times has printed its rows as often."""
    groups = []
    for launch in launches_of(log):
        if "next_row" in launch["Kernel Name"]:
            groups.append([])
        elif groups:
            groups[-1].append(launch)
    rows = []
    names = [line.split(",", 2)[1:] for line in printed.splitlines() if line.startswith("row,")]
    for (items, name), group in zip(names, groups):
        if group:
            times = [number(launch.get(TIME)) for launch in group]
            row = {"name": f"{suite}/{name}", "n": int(items), "launches": len(group)}
            if None not in times:
                row["us"] = sum(times) / 1e3
            figures = {
                each: value(each, group, int(items))
                for each in figures_of(name.split("/")[0].replace("_", " "))
            }
            rows.append(row | {each: results.plain(its) for each, its in figures.items() if its is not None})
    return rows


def main(arguments):
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    target, program = arguments[:2]
    try:
        log, printed, command = run(program, arguments[2:], target + ".ncu.csv")
    except OSError as problem:
        print(f"profile_rows.py: {problem}", file=sys.stderr)
        return 1
    rows = rows_of(log, printed, os.path.basename(program).removeprefix("perf_"))
    if not rows:
        errors = [line for line in log.splitlines() if "==ERROR==" in line]
        print("profile_rows.py: ncu has seen no row", *errors, sep="\n", file=sys.stderr)
        return 1
    card = next((line.split(",", 1)[1] for line in printed.splitlines() if line.startswith("card,")), "")
    context = {"gpu": card, "note": NOTE, "command": " ".join(command)}
    results.write_measured(target, context, rows)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
