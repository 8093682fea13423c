#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""perf/segments_torch.py JSON [log2 of the number of values]: sums of segments of float by PyTorch.

torch.segment_reduce over 32-bit offsets, measured like the others in layouts/segments.cu: the same lengths,
a cold L2 cache, medians of 7. Bytes are those of values, offsets and results.
"""

import statistics
import sys

import results

LENGTHS = [1, 2, 3, 4, 8, 16, 20, 32, 64, 100, 256, 1024, 4096, 1 << 16, 1 << 20, 1 << 24, 1 << 27]
RUNS = 7
EVICTION_BYTES = 1 << 28


def measure(torch, values, length, other):
    """The number of segments, the median time in seconds, and whether the sums add up to the total."""
    ends = torch.arange(0, values.numel() + length, length, device=values.device)
    offsets = ends.clamp_(max=values.numel()).to(torch.int32)
    del ends
    taken, total = [], None
    for run in range(1 + RUNS):
        other.zero_()  # evicts the values from L2
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        sums = torch.segment_reduce(values, "sum", offsets=offsets, unsafe=True)
        end.record()
        torch.cuda.synchronize()
        if run > 0:
            taken.append(begin.elapsed_time(end) * 1e-3)
        else:
            total = sums.sum(dtype=torch.float64).item()
        del sums
    right = abs(total - values.sum(dtype=torch.float64).item()) <= 1e-3 * total
    return offsets.numel() - 1, statistics.median(taken), right


def main(path, log2_values=28):
    try:
        import torch
    except ImportError:
        sys.exit("segments_torch.py: no PyTorch here (no module torch); it is not measured")
    if not torch.cuda.is_available():
        sys.exit("segments_torch.py: PyTorch finds no GPU here; it is not measured")
    most = 1 << int(log2_values)
    torch.manual_seed(1)
    values = torch.rand(most, device="cuda")
    other = torch.empty(EVICTION_BYTES, dtype=torch.uint8, device="cuda")
    rows = []
    for length in (each for each in LENGTHS if each < most):
        segments, seconds, right = measure(torch, values, length, other)
        rate = 4 * (most + 2 * segments + 1) / seconds
        if not right:
            sys.exit(f"segments_torch.py: WRONG sums of segments of {length}")
        rows.append(
            dict(name=f"layouts_torch/segments/{length}", us=seconds * 1e6, bytes_per_second=rate,
                 groups=segments))
        print(f"{rows[-1]['name']}: {rate * 1e-9:.4g} GB/s", flush=True)
    results.write_measured(
        path, {"gpu": torch.cuda.get_device_name(), "pytorch": torch.__version__, "note": f"{most} floats"},
        rows)


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
