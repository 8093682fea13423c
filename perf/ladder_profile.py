# SPDX-License-Identifier: Apache-2.0
"""ladder_profile.py TABLE FOLDER [PROGRAM]: what the profiler sees of every rung of the ladder, in one table.

Runs PROGRAM, which is perf_ladder, under ncu, keeps what both print in FOLDER, and writes TABLE, in Markdown. Without
PROGRAM it writes the table of what FOLDER has. A figure that this ncu, or this card, does not have is "-".

Bytes, instructions and bank conflicts are those of all launches of a rung together, over its items; the other columns
are those of its longest launch. Exits with 1 if ncu is not there, may not read the counters, or has seen no kernel.
"""
import csv
import os
import subprocess
import sys

WARP = 32
TIME = "gpu__time_duration.sum"


class Column:
    """A figure of the table: the first of `names` that ncu knows; each may be several, which are added."""

    def __init__(self, title, *names, scale=0.0, digits=1):
        self.title = title
        self.names = [name.split("+") for name in names]
        self.scale = scale  # of totals, which are taken over the items; 0: a ratio, of the longest launch
        self.digits = digits


def stall(reason):
    return f"smsp__average_warps_issue_stalled_{reason}_per_issue_active.ratio"


CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared"
COLUMNS = [
    Column("bytes read", "dram__bytes_read.sum", scale=1, digits=2),
    Column("bytes written", "dram__bytes_write.sum", scale=1, digits=2),
    Column("instructions", "smsp__inst_executed.sum", scale=WARP),
    Column("conflicts", CONFLICTS + ".sum", f"{CONFLICTS}_op_ld.sum+{CONFLICTS}_op_st.sum", scale=WARP, digits=2),
    Column("occupancy", "sm__warps_active.avg.pct_of_peak_sustained_active", digits=0),
    Column("lanes", "smsp__thread_inst_executed_per_inst_executed.ratio"),
    Column("lanes that act", "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio"),
    Column("memory", stall("long_scoreboard")),
    Column("barrier", stall("barrier")),
    Column("shared memory", stall("short_scoreboard")),
]
LEGEND = """\
Bytes are those of the GPU's memory, for each item; instructions and bank conflicts are those of warps, for each 32 items.
Occupancy is the percentage of the warps that a multiprocessor holds. Lanes: of 32, how many take part in an
instruction, and of how many no predicate takes it back. The last three columns say for how many cycles a warp waits between two
of its instructions: for memory, at a barrier of its block, for shared memory or shuffles. They, occupancy and lanes are
those of the longest launch. The profiler empties the caches before each launch, and leaves the clocks alone."""


def metrics_to_ask(known):
    """Of each column's choices the first that is known; all that are asked for if nothing is said of what is known."""
    asked = [TIME]
    for each in COLUMNS:
        fits = [names for names in each.names if not known or all(name.split(".")[0] in known for name in names)]
        asked += fits[0] if fits else []
    return asked


def known_metrics():
    """What ncu can measure on this card; empty if it does not say."""
    found = subprocess.run(["ncu", "--query-metrics"], capture_output=True, text=True, check=False)
    return {line.split()[0] for line in found.stdout.splitlines() if "__" in line.split(" ")[0]}


def command_for(program, metrics, log):
    return ["ncu", "--profile-from-start", "off", "--clock-control", "none", "--csv", "--page", "raw",
            "--print-units", "base", "--log-file", log, "--metrics", ",".join(metrics), program, "once"]


def run(program, folder):
    """Leaves ncu's table, what the program printed, and the command in `folder`."""
    os.makedirs(folder, exist_ok=True)
    log = os.path.join(folder, "ncu.csv")
    metrics = metrics_to_ask(known_metrics())
    while True:
        command = command_for(program, metrics, log)
        found = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        with open(log, encoding="utf-8") as file:
            said = file.read()
        refused = [name for name in metrics if name in said or name.split(".")[0] in said]
        if launches_of(said) or not refused or len(refused) == len(metrics):
            break
        metrics = [name for name in metrics if name not in refused]
    version = subprocess.run(["ncu", "--version"], capture_output=True, text=True, check=False).stdout.split("\n")
    with open(os.path.join(folder, "program.txt"), "w", encoding="utf-8") as file:
        file.write(f"command,{' '.join(command)}\n")
        file.writelines(f"profiler,{line}\n" for line in version if line.startswith("Version"))
        file.write(found.stdout)


def number(text):
    """1,234.5 as 1234.5; what is no number, as n/a, is None."""
    try:
        return float(text.replace(",", ""))
    except (AttributeError, ValueError):
        return None


def launches_of(log):
    """The kernels in ncu's log, in their order: name -> text. Lines of other kinds, and that of units, are left out."""
    lines = [line for line in log.splitlines() if line.startswith('"')]
    return [row for row in csv.DictReader(lines) if row.get("ID")]


def rungs_of(launches, printed):
    """(family, rung, items, launches) of each rung: its own launches come behind a kernel called next_rung."""
    groups = []
    for launch in launches:
        if "next_rung" in launch["Kernel Name"]:
            groups.append([])
        elif groups:
            groups[-1].append(launch)
    rungs = [line.split(",")[1:4] for line in printed.splitlines() if line.startswith("rung,")]
    return [(family, name, int(n), group) for (family, name, n), group in zip(rungs, groups)]


def total(launch, names):
    values = [number(launch.get(name)) for name in names]
    return None if None in values else sum(values)


def figure(what, launches, items):
    """A cell of the table."""
    longest = max(launches, key=lambda launch: number(launch.get(TIME)) or 0, default=None)
    for names in what.names:
        values = [total(launch, names) for launch in (launches if what.scale else [longest] if longest else [])]
        if values and None not in values:
            return f"{sum(values) * (what.scale / items if what.scale else 1):.{what.digits}f}"
    return "-"


def said_by(printed, word):
    return next((line.split(",", 1)[1] for line in printed.splitlines() if line.startswith(word + ",")), "-")


def table(log, printed):
    """The whole text."""
    lines = [f"{said_by(printed, 'card')}.", f"ncu {said_by(printed, 'profiler')}:", "",
             f"    {said_by(printed, 'command')}", "", LEGEND, ""]
    titles = ["rung", "launches", "µs"] + [each.title for each in COLUMNS]
    lines += ["| " + " | ".join(titles) + " |", "|" + " --- |" * len(titles)]
    last = ""
    for family, name, items, launches in rungs_of(launches_of(log), printed):
        if family != last:
            lines.append(f"| **{family.replace('_', ' ')}** |" + " |" * (len(titles) - 1))
            last = family
        times = [number(launch.get(TIME)) for launch in launches]
        time = "-" if None in times or not times else f"{sum(times) / 1e3:.1f}"
        cells = [name.replace("_", " "), str(len(launches)), time]
        lines.append("| " + " | ".join(cells + [figure(each, launches, items) for each in COLUMNS]) + " |")
    return "\n".join(lines) + "\n"


def main(arguments):
    if len(arguments) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    target, folder = arguments[:2]
    try:
        if len(arguments) == 3:
            run(arguments[2], folder)
        with open(os.path.join(folder, "ncu.csv"), encoding="utf-8") as file:
            log = file.read()
        with open(os.path.join(folder, "program.txt"), encoding="utf-8") as file:
            printed = file.read()
    except OSError as problem:
        print(f"ladder_profile.py: {problem}", file=sys.stderr)
        return 1
    if not rungs_of(launches_of(log), printed):
        errors = [line for line in log.splitlines() if "==ERROR==" in line]
        print("ladder_profile.py: ncu has seen no rung", *errors, sep="\n", file=sys.stderr)
        return 1
    with open(target, "w", encoding="utf-8") as file:
        file.write(table(log, printed))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
