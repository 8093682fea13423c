# SPDX-License-Identifier: Apache-2.0
"""Tests profile_rows.py on logs in ncu's format, and with an ncu that does not know all metrics."""

import contextlib
import io
import os
import pathlib
import stat
import tempfile
import unittest
from unittest import mock

import profile_rows
import results

DRAM, OCCUPANCY = "dram__bytes_read.sum", "sm__warps_active.avg.pct_of_peak_sustained_active"
HEAD = ("ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context", "Stream", "Block Size",
        "Grid Size", "Device", "CC", DRAM, profile_rows.TIME, OCCUPANCY)
PRINTED = """card,NVIDIA H200: 132 multiprocessors
row,1024,shared_memory/one_thread_adds_up
row,1000,shared_memory/interleaved
row,1000,allocation/cudaMalloc
row,1000,grid/last_block, by a flag
"""


def launch(number, kernel, *values):
    return (str(number), "9", "perf_ladder", "127.0.0.1", kernel, "1", "13", "(256, 1, 1)", "(4, 1, 1)", "0",
            "9.0", *values)


def log_of(*rows):
    units = ("", ) * 11 + ("byte", "ns", "%")
    quoted = [",".join(f'"{cell}"' for cell in row) for row in (HEAD, units, *rows)]
    return "==PROF== Connected to process 9 (perf_ladder)\n" + "\n".join(quoted) + "\n==PROF== Disconnected\n"


MARK = ("ladder::<unnamed>::next_row()", "0", "1,024", "0.5")
LOG = log_of(launch(0, *MARK), launch(1, "one(const int *, int, int *)", "4,000", "9,000", "91.5"),
             launch(2, "one(const int *, int, int *)", "96", "1,000", "3"), launch(3, *MARK),
             launch(4, "interleaved(const int *, int, int *)", "n/a", "2,500", "88"), launch(5, *MARK),
             launch(6, *MARK), launch(7, "last_block_by_flag(const int *)", "4,000", "9,000", "91.5"),
             launch(8, *MARK))
FAKE = """#!/bin/sh
# An ncu that refuses a metric which its list has.
case $1 in
    --query-metrics)
        printf '%s Counter\\n' Device dram__bytes_read sm__warps_active dram__bytes_write ;;
    *)  while [ "$1" != --log-file ]; do shift; done
        case $4 in
            *dram__bytes_write*) echo '==ERROR== Failed to find metric dram__bytes_write.sum' >$2; exit 1 ;;
            *) cp "$LOG" "$2"; cat "$PRINTED" ;;
        esac ;;
esac
"""


class Profiled(unittest.TestCase):
    def test_launches_belong_to_the_row_before_which_a_marker_came(self):
        rows = profile_rows.rows_of(LOG, PRINTED, "ladder")
        self.assertEqual([(row["name"], row["launches"]) for row in rows],
                         [("ladder/shared_memory/one_thread_adds_up", 2),
                          ("ladder/shared_memory/interleaved", 1), ("ladder/grid/last_block, by a flag", 1)])

    def test_totals_are_added_and_ratios_are_the_longest_launchs(self):
        first, second, _ = profile_rows.rows_of(LOG, PRINTED, "ladder")
        self.assertEqual((first["us"], first["bytes read"], first["occupancy"]), (10, 4, 91.5))
        self.assertNotIn("bytes read", second)  # ncu says n/a

    def test_choices(self):
        known = {"dram__bytes_read", *(f"{profile_rows.CONFLICTS}_op_{way}" for way in ("ld", "st"))}
        self.assertEqual(
            profile_rows.metrics_to_ask(known, "build/perf_ladder"),
            [profile_rows.TIME, DRAM, *(f"{profile_rows.CONFLICTS}_op_{way}.sum" for way in ("ld", "st"))])
        self.assertEqual(len(profile_rows.metrics_to_ask(set(), "perf_ladder")), len(profile_rows.USUAL) + 1)
        self.assertIn("launch__registers_per_thread", profile_rows.metrics_to_ask({"x"}, "perf_memory"))
        self.assertEqual(profile_rows.figures_to_ask("perf_memory", ["--benchmark_filter=transfer|resident"]),
                         profile_rows.LINK)

    def test_every_figure_that_explains_is_known(self):
        self.assertLessEqual({figure
                              for its in profile_rows.EXPLAINED_BY.values()
                              for figure in its}, set(profile_rows.FIGURES))

    def run_with(self, fake, *arguments):
        """The exit status, the rows, the messages; {} in an argument is a folder."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("ncu", fake), ("log", LOG), ("printed", PRINTED)):
                (pathlib.Path(folder) / name).write_text(text, encoding="utf-8")
            os.chmod(os.path.join(folder, "ncu"), stat.S_IRWXU)
            with mock.patch.dict(os.environ, PATH=folder + ":" + os.environ["PATH"], LOG=folder + "/log",
                                 PRINTED=folder + "/printed"), contextlib.redirect_stderr(
                                     io.StringIO()) as err:
                status = profile_rows.main([each.format(folder) for each in arguments])
            path = os.path.join(folder, "rows.json")
            return status, results.read(path) if os.path.exists(path) else None, err.getvalue()

    def test_a_refused_metric_is_left_out(self):
        status, (context, rows), _ = self.run_with(FAKE, "{}/rows.json", "./perf_ladder")
        self.assertEqual((status, context["gpu"]), (0, "NVIDIA H200: 132 multiprocessors"))
        self.assertIn(f"--metrics {profile_rows.TIME},{DRAM},{OCCUPANCY} ./perf_ladder once",
                      context["command"])
        self.assertEqual(rows[0]["bytes read"], 4)
        with mock.patch.dict(os.environ, IMPULSE_COMMIT="abc"):
            self.assertEqual(self.run_with(FAKE, "{}/rows.json", "./perf_ladder")[1][0]["commit"], "abc")

    def test_the_suite_with_memory_of_the_host_is_run_for_each_pass(self):
        _, (context, _), _ = self.run_with(FAKE, "{}/rows.json", "./perf_memory")
        self.assertIn("ncu --replay-mode application ", context["command"])
        self.assertEqual(profile_rows.rows_of(LOG, 3 * PRINTED, "ladder"),
                         profile_rows.rows_of(LOG, PRINTED, "ladder"))

    def test_failures_are_said(self):
        denied = ("#!/bin/sh\nwhile [ $# -gt 1 ] && [ $1 != --log-file ]; do shift; done\n"
                  "[ $# = 1 ] || echo '==ERROR== ERR_NVGPUCTRPERM' >$2\n")
        status, rows, said = self.run_with(denied, "{}/rows.json", "./perf_ladder")
        self.assertEqual((status, rows), (1, None))
        self.assertIn("ERR_NVGPUCTRPERM", said)
        self.assertEqual(self.run_with(FAKE, "{}/rows.json")[0], 2)


if __name__ == "__main__":
    unittest.main()
