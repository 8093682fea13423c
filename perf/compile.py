# SPDX-License-Identifier: Apache-2.0
"""compile.py JSON [ROUNDS]: compile time of a file with one reduction, compared with CUB's.

Files take turns. The results are the minimum of ROUNDS (5): seconds of processor time, seconds of each of
nvcc's steps by the clock, and the bytes of the object file.
"""

import csv
import os
import resource
import shutil
import subprocess
import sys
import tempfile

import results

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INCLUDES = [f"-I{ROOT}/{layer}" for layer in ("lib", "policies", "algorithms")]
REDUCE = "#include <impulse/reduce.hpp>\n"
HOST = REDUCE + "float sum(const float* p, int n) { return impulse::reduce(p, p + n, 0.f); }\n"
DEVICE = REDUCE + """#include <cuda_runtime_api.h>
float sum(const float* p, int n, cudaStream_t stream) {
    return impulse::reduce(impulse::last_block.on(stream), p, p + n, 0.f);
}
"""
CUB = """#include <cub/device/device_reduce.cuh>
cudaError_t sum(void* room, size_t& bytes, const float* p, float* out, int n, cudaStream_t stream) {
    return cub::DeviceReduce::Sum(room, bytes, p, out, n, stream);
}
"""
GXX = ["g++", "-std=c++20", "-O2"]
NVCC = ["nvcc", "-std=c++20", "-O2", "-arch=sm_90"]
TBB = "-DIMPULSE_HOST_TBB"
FILES = [  # title, the compiler, text
    ("g++, reduce.hpp alone", GXX, REDUCE), ("g++, a sum of floats, serial", GXX, HOST),
    ("g++, oneTBB's headers alone", GXX, "#include <tbb/parallel_for.h>\n#include <tbb/task_arena.h>\n"),
    ("g++, a sum of floats, oneTBB", [*GXX, TBB], HOST), ("nvcc, an empty file", NVCC, ""),
    ("nvcc, reduce.hpp alone", NVCC, REDUCE), ("nvcc, a sum of floats", NVCC, DEVICE),
    ("nvcc, CUB's", NVCC, CUB)
]
STEPS = {
    "preprocessing": "preprocessors", "cudafe++": "cudafe++", "cicc": "cicc", "ptxas": "ptxas",
    "compiling": "g++"
}


def spent():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def compiled(folder, compiler, text):
    """The seconds, the seconds of each of nvcc's steps, and the bytes of the object file."""
    is_nvcc = compiler[0] == "nvcc"
    source, made, steps = (os.path.join(folder, name)
                           for name in ("sum.cu" if is_nvcc else "sum.cpp", "sum.o", "steps.csv"))
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    if os.path.exists(steps):
        os.remove(steps)  # nvcc appends to it
    before = spent()
    subprocess.run([*compiler, *INCLUDES, *(["--time", steps] if is_nvcc else []), "-c", source, "-o", made],
                   check=True)
    seconds = [spent() - before]
    if is_nvcc:
        with open(steps, encoding="utf-8") as file:
            rows = [[field.strip() for field in row] for row in csv.reader(file)]
        seconds += [sum(float(row[6]) for row in rows[1:] if step in row[1]) / 1000 for step in STEPS]
    return seconds, os.path.getsize(made)


def main(path, rounds=5):
    files = [file for file in FILES if shutil.which(file[1][0])]
    least = {}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(int(rounds)):
            for title, compiler, text in files:
                seconds, size = compiled(folder, compiler, text)
                least[title] = [min(pair) for pair in zip(seconds,
                                                          least.get(title, (seconds, size))[0])], size
    version = [
        subprocess.run([name, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()
        for name in ("g++", "nvcc")
        if shutil.which(name)
    ]
    compilers = ", ".join([version[0][0], *(f"nvcc {lines[-2].split('V')[-1]}" for lines in version[1:])])
    keys = ["seconds", *(f"{step}_seconds" for step in STEPS.values())]
    rows = [{"name": f"compile/{title}", **dict(zip(keys, seconds)), "bytes_of_the_object": size}
            for title, (seconds, size) in least.items()]
    results.write_measured(path, {"compiler": compilers, "note": f"The least of {rounds}"}, rows)


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
