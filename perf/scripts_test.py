# SPDX-License-Identifier: Apache-2.0
"""Tests the scripts of perf, and that tables and pictures match the results."""

import contextlib
import io
import json
import os
import pathlib
import re
import tempfile
import unittest

import compare
import drawing
import host_misses
import pictures
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
        self.assertEqual(results.words("by_row, __ldg and __constant__"), "by row, __ldg and __constant__")
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

    def test_what_rows_are_read_against_stands_above_them(self):
        context = {"gpu": "H", "commit": "abc", "note": "Why", "read_roof_bytes_per_second": "3.1e12"}
        self.assertTrue(tables.text(context, []).startswith("H. Commit abc. read roof: 3100 GB/s. Why."))

    def test_floors_are_judged(self):
        text = tables.text({}, [
            dict(name="gpu/f32/1024", us=2, n=1024, cub_us=1, cub_ratio=0.5, cub_floor=0.9),
            dict(name="gpu/f32/2048", us=2, n=2048, cub_us=2, cub_ratio=1.0, cub_floor=0.9),
            dict(name="gpu/f32/4096", us=2, n=4096, of_one=0.5, of_one_floor=0.4)
        ])
        self.assertIn("| f32 | 2^10 | 2.00 µs | 1 | 0.500 (floor 0.9: **missed**) |\n", text)
        self.assertIn("| f32 | 2^11 | 2.00 µs | 2 | 1.000 (floor 0.9: met) |\n", text)
        self.assertIn("| 0.5 (floor 0.4: met) |", text)
        self.assertTrue(text.endswith("2 floors met, 1 missed.\n"))

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

    def test_figures_of_the_host_are_joined_and_sorted_by_what_they_are(self):
        with tempfile.TemporaryDirectory() as folder:
            one = measured("host/f32/sum", 0, **{
                "2^26 bytes": 0.9, "2^26 bytes OpenMP": 0.6, "2^26 bytes Eigen": 0.5, "1 items": 3.3,
                "1 items loop": 1.0, "16 items": 3.1, "16 items loop": 1.0
            })
            other = measured("host/f32/sum", 0, **{"2^26 bytes -O2": 0.8, "2^14 bytes on one core": 44.4})
            tables.main(folder, "host", written(folder, "a", [one]), written(folder, "b", [other]))
            text = (pathlib.Path(folder) / "host.md").read_text(encoding="utf-8")
        for part in ("| f32 | 2^26 bytes | 2^26 bytes, -O2 |\n| --- | --- | --- |\n| sum | 0.90 | 0.80 |\n",
                     "| sum | 1.50 OpenMP |\n", "| sum | **3.30**, 1.00 | 3.10, 1.00 |\n",
                     "one core\n\n| f32 | 2^14 bytes |\n| --- | --- |\n| sum | 44 |\n"):
            self.assertIn(part, text)

    def test_misses_of_the_host_are_what_is_below_an_aim_or_a_rival(self):
        its = {
            ("2^26 bytes", ""): 0.8, ("2^26 bytes", "-O2"): 0.9, ("2^26 bytes", "Eigen"): 0.9,
            ("16 items", ""): 4.4, ("16 items", "loop"): 2.0, ("2^14 bytes", "on one core"): 44.0
        }
        self.assertEqual(list(host_misses.misses("f32", "argmin", its)),
                         [("the best rival", "2^26 0.89 of Eigen"), ("0.85 of the roof", "2^26 0.80")])
        its = {("1 items", ""): 4.5, ("1 items", "loop"): 2.0, ("2^14 bytes", "on one core"): 9.0}
        self.assertEqual(list(host_misses.misses("f32", "moments", its)),
                         [("few items, ns", "1 items 4.5 (aim 4.4)"), ("10 GB/s of one core", "2^14 9")])

    def test_the_tables_are_those_of_the_results(self):
        for name in results.names(KEPT):
            for file, text in tables.tables(name, *results.read(KEPT / f"{name}.json")).items():
                with self.subTest(file):
                    self.assertEqual((KEPT / f"{file}.md").read_text(encoding="utf-8"), text,
                                     "python3 perf/tables.py perf/results")


class SeveralGpus(unittest.TestCase):
    def test_both_suites_judge_by_one_rule_and_tell_the_model_and_the_bits(self):
        for suite in ("nccl", "devices"):
            rows = results.read(KEPT / f"{suite}.json")[1]
            largest = [row for row in rows if "of_each_alone_floor" in row]
            in_all = [row for row in rows if "of_so_many_times_one_floor" in row]
            cut = [row for row in rows if "/cut at random/" in row["name"]]
            with self.subTest(suite):
                self.assertEqual([(row["gpus"], row["of_each_alone_floor"]) for row in largest],
                                 [(gpus, 0.98) for gpus in (1, 2, 3, 4)])
                for row in largest + in_all:
                    self.assertIn("by_the_model", row)
                self.assertEqual([row["cuts_with_the_same_bits"] for row in cut], [5] * 16)

    def test_a_missed_floor_is_told_as_missed(self):
        for suite in ("nccl", "devices"):
            rows = results.read(KEPT / f"{suite}.json")[1]
            judged = [
                row.get(figure, row.get(figure + "_ratio")) >= row[floor]
                for row in rows
                for floor in row
                if floor.endswith("_floor")
                for figure in [floor.removesuffix("_floor")]
            ]
            text = (KEPT / f"{suite}.md").read_text(encoding="utf-8")
            with self.subTest(suite):
                self.assertEqual(text.count(": **missed**)"), judged.count(False))
                self.assertTrue(
                    text.endswith(f"{judged.count(True)} floors met, {judged.count(False)} missed.\n"))

    def test_arrays_are_joined_on_2_3_and_4_gpus(self):
        rows = results.read(KEPT / "nccl.json")[1]
        self.assertEqual({row["gpus"] for row in rows if "/arrays" in row["name"]}, {2, 3, 4})


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
        for name in (each for each in pictures.PICTURES if pictures.can_draw(each, KEPT)):
            with self.subTest(name):
                kept = (ROOT / f"docs/pictures/{name}.svg").read_text(encoding="utf-8")
                self.assertTrue(
                    drawing.digest(pictures.content(name, KEPT)) in kept,
                    "python3 perf/pictures.py perf/results docs/pictures")


if __name__ == "__main__":
    unittest.main()
