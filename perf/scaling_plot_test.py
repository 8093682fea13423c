# SPDX-License-Identifier: Apache-2.0
"""What scaling_plot.py reads from tables, and that the picture in docs/ is of the tables as they are."""
import pathlib
import unittest

import scaling_plot as plot

ROOT = pathlib.Path(__file__).resolve().parent.parent
DEVICES = """2 x A card; floats

| GPUs | each | each alone, GB/s | a part alone | together, of the sum of each alone | cut 12345 items earlier |
| --- | --- | --- | --- | --- | --- |
| 1 | 1 GiB | 10 | 1 | 0.98 | 1 |
| 1 | 16 GiB | 10 | 1 | 0.99 | 1 |
| 2 | 1 GiB | 10 | 1 | 0.8 | 1 |
| 2 | 16 GiB | 10 | 1 | 0.95 | 1 |

| GPUs | cut | 16 GiB in all, GB/s | of so many times one | bits |
| --- | --- | --- | --- | --- |
| 1 | evenly | 10 | 1.000 | the same |
| 2 | evenly | 18 | 0.900 | the same |
| 2 | at multiples of 64 MiB | 19 | 0.950 | the same |
"""


class Drawn(unittest.TestCase):
    def test_all_tables_are_read(self):
        self.assertEqual([len(rows) for rows in plot.tables(DEVICES)], [4, 3])

    def test_a_name_that_is_there_twice_has_its_first_cell(self):
        self.assertEqual(plot.tables("| a | times | b | times |\n| --- | --- | --- | --- |\n| 1 | 2 | 3 | 4 |\n"),
                         [[{"a": "1", "times": "2", "b": "3"}]])

    def test_the_largest_inputs_and_the_best_cuts_are_drawn(self):
        self.assertEqual(plot.series(DEVICES, "devices"), {"devices, 16 GiB each": [(1, 0.99), (2, 0.95)],
                                                           "devices, 16 GiB in all": [(1, 1.0), (2, 0.95)]})

    def test_ranks_have_their_size_in_the_head(self):
        text = "| GPUs | 16 GiB each, GB/s | of the sum of each alone | bits |\n| --- | --- | --- | --- |\n| 1 | 9 | 0.9 | the same |\n"
        self.assertEqual(plot.series(text, "ranks"), {"ranks, 16 GiB each": [(1, 0.9)]})

    def test_the_picture_is_that_of_the_tables(self):
        kept = ROOT / "docs/scaling.svg"
        if not kept.exists():
            self.skipTest("nothing was drawn yet")
        self.assertTrue(kept.read_text(encoding="utf-8") == plot.picture(ROOT / "perf/results"),
                        "out of date: python3 perf/scaling_plot.py perf/results docs/scaling.svg")


if __name__ == "__main__":
    unittest.main()
