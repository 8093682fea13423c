# SPDX-License-Identifier: Apache-2.0
"""What tables.py makes of a run: python3 -B perf/tables_test.py"""
import os
import tempfile
import unittest

import tables

PRINTED = """gpu: A card
driver: NVRM version: 580.159.04  Release Build
cuda: 13.0
cccl: 3.0.1
row                         n        us  GB/s against            us  ratio floor
gpu/i32                   256      1.35     0 cub              1.28  0.951 0.91 PASS
gpu/i32                2^16+1      2.00    94 cub              2.20  1.100
tree/f32                  256      1.40     1 cub              1.30  0.929
tree/f32                 2^13      1.84    18 unordered        1.80  0.978
tree/f32                 2^13      1.84    18 cub              2.60  1.413 0.90 PASS
tree/f32              1090440      3.75  1163 cub              4.26  1.136 0.90 PASS
gpu/seven statistics of i32     2^16      6.79    39 sum              1.99  0.293
gpu/through zip of 2     2^20      4.30   976 pointer          3.70  0.860 0.97 MISS
gpu/crc32 of text        2^30    549.00  1956 sum            233.36  0.425 0.40 PASS
gpu/mean through strided by 1     2^20      4.80   874 pointer          4.50  0.938
gpu/dot f32                2^20      4.80   874 cub              4.50  0.938
gpu/last_block              2^28    240.00  4470 cub            239.00  0.996
e2e/i32                     1      8.00     0 cub+copy        12.60  1.575
e2e/i32                     1      8.00     0 thrust          26.10  3.262
e2e/i32                  1000      8.00     0 cub+copy        12.60  1.575
e2e/i32                  1000      8.00     0 thrust          12.60  1.575
e2e/i32                  2^28    240.00  4470 cub+copy       250.00  1.040
e2e/i32                  2^28    240.00  4470 thrust         260.00  1.080
1 floors met, 1 missed; 0 wrong results or errors
"""


class Tables(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def written(self, printed):
        output = os.path.join(self.folder.name, "output.txt")
        with open(output, "w", encoding="utf-8") as file:
            file.write(printed)
        tables.main(output, self.folder.name)
        texts = {}
        for name in os.listdir(self.folder.name):
            with open(os.path.join(self.folder.name, name), encoding="utf-8") as file:
                texts[name] = file.read()
        return texts

    def test_rows_are_where_they_belong(self):
        texts = self.written(PRINTED)
        sizes = texts["tree_by_size.md"].splitlines()
        self.assertIn("| 2^8 | 1.40 | 0.929 |  |  | 1.35 | 0.951 |  |  |", sizes)
        self.assertIn("| 2^13 | 1.84 | 1.413 |  |  |  |  |  |  |", sizes)
        self.assertIn("| 1090440 | 3.75 | 1.136 |  |  |  |  |  |  |", sizes)
        self.assertIn("| 2^16+1 |  |  |  |  | 2.00 | 1.100 |  |  |", sizes)
        self.assertIn("| seven statistics of i32 | 2^16 | 6.79 | 39 | sum | 1.99 | 0.293 |  |", texts["types.md"].splitlines())
        self.assertIn("| through zip of 2 | 2^20 | 4.30 | 976 | pointer | 3.70 | 0.860 | 0.97 missed |", texts["iterators.md"].splitlines())
        self.assertIn("| 2^0 | 8.0 | 12.6 | 26.1 |", texts["end_to_end.md"].splitlines())
        self.assertNotIn("1000", texts["end_to_end.md"])
        self.assertNotIn("2^28", texts["end_to_end.md"])
        self.assertIn("| crc32 of text | 2^30 | 549.00 | 1956 | sum | 233.36 | 0.425 | 0.40 met |", texts["types.md"].splitlines())
        self.assertIn("| mean through strided by 1 | 2^20 | 4.80 | 874 | pointer | 4.50 | 0.938 |  |", texts["iterators.md"].splitlines())
        for other in ("dot f32", "last_block"):
            self.assertNotIn(other, texts["types.md"] + texts["iterators.md"])
        self.assertIn("A card, driver 580.159.04, CUDA 13.0, CCCL 3.0.1", texts["types.md"])

    def test_a_part_writes_its_own_tables_alone(self):
        only = "".join(line for line in PRINTED.splitlines(True) if not line.startswith(("tree/", "e2e/")))
        self.assertEqual({"output.txt", "types.md", "iterators.md"}, set(self.written(only)))

    def test_sizes_in_words(self):
        self.assertEqual(("2^28", 28), tables.power("268435456"))
        self.assertEqual(("2^28", 28), tables.power("2^28"))
        self.assertEqual(("1000", None), tables.power("1000"))
        self.assertEqual((1 << 14) + 1, tables.items("2^14+1"))


if __name__ == "__main__":
    unittest.main()
