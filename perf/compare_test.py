# SPDX-License-Identifier: Apache-2.0
"""What compare.py says of rows whose change is known."""
import contextlib
import io
import json
import os
import tempfile
import unittest

import compare


def row(name, us, spread=0.005, **rivals):
    return dict(name=name, run_type="iteration", real_time=us * 1e3, time_unit="ns", spread=spread,
                **{key + "_us": value for key, value in rivals.items()})


class Compared(unittest.TestCase):
    def run_on(self, old, new):
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name, content in (("old", old), ("new", new)):
                paths.append(os.path.join(folder, name))
                with open(paths[-1], "w", encoding="utf-8") as file:
                    file.write(content if isinstance(content, str) else json.dumps({"benchmarks": content}))
            out, err = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                status = compare.main(paths)
        return status, out.getvalue() + err.getvalue()

    def test_each_verdict(self):
        old = [row("fast", 10), row("slow", 10), row("same", 10), row("noise", 10, spread=0.06)]
        new = [row("fast", 8), row("slow", 12), row("same", 10.1), row("noise", 10.8, spread=0.06)]
        status, said = self.run_on(old, new)
        self.assertEqual([line.split()[-1] for line in said.splitlines()[1:5]], ["FAST", "SLOW", "SAME", "NOISE"])
        self.assertEqual(said.splitlines()[-1], "1 FAST, 1 SLOW, 1 SAME, 1 NOISE")
        self.assertEqual(status, 1)

    def test_a_slower_machine_is_no_slower_library(self):
        status, said = self.run_on([row("a", 10, cub=20, unordered=9)], [row("a", 12, cub=24, unordered=5)])
        self.assertIn("SAME", said)
        self.assertEqual(status, 0)

    def test_a_rival_that_is_not_steady_tells_nothing(self):
        old, new = row("a", 10, cub=20), row("a", 10, cub=900)
        self.assertIn("1 FAST", self.run_on([old], [new])[1])
        self.assertIn("1 SAME", self.run_on([old], [dict(new, cub_spread=0.9)])[1])

    def test_a_row_that_errs_or_is_in_one_file_is_left_out(self):
        broken = dict(row("b", 1), error_occurred=True)
        status, said = self.run_on([row("a", 10), broken, row("c", 1)], [row("a", 10), row("b", 5)])
        self.assertEqual(said.splitlines()[-1], "0 FAST, 0 SLOW, 1 SAME, 0 NOISE; 2 rows in one file alone")
        self.assertEqual(status, 0)

    def test_the_unit_and_the_suffix_of_a_name_do_not_matter(self):
        other = dict(row("a/iterations:1/manual_time", 0), real_time=10, time_unit="us")
        self.assertIn("1 SAME", self.run_on([row("a", 10)], [other])[1])

    def test_bad_input_is_named(self):
        for old, text in (("{", "old: "), ("{}", "no output of Google Benchmark"), ([], "no row is in both")):
            status, said = self.run_on(old, [])
            self.assertEqual(status, 2)
            self.assertIn(text, said)
        self.assertEqual(compare.main(["only one"]), 2)


if __name__ == "__main__":
    unittest.main()
