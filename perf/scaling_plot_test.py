# SPDX-License-Identifier: Apache-2.0
"""What scaling_plot.py reads from tables, and that the picture in docs/ is of the tables as they are."""
import pathlib
import re
import tempfile
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

    def test_the_axis_has_one_and_all_values(self):
        self.assertEqual(plot.ticks_of([0.93, 1]), [0.93, 0.94, 0.95, 0.96, 0.97, 0.98, 0.99, 1])
        self.assertEqual(plot.ticks_of([1.003, 0.886]), [0.88, 0.9, 0.92, 0.94, 0.96, 0.98, 1, 1.02])
        self.assertEqual(plot.ticks_of([1, 1]), [0.99, 1])
        for values in ([0.44, 0.9], [0.05, 1.5], [0.996, 1.004], [3.5]):
            ticks = plot.ticks_of(values)
            self.assertTrue(1 in ticks and ticks[0] <= min(values) and max(values) <= ticks[-1] and len(ticks) < 12)

    def test_what_is_low_lies_in_the_frame_as_what_is_beyond_one(self):
        drawing = plot.draw("", [("a", "#000", [(1, 1.2), (2, 0.3)])])
        heights = [float(y) for y in re.findall(r'cy="([0-9.]+)"', drawing)]
        self.assertEqual(len(set(heights)), 2)
        self.assertTrue(all(plot.TOP <= y <= plot.TOP + plot.HEIGHT for y in heights))

    def test_an_empty_file_has_nothing_to_draw(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "nccl.md").touch()
            self.assertIn("nothing was measured", plot.picture(folder))
            (pathlib.Path(folder) / "devices.md").write_text(DEVICES)
            self.assertIn("2 x A card", plot.picture(folder))

    def test_the_picture_is_that_of_the_tables(self):
        kept = ROOT / "docs/scaling.svg"
        if not kept.exists():
            self.skipTest("nothing was drawn yet")
        self.assertTrue(kept.read_text(encoding="utf-8") == plot.picture(ROOT / "perf/results"),
                        "out of date: python3 perf/scaling_plot.py perf/results docs/scaling.svg")


if __name__ == "__main__":
    unittest.main()
