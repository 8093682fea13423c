# SPDX-License-Identifier: Apache-2.0
"""What ladder_profile.py makes of logs in ncu's format, and of an ncu that does not know everything."""
import contextlib
import io
import os
import stat
import tempfile
import unittest

import ladder_profile

DRAM, OCCUPANCY = "dram__bytes_read.sum", "sm__warps_active.avg.pct_of_peak_sustained_active"
HEAD = ("ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context", "Stream", "Block Size", "Grid Size",
        "Device", "CC", DRAM, ladder_profile.TIME, OCCUPANCY)
PRINTED = """card,NVIDIA H200: 132 multiprocessors
row,1024,shared_memory/one_thread_adds_up
row,1000,shared_memory/interleaved
row,1000,grid/two_kernels
row,1000,grid/last_block, by a flag
row,1000,allocation/cudaMalloc
"""


def launch(number, kernel, *values):
    return (str(number), "9", "perf_ladder", "127.0.0.1", kernel, "1", "13", "(256, 1, 1)", "(4, 1, 1)", "0", "9.0", *values)


def log_of(*rows):
    units = ("",) * 11 + ("byte", "ns", "%")
    quoted = [",".join(f'"{cell}"' for cell in row) for row in (HEAD, units, *rows)]
    return "==PROF== Connected to process 9 (perf_ladder)\n" + "\n".join(quoted) + "\n==PROF== Disconnected\n"


LOG = log_of(
    launch(0, "ladder::<unnamed>::next_row()", "0", "1,024", "0.5"),
    launch(1, "ladder::add_up_by_one_thread(const int *, int, int *)", "4,000", "9,000", "91.5"),
    launch(2, "ladder::add_up_by_one_thread(const int *, int, int *)", "96", "1,000", "3"),
    launch(3, "ladder::<unnamed>::next_row()", "0", "1,024", "0.5"),
    launch(4, "ladder::interleaved(const int *, int, int *)", "n/a", "2,500", "88"),
    launch(5, "ladder::<unnamed>::next_row()", "0", "1,024", "0.5"),
    launch(6, "ladder::<unnamed>::next_row()", "0", "1,024", "0.5"),
    launch(7, "ladder::last_block_by_flag(const int *, int, int *)", "4,000", "9,000", "91.5"),
    launch(8, "ladder::<unnamed>::next_row()", "0", "1,024", "0.5"),
)


def cells(text, rung):
    """The cells of a rung's line, by title."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]
    return dict(zip(rows[0], next(row for row in rows if row[0] == rung)))


class Table(unittest.TestCase):
    def setUp(self):
        self.text = ladder_profile.table(LOG, PRINTED)

    def test_launches_belong_to_the_rung_before_which_a_marker_came(self):
        self.assertEqual(cells(self.text, "one thread adds up")["launches"], "2")
        self.assertEqual(cells(self.text, "interleaved")["launches"], "1")
        self.assertEqual(cells(self.text, "two kernels")["launches"], "0")
        self.assertEqual(cells(self.text, "last block, by a flag")["launches"], "1")

    def test_a_family_without_launches_is_left_out(self):
        self.assertNotIn("cudaMalloc", self.text)

    def test_totals_are_added_and_ratios_are_the_longest_launchs(self):
        first = cells(self.text, "one thread adds up")
        self.assertEqual(first["µs"], "10.0")
        self.assertEqual(first["bytes read"], "4.00")
        self.assertEqual(first["occupancy"], "92")

    def test_what_ncu_does_not_have_is_a_dash(self):
        self.assertEqual(cells(self.text, "interleaved")["bytes read"], "-")
        self.assertEqual(cells(self.text, "interleaved")["occupancy"], "88")
        self.assertEqual(cells(self.text, "interleaved")["barrier"], "-")
        self.assertEqual(set(list(cells(self.text, "two kernels").values())[2:]), {"-"})

    def test_families_have_a_line_each(self):
        self.assertEqual([self.text.count(name) for name in ("**shared memory**", "**grid**")], [1, 1])

    def test_two_metrics_may_make_one_figure(self):
        names = [ladder_profile.CONFLICTS + end for end in ("_op_ld.sum", "_op_st.sum")]
        conflicts = ladder_profile.BANK_CONFLICTS
        self.assertEqual(ladder_profile.figure(conflicts, [{names[0]: "1,000", names[1]: "24"}], 1024), "32.00")


class Families(unittest.TestCase):
    PRINTED = "card,H\nrow,32,window/plain, 1\nrow,64,window/texture, 1\nrow,32,divergence/none\n"
    LOG = log_of(*(launch(i, "perf::next_row()" if i % 2 == 0 else "k()", "64", "9", "88") for i in range(6)))

    def test_each_has_its_columns(self):
        text = ladder_profile.table(self.LOG, self.PRINTED)
        heads = [line for line in text.splitlines() if line.startswith("| row ")]
        self.assertEqual(len(heads), 2)
        self.assertIn("L1 hits", heads[0])
        self.assertIn("uniform branches", heads[1])
        self.assertIn("| texture, 1 | 1 | 0.0 | 1.00 |", text)

    def test_only_their_columns_are_told_of(self):
        text = ladder_profile.table(self.LOG, self.PRINTED)
        self.assertIn("- L1 hits: ", text)
        self.assertNotIn("- registers: ", text)

    def test_a_suite_asks_for_what_its_families_show(self):
        self.assertEqual(ladder_profile.suite_columns("build/perf_ladder"), ladder_profile.USUAL)
        asked = ladder_profile.suite_columns("build/perf_memory")
        self.assertIn(ladder_profile.LOCAL_SECTORS, asked)
        self.assertNotIn(ladder_profile.UNIFORM_BRANCHES, asked)

    def test_every_title_is_unique(self):
        families = [family for suite in ladder_profile.EXPLAINED_BY.values() for family in suite]
        titles = [each.title for each in ladder_profile.all_columns([*families, ""])]
        self.assertEqual(len(titles), len(set(titles)))


class Asked(unittest.TestCase):
    def test_of_what_is_known(self):
        known = {"dram__bytes_read", *(f"{ladder_profile.CONFLICTS}_op_{way}" for way in ("ld", "st"))}
        self.assertEqual(ladder_profile.metrics_to_ask(known, ladder_profile.USUAL),
                         [ladder_profile.TIME, DRAM, *(f"{ladder_profile.CONFLICTS}_op_{way}.sum" for way in ("ld", "st"))])

    def test_all_where_nothing_is_said(self):
        usual = ladder_profile.USUAL
        self.assertEqual(len(ladder_profile.metrics_to_ask(set(), usual)), len(usual) + 1)

    def test_figures_of_a_launch_are_in_no_list(self):
        self.assertIn("launch__registers_per_thread", ladder_profile.metrics_to_ask({"x"}, [ladder_profile.REGISTERS]))


FAKE = """#!/bin/sh
# An ncu that refuses a metric which its list has.
case $1 in
    --query-metrics) printf 'Device\\n%s Counter\\n%s %%\\n%s Counter\\n' dram__bytes_read sm__warps_active dram__bytes_write ;;
    --version) echo 'Version 1.2' ;;
    *)  while [ "$1" != --log-file ]; do shift; done
        case $4 in
            *dram__bytes_write*) echo '==ERROR== Failed to find metric dram__bytes_write.sum' >$2; exit 1 ;;
            *) cp "$LOG" "$2"; cat "$PRINTED" ;;
        esac ;;
esac
"""


class Run(unittest.TestCase):
    def run_with(self, fake, *arguments):
        """Status, the table, what was said; {} in an argument is a folder."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("ncu", fake), ("log", LOG), ("printed", PRINTED)):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            os.chmod(os.path.join(folder, "ncu"), stat.S_IRWXU)
            before = dict(os.environ)
            os.environ.update(PATH=folder + ":" + before["PATH"], LOG=folder + "/log", PRINTED=folder + "/printed")
            try:
                err = io.StringIO()
                with contextlib.redirect_stderr(err):
                    status = ladder_profile.main([each.format(folder) for each in arguments])
            finally:
                os.environ.clear()
                os.environ.update(before)
            path = os.path.join(folder, "table.md")
            text = ""
            if os.path.exists(path):
                with open(path, encoding="utf-8") as file:
                    text = file.read()
        return status, text, err.getvalue()

    def test_a_refused_metric_is_left_out(self):
        status, text, _ = self.run_with(FAKE, "{}/table.md", "{}/logs", "./perf_ladder")
        self.assertEqual(status, 0)
        self.assertIn("NVIDIA H200: 132 multiprocessors.\nncu Version 1.2:\n", text)
        self.assertIn(f"--metrics {ladder_profile.TIME},{DRAM},{OCCUPANCY} ./perf_ladder once\n", text)
        self.assertEqual(cells(text, "one thread adds up")["bytes read"], "4.00")

    def test_failures_are_said(self):
        denied = "#!/bin/sh\nwhile [ $# -gt 1 ] && [ $1 != --log-file ]; do shift; done\n" \
                 "[ $# = 1 ] || echo '==ERROR== ERR_NVGPUCTRPERM' >$2\n"
        status, text, said = self.run_with(denied, "{}/table.md", "{}/logs", "./perf_ladder")
        self.assertEqual((status, text), (1, ""))
        self.assertIn("ERR_NVGPUCTRPERM", said)
        self.assertEqual(self.run_with(FAKE, "{}/table.md", "{}/nothing")[0], 1)
        self.assertEqual(self.run_with(FAKE, "{}/table.md")[0], 2)


if __name__ == "__main__":
    unittest.main()
