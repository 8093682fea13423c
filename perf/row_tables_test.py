# SPDX-License-Identifier: Apache-2.0
"""What row_tables.py makes of a report of Google Benchmark."""
import unittest

import row_tables

REPORT = {
    "context": {"gpu": "H", "cuda": "13.0"},
    "benchmarks": [
        {"name": "memory/plain sum/stride 2/iterations:1/manual_time", "run_type": "iteration", "real_time": 123.46, "n": 2.0**26,
         "bytes_per_second": 2e12, "touched_bytes_per_second": 4e12, "label": "half is wanted"},
        {"name": "memory/plain sum/base + 0/iterations:1/manual_time", "run_type": "iteration", "real_time": 12345.6, "n": 1000.0,
         "bytes_per_second": 4.321e12, "label": "all"},
        {"name": "memory/allocation/cudaMalloc/iterations:1/manual_time", "run_type": "iteration", "real_time": 1234.5, "n": 4096.0,
         "registers": 32.0, "label": ""},
        {"name": "memory/allocation/failed/iterations:1/manual_time", "run_type": "iteration", "error_occurred": True},
    ],
}


class Tables(unittest.TestCase):
    def test_a_family_has_the_columns_of_its_rows(self):
        text = row_tables.tables(REPORT)
        self.assertIn("| row | n | time | GB/s | moved | what it shows |\n", text)
        self.assertIn("| row | n | time | registers | what it shows |\n", text)

    def test_rows(self):
        text = row_tables.tables(REPORT)
        self.assertIn("| stride 2 | 2^26 | 123.5 µs | 2000 | 4000 | half is wanted |\n", text)
        self.assertIn("| base + 0 | 1000 | 12.3 ms | 4321 |  | all |\n", text)
        self.assertIn("| cudaMalloc | 2^12 | 1234 µs | 32 |  |\n", text)
        self.assertNotIn("failed", text)


if __name__ == "__main__":
    unittest.main()
