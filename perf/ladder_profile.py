# SPDX-License-Identifier: Apache-2.0
"""ladder_profile.py TABLE FOLDER [PROGRAM [ARGUMENTS...]]: what the profiler sees of every rung of the ladder, or of every
row of the suites memory and execution.

Runs PROGRAM, which is perf_ladder, perf_memory or perf_execution, under ncu, keeps what both print in FOLDER, and writes
TABLE, in Markdown. Without PROGRAM it writes the table of what FOLDER has. A figure that this ncu, or this card, does not
have is "-". Each family has the columns that explain it: see EXPLAINED_BY.

Bytes, instructions, sectors and bank conflicts are those of all launches of a row together, over its items; the other
columns are those of its longest launch. Exits with 1 if ncu is not there, may not read the counters, or has seen no kernel.
"""
import csv
import os
import subprocess
import sys

WARP = 32
TIME = "gpu__time_duration.sum"


class Column:
    """A figure of a table: the first of `names` that ncu knows; each may be several, which are added."""

    def __init__(self, title, *names, scale=0.0, digits=1, tells=""):
        self.title = title
        self.names = [name.split("+") for name in names]
        self.scale = scale  # of totals, which are taken over the items; 0: a ratio, of the longest launch
        self.digits = digits
        self.tells = tells  # what LEGEND does not say


def stall(reason):
    return f"smsp__average_warps_issue_stalled_{reason}_per_issue_active.ratio"


def sectors_per_request(kind):
    return f"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_{kind}.ratio"


CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared"
LOCAL = "l1tex__t_sectors_pipe_lsu_mem_local_op"
BYTES_READ = Column("bytes read", "dram__bytes_read.sum", scale=1, digits=2)
BYTES_WRITTEN = Column("bytes written", "dram__bytes_write.sum", scale=1, digits=2)
INSTRUCTIONS = Column("instructions", "smsp__inst_executed.sum", scale=WARP)
BANK_CONFLICTS = Column("conflicts", CONFLICTS + ".sum", f"{CONFLICTS}_op_ld.sum+{CONFLICTS}_op_st.sum", scale=WARP, digits=2)
OCCUPANCY = Column("occupancy", "sm__warps_active.avg.pct_of_peak_sustained_active", digits=0)
LANES = Column("lanes", "smsp__thread_inst_executed_per_inst_executed.ratio")
ACTING_LANES = Column("lanes that act", "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio")
MEMORY = Column("memory", stall("long_scoreboard"))
BARRIER = Column("barrier", stall("barrier"))
SHARED_MEMORY = Column("shared memory", stall("short_scoreboard"))
FIXED_LATENCY = Column("fixed latency", stall("wait"), tells="cycles that a warp waits for arithmetic")
LOAD_SECTORS = Column("sectors a load", sectors_per_request("ld"),
                      tells="sectors of 32 bytes for which one load of a warp asks; 4 where 32 words lie side by side")
STORE_SECTORS = Column("sectors a store", sectors_per_request("st"), tells="likewise of a store")
L1_HITS = Column("L1 hits", "l1tex__t_sector_hit_rate.pct", digits=0, tells="percent of the sectors that L1 had")
L2_HITS = Column("L2 hits", "lts__t_sector_hit_rate.pct", digits=0, tells="percent of the sectors that L2 had")
HOST_SECTORS = Column("sectors of the host", "lts__t_sectors_aperture_sysmem.sum",
                      "lts__t_sectors_aperture_sysmem_op_read.sum+lts__t_sectors_aperture_sysmem_op_write.sum", scale=WARP,
                      digits=2, tells="of 32 bytes, that went over the link, for each 32 items")
LOCAL_SECTORS = Column("local sectors", f"{LOCAL}_ld.sum+{LOCAL}_st.sum", scale=WARP, digits=2,
                       tells="of 32 bytes, of local memory, for each 32 items")
CONSTANT_REQUESTS = Column("constant requests", "idc__requests.sum", scale=WARP,
                           tells="to the cache of constants, for each 32 items")
TEXTURE_SECTORS = Column("texture sectors", "l1tex__t_sectors_pipe_tex_mem_texture.sum", scale=WARP, digits=2,
                         tells="of 32 bytes, by the texture units, for each 32 items")
UNIFORM_BRANCHES = Column("uniform branches", "smsp__sass_average_branch_targets_threads_uniform.pct", digits=0,
                          tells="percent of the branches that a whole warp takes one way (branch efficiency)")
ISSUE = Column("issue slots", "smsp__issue_active.avg.pct_of_peak_sustained_active", digits=0,
               tells="percent of the cycles in which a scheduler issues")
ELIGIBLE = Column("eligible warps", "smsp__warps_eligible.avg.per_cycle_active", digits=2,
                  tells="warps of a scheduler that could go on, in a cycle")
REGISTERS = Column("registers", "launch__registers_per_thread", digits=0, tells="of a thread")
REGISTER_LIMIT = Column("blocks by registers", "launch__occupancy_limit_registers", digits=0,
                        tells="blocks of a multiprocessor that the registers leave room for")
SHARED_LIMIT = Column("blocks by shared memory", "launch__occupancy_limit_shared_mem", digits=0,
                      tells="likewise shared memory")

USUAL = [BYTES_READ, BYTES_WRITTEN, INSTRUCTIONS, BANK_CONFLICTS, OCCUPANCY, LANES, ACTING_LANES, MEMORY, BARRIER,
         SHARED_MEMORY]
ACCESSES = [BYTES_READ, BYTES_WRITTEN, LOAD_SECTORS, STORE_SECTORS, L1_HITS, L2_HITS, INSTRUCTIONS, MEMORY]
LINK = [BYTES_READ, BYTES_WRITTEN, HOST_SECTORS, L2_HITS, OCCUPANCY, MEMORY]
ARITHMETIC = [INSTRUCTIONS, OCCUPANCY, ISSUE, ELIGIBLE, FIXED_LATENCY, MEMORY]

# The columns of each family of the suites of rows. Those of the ladder, and of a family that is not here, are USUAL.
EXPLAINED_BY = {
    "perf_memory": {
        **dict.fromkeys(("plain sum", "plain copy", "alignment", "stride", "layout", "transposition"), ACCESSES),
        **dict.fromkeys(("transfer", "resident", "zero copy", "matrix addition"), LINK),
        "table": [INSTRUCTIONS, CONSTANT_REQUESTS, TEXTURE_SECTORS, BANK_CONFLICTS, LOAD_SECTORS, L1_HITS, MEMORY,
                  SHARED_MEMORY],
        "window": [BYTES_READ, LOAD_SECTORS, TEXTURE_SECTORS, L1_HITS, L2_HITS, INSTRUCTIONS, MEMORY],
        "local memory": [REGISTERS, OCCUPANCY, LOCAL_SECTORS, BANK_CONFLICTS, L1_HITS, BYTES_READ, BYTES_WRITTEN, MEMORY],
    },
    "perf_execution": {
        "divergence": [INSTRUCTIONS, LANES, ACTING_LANES, UNIFORM_BRANCHES, ISSUE, FIXED_LATENCY],
        "occupancy": [REGISTERS, REGISTER_LIMIT, SHARED_LIMIT, OCCUPANCY, BYTES_READ, MEMORY],
        "number types": USUAL,
        **dict.fromkeys(("arithmetic latency", "memory latency"), ARITHMETIC),
    },
}
LEGEND = """\
Bytes are those of the GPU's memory, for each item; instructions and bank conflicts are those of warps, for each 32 items.
Occupancy is the percentage of the warps that a multiprocessor holds. Lanes: of 32, how many take part in an
instruction, and of how many no predicate takes it back. Memory, barrier and shared memory say for how many cycles a warp
waits between two of its instructions: for memory, at a barrier of its block, for shared memory or shuffles. They,
occupancy and lanes are those of the longest launch. The profiler empties the caches before each launch, and leaves the
clocks alone."""


def columns_of(family):
    return next((suite[family] for suite in EXPLAINED_BY.values() if family in suite), USUAL)


def all_columns(families):
    """The columns of these families, each once."""
    return list(dict.fromkeys(column for family in families for column in columns_of(family)))


def metrics_to_ask(known, columns):
    """Of each column's choices the first that is known; all that are asked for if nothing is said of what is known.
    Figures of a launch, and of patched code, are asked for in any case: ncu's list is of the hardware's counters."""
    def is_known(name):
        return not known or name.startswith(("launch__", "smsp__sass_")) or name.split(".")[0] in known

    asked = [TIME]
    for each in columns:
        fits = [names for names in each.names if all(map(is_known, names))]
        asked += fits[0] if fits else []
    return list(dict.fromkeys(asked))


def known_metrics():
    """What ncu can measure on this card; empty if it does not say."""
    found = subprocess.run(["ncu", "--query-metrics"], capture_output=True, text=True, check=False)
    return {line.split()[0] for line in found.stdout.splitlines() if "__" in line.split(" ")[0]}


def command_for(program, arguments, metrics, log):
    return ["ncu", "--profile-from-start", "off", "--clock-control", "none", "--csv", "--page", "raw",
            "--print-units", "base", "--log-file", log, "--metrics", ",".join(metrics), program, "once", *arguments]


def suite_columns(program):
    """What is asked for before any row is known: the columns of all families of a suite."""
    families = EXPLAINED_BY.get(os.path.basename(program))
    return all_columns(families) if families else USUAL


def run(program, arguments, folder):
    """Leaves ncu's table, what the program printed, and the command in `folder`."""
    os.makedirs(folder, exist_ok=True)
    log = os.path.join(folder, "ncu.csv")
    metrics = metrics_to_ask(known_metrics(), suite_columns(program))
    while True:
        command = command_for(program, arguments, metrics, log)
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
    """(family, row, items, launches) of each rung or row: its own launches come behind a kernel called next_row. Families
    that launch no kernel are left out."""
    groups = []
    for launch in launches:
        if "next_row" in launch["Kernel Name"]:
            groups.append([])
        elif groups:
            groups[-1].append(launch)
    found = []
    rows = [line.split(",", 2)[1:] for line in printed.splitlines() if line.startswith("row,")]
    for (n, name), group in zip(rows, groups):
        family, name = name.split("/", 1)
        found.append((family, name, int(n), group))
    launching = {family for family, _, _, group in found if group}
    return [row for row in found if row[0] in launching]


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
    rungs = rungs_of(launches_of(log), printed)
    told = [each for each in all_columns([family for family, *_ in rungs]) if each.tells]
    lines += [f"- {each.title}: {each.tells}" for each in told] + [""] * bool(told)
    columns, last = None, ""
    for family, name, items, launches in rungs:
        if columns_of(family) is not columns:  # neighbours with the same columns share a table
            lines += [""] * (columns is not None)
            columns = columns_of(family)
            titles = ["row", "launches", "µs"] + [each.title for each in columns]
            lines += ["| " + " | ".join(titles) + " |", "|" + " --- |" * len(titles)]
        if family != last:
            lines.append(f"| **{family.replace('_', ' ')}** |" + " |" * (len(titles) - 1))
            last = family
        times = [number(launch.get(TIME)) for launch in launches]
        time = "-" if None in times or not times else f"{sum(times) / 1e3:.1f}"
        cells = [name.replace("_", " "), str(len(launches)), time]
        lines.append("| " + " | ".join(cells + [figure(each, launches, items) for each in columns]) + " |")
    return "\n".join(lines) + "\n"


def main(arguments):
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    target, folder = arguments[:2]
    try:
        if len(arguments) > 2:
            run(arguments[2], arguments[3:], folder)
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
