# SPDX-License-Identifier: Apache-2.0
"""What the scripts of perf make of results; and that tables and pictures are those of the results."""

import contextlib
import io
import json
import os
import pathlib
import re
import stat
import tempfile
import unittest
from unittest import mock

import compare
import drawing
import pictures
import profile_rows
import results
import tables

ROOT = pathlib.Path(__file__).resolve().parent.parent
KEPT = ROOT / "perf/results"


def measured(name, us, **figures):
    """A row as Google Benchmark writes it."""
    return dict(name=name + "/iterations:1/manual_time", run_type="iteration", real_time=us * 1e3,
                time_unit="ns", **figures)


def written(folder, name, rows, **context):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(rows if isinstance(rows, str) else json.dumps({"context": context, "benchmarks": rows}))
    return path


class Read(unittest.TestCase):
    def test_google_benchmarks_rows_and_ours_are_the_same(self):
        broken = dict(measured("a/b", 1), error_occurred=True)
        with tempfile.TemporaryDirectory() as folder:
            path = written(folder, "x", [measured("a/b/8", 2.5, n=8.0, label="why"), broken], gpu="A card",
                           host_name="vm")
            found = results.read(path)
            self.assertEqual(found,
                             ({"gpu": "A card"}, [{"name": "a/b/8", "us": 2.5, "n": 8, "label": "why"}]))
            results.write(path, *found)
            self.assertEqual(results.read(path), found)
            with open(path, encoding="utf-8") as file:
                self.assertIn('\n  {"name": "a/b/8", "us": 2.5, "n": 8, "label": "why"}\n', file.read())

    def test_sizes_and_machines_in_words(self):
        self.assertEqual([results.count_text(n) for n in (1000, 1 << 28, (1 << 14) + 1, 511)],
                         ["1000", "2^28", "2^14+1", "511"])
        context = {
            "gpu": "A card", "driver": "NVRM version: 580.159.04  Release", "cuda": "13.0", "cccl": "3.0.1"
        }
        self.assertEqual(results.machine(context), "A card, driver 580.159.04, CUDA 13.0, CCCL 3.0.1")


class Compared(unittest.TestCase):
    def run_on(self, old, new):
        with tempfile.TemporaryDirectory() as folder:
            out, err = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                status = compare.main([written(folder, "old", old), written(folder, "new", new)])
        return status, out.getvalue() + err.getvalue()

    def test_each_verdict(self):
        old = [
            measured(name, 10, spread=0.06 if name == "noise" else 0)
            for name in ("fast", "slow", "same", "noise")
        ]
        new = [
            measured(name, us, spread=spread)
            for name, us, spread in (("fast", 8, 0), ("slow", 12, 0), ("same", 10.1, 0), ("noise", 10.8,
                                                                                          0.06))
        ]
        status, said = self.run_on(old, new)
        self.assertEqual([line.split()[-1] for line in said.splitlines()[1:5]],
                         ["FAST", "SLOW", "SAME", "NOISE"])
        self.assertEqual(said.splitlines()[-1], "1 FAST, 1 SLOW, 1 SAME, 1 NOISE")
        self.assertEqual(status, 1)

    def test_a_slower_machine_is_no_slower_library(self):
        status, said = self.run_on([measured("a", 10, cub_us=20, unordered_us=9)],
                                   [measured("a", 12, cub_us=24, unordered_us=5)])
        self.assertIn("SAME", said)
        self.assertEqual(status, 0)

    def test_a_rival_that_is_not_steady_tells_nothing(self):
        old, new = measured("a", 10, cub_us=20), measured("a", 10, cub_us=900)
        self.assertIn("1 FAST", self.run_on([old], [new])[1])
        self.assertIn("1 SAME", self.run_on([old], [dict(new, cub_spread=0.9)])[1])

    def test_a_row_that_errs_or_is_in_one_file_is_left_out(self):
        broken = dict(measured("b", 1), error_occurred=True)
        status, said = self.run_on([measured("a", 10), broken, measured("c", 1)],
                                   [measured("a", 10), measured("b", 5)])
        self.assertEqual(said.splitlines()[-1], "0 FAST, 0 SLOW, 1 SAME, 0 NOISE; 2 rows in one file alone")
        self.assertEqual(status, 0)

    def test_the_unit_and_the_suffix_of_a_name_do_not_matter(self):
        self.assertIn("1 SAME",
                      self.run_on([measured("a", 10)], [dict(name="a", real_time=10, time_unit="us")])[1])
        self.assertIn("1 SAME", self.run_on([measured("a", 10)], [dict(name="a", us=10)])[1])

    def test_bad_input_is_named(self):
        for old, text in (("{", "old: "), ("{}", "no results of perf"), ([], "no row is in both")):
            status, said = self.run_on(old, [])
            self.assertEqual(status, 2)
            self.assertIn(text, said)
        with contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(compare.main(["only one"]), 2)


class Tables(unittest.TestCase):
    def test_rows_of_a_kind_share_a_table(self):
        text = tables.text({"gpu": "H"}, [
            dict(name="memory/plain sum/stride_2", us=123.46, n=1 << 26, bytes_per_second=2e12,
                 touched_bytes_per_second=4e12, label="half"),
            dict(name="memory/plain sum/base + 0", us=12345.6, n=1000, bytes_per_second=4.321e12,
                 label="all"),
            dict(name="memory/allocation/cudaMalloc", us=1234.5, n=4096, registers=32)
        ])
        self.assertIn("## plain sum\n\n| row | n | time | GB/s | GB/s moved |  |\n", text)
        self.assertIn("| stride 2 | 2^26 | 123.5 µs | 2000 | 4000 | half |\n", text)
        self.assertIn("| base + 0 | 1000 | 12.3 ms | 4321 |  | all |\n", text)
        self.assertIn("| row | n | time | registers |\n", text)
        self.assertIn("| cudaMalloc | 2^12 | 1234 µs | 32 |\n", text)

    def test_floors_are_judged(self):
        text = tables.text({}, [
            dict(name="gpu/f32/1024", us=2, n=1024, cub_us=1, cub_ratio=0.5, cub_floor=0.9),
            dict(name="gpu/f32/2048", us=2, n=2048, cub_us=2, cub_ratio=1.0, cub_floor=0.9)
        ])
        self.assertIn("| f32 | 2^10 | 2.00 µs | 1 | 0.500 (floor 0.9: **missed**) |\n", text)
        self.assertIn("| f32 | 2^11 | 2.00 µs | 2 | 1.000 (floor 0.9: met) |\n", text)
        self.assertTrue(text.endswith("1 floors met, 1 missed.\n"))

    def test_rows_of_the_gpu_are_where_they_belong(self):
        names = [
            "gpu/i32/256", "tree/f32/256", "gpu/mean/256", "gpu/mean through strided by 1/256",
            "gpu/last_block/256", "e2e/i32/1"
        ]
        rows = [dict(name=name, us=1, n=int(name.split("/")[2]), cub_us=1, cub_ratio=1.0) for name in names]
        found = {
            file: re.findall(r"^\| (\w[^|]*) \| \d", text, re.M)
            for file, text in tables.tables("device", {}, rows).items()
        }
        self.assertEqual(
            found, {
                "tree_by_size": ["i32", "f32"], "types": ["mean"], "iterators": ["mean through strided by 1"],
                "end_to_end": ["i32"]
            })

    def test_means_are_of_whole_ranges(self):
        rows = [
            dict(name=f"tree/f32/{1 << k}", us=1, n=1 << k, cub_us=2, cub_ratio=2.0) for k in range(13, 23)
        ]
        self.assertIn("CUB's time over ours: f32 2^13 to 2^22 2.000.", tables.means(rows))

    def test_files_of_several_runs_are_kept_as_one(self):
        with tempfile.TemporaryDirectory() as folder:
            one, two = (written(folder, name, [measured(f"mpi/{name}", 1)]) for name in ("a", "b"))
            tables.main(folder, "mpi", one, two)
            self.assertEqual([row["name"] for row in results.read(os.path.join(folder, "mpi.json"))[1]],
                             ["mpi/a", "mpi/b"])
            self.assertIn("| a | 1.00 µs |", (pathlib.Path(folder) / "mpi.md").read_text(encoding="utf-8"))

    def test_the_tables_are_those_of_the_results(self):
        for name in results.names(KEPT):
            for file, text in tables.tables(name, *results.read(KEPT / f"{name}.json")).items():
                with self.subTest(file):
                    self.assertEqual((KEPT / f"{file}.md").read_text(encoding="utf-8"), text,
                                     "python3 perf/tables.py perf/results")


class Pictures(unittest.TestCase):
    def test_the_largest_inputs_and_the_best_cuts_are_drawn(self):
        rows = [
            dict(name=f"devices/{family}/{n} {cut}", n=n << 28, gpus=gpus, **{figure: value})
            for family, figure, n, cut, gpus, value in (("as many with each", "of_each_alone", 1, "", 1, 0.1),
                                                        ("as many with each", "of_each_alone", 16, "", 1,
                                                         0.9), ("as many in all", "of_so_many_times_one", 16,
                                                                "evenly", 2, 0.8),
                                                        ("as many in all", "of_so_many_times_one", 16, "cut",
                                                         2, 0.95))
        ]
        drawn = pictures.scaling(lambda name: ({"gpu": "2 x A card"}, rows if name == "devices" else []))
        self.assertEqual([(name, points) for name, _, points in drawn["series"]],
                         [("devices, 16 GiB each", [(1, 0.9)]), ("devices, 16 GiB in all", [(2, 0.95)])])

    def test_types_are_set_beside_cub_alone(self):
        rows = [
            dict(name="gpu/min/1048576", n=1 << 20, cub_ratio=1.5),
            dict(name="gpu/min/8", n=8, cub_ratio=9),
            dict(name="gpu/max/1048576", n=1 << 20, sum_ratio=9),
            dict(name="gpu/12-byte/7", n=7, cub_ratio=1.1)
        ]
        self.assertEqual(
            pictures.types(lambda _: ({}, rows))["rows"],
            {"min": {"2²⁰ items": 1.5}, "12-byte": {"1 GiB of structs": 1.1}})

    def test_the_pictures_are_those_of_the_results(self):
        for name in pictures.PICTURES:
            with self.subTest(name):
                kept = (ROOT / f"docs/{name}.svg").read_text(encoding="utf-8")
                self.assertTrue(
                    drawing.digest(pictures.content(name, KEPT)) in kept,
                    "python3 perf/pictures.py perf/results docs")


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

    def test_every_figure_that_explains_is_known(self):
        self.assertLessEqual({figure
                              for its in profile_rows.EXPLAINED_BY.values()
                              for figure in its}, set(profile_rows.FIGURES))

    def run_with(self, fake, *arguments):
        """Status, the rows, what was said; {} in an argument is a folder."""
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
