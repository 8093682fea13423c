# SPDX-License-Identifier: Apache-2.0
"""What performance_plot.py reads from tables, and that the pictures in docs/ are of the tables as they are."""
import pathlib
import unittest

import performance_plot as plot

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Drawn(unittest.TestCase):
    def test_the_first_table_alone_is_read(self):
        text = "above\n\n| n | us |\n| --- | --- |\n| 2^10 | 2 |\n| 2^12 |  |\n\n| n |\n| --- |\n| 2^3 |\n"
        self.assertEqual(plot.table(text), [["2^10", "2"], ["2^12", ""]])

    def test_speeds_are_bytes_over_time_and_empty_cells_left_out(self):
        self.assertEqual(plot.speeds([["2^10", "2"], ["2^12", ""]], 1, 4), [(10, 4 * 1024 / 2 / 1000)])

    def test_types_are_set_beside_cub_alone(self):
        def row(name, n, rival, ratio):
            return [name, n, "1", "1", rival, "1", ratio, ""]

        rows = [row("min", "2^20", "cub", "1.5"), row("min", "2^21", "cub", "9"), row("min", "2^20", "sum", "9"),
                row("12-byte", "89478485", "cub", "1.1")]
        self.assertEqual(plot.by_type(rows), {"min": {"2^20": 1.5}, "12-byte": {"1 GiB of structs": 1.1}})

    def test_the_pictures_are_those_of_the_tables(self):
        for name, drawing in plot.pictures(ROOT / "perf/results").items():
            kept = (ROOT / f"docs/performance_{name}.svg").read_text(encoding="utf-8")
            self.assertTrue(kept == drawing, f"{name} is out of date: python3 perf/performance_plot.py perf/results docs")


if __name__ == "__main__":
    unittest.main()
