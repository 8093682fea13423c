# SPDX-License-Identifier: Apache-2.0
"""The headers of a call: compiles one `reduce` with debug information and without optimization.

part   headers that have any code of the call
way    headers on the way from the call to the caller's operator: on the host those in the call stack; on a
       GPU those in the chain of inlined calls in the kernel, and those on the host's way to the runtime of
       the place
At most WAY headers may be on the way. The headers that take part are printed, at most PART of them.
"""
import os
import re
import subprocess

from headers import LAYERS, ROOT, complain, read

WAY = 20
PART = {"host": 42, "kernel": 32}
# Files of <map>, <memory>, <mutex>, <chrono> and <algorithm>, which nvcc reads three times.
HEAVY = ("/bits/stl_tree.h", "/bits/shared_ptr.h", "/bits/locale_facets.h", "/bits/chrono.h", "/c++/chrono",
         "/bits/stl_algo.h", "/bits/ranges_algo.h", "/bits/basic_string.h")

HOST = """#include <impulse/reduce.hpp>
#include <execinfo.h>
#include <cstdio>
#include <cstdlib>
struct add {
    float operator()(float a, float b) const {
        void* stack[100];
        const int depth = backtrace(stack, 100);
        for (int i = 0; i < depth; ++i) {
            const char* const after_call = static_cast<const char*>(stack[i]);
            std::printf("%p\\n", static_cast<const void*>(after_call - 1));
        }
        std::exit(0);
        return a + b;
    }
};
int main() {
    const float items[] = {1, 2, 3, 4};
    const float* const first = items;
    return static_cast<int>(impulse::reduce(first, first + 4, 0.f, add{}));
}
"""
DEVICE = """#include <impulse/reduce.hpp>
struct add {
    __host__ __device__ float operator()(float a, float b) const { return a * 3.f + b; }
};
float of(const float* first, const float* last) {
    return impulse::reduce(impulse::automatic.on(impulse::device), first, last, 0.f, add{});
}
"""


def short(path):
    path = os.path.relpath(os.path.realpath(path), ROOT)
    return path if path.split(os.sep)[0] in LAYERS else None


def run(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        complain(" ".join(command) + "\n" + done.stderr)
    return done.stdout


def taken(folder, name):
    """The files that a compiler's list of dependencies names."""
    return read(os.path.join(folder, name)).replace("\\\n", " ").split()


def located(listing, form):
    """The files by number, from assembly with line numbers."""
    return dict((int(number), path) for number, path in re.findall(form, listing))


def report(name, headers, most):
    print(f"{name}: {len(headers)} headers (at most {most})")
    for header in sorted(headers):
        print("   ", header)
    if len(headers) > most:
        complain(f"{name}: {len(headers)} headers, more than {most}")


def check_all(cxx, folder):
    """All algorithms on the host include none of the headers that take longest; <string> they do."""
    source = os.path.join(folder, "all.cpp")
    with open(source, "w", encoding="utf-8") as file:
        file.write("#include <impulse/algorithms.hpp>\n")
    run([cxx, "-std=c++20", *(f"-I{ROOT}/{layer}" for layer in LAYERS), "-M", "-MF", "all.d", source], folder)
    for path in taken(folder, "all.d"):
        if os.path.basename(path) in ("algorithm", "cmath", "functional", "memory", "ranges"):
            complain(f"algorithms.hpp includes {path}")


def check_host(cxx, folder):
    """Checks the headers of a call on the host, and returns those on the way."""
    source = os.path.join(folder, "host.cpp")
    with open(source, "w", encoding="utf-8") as file:
        file.write(HOST)
    flags = ["-std=c++20", "-O0", "-g", *(f"-I{ROOT}/{layer}" for layer in LAYERS)]
    run([cxx, *flags, "-S", "-MD", source, "-o", "host.s"], folder)
    for path in taken(folder, "host.d"):
        if re.search(r"/(cuda|thrust|cub|cuda_runtime[^/]*)(/|$)|/cuda[^/]*\.h$", path):
            complain(f"a file for the host includes {path}")
        if path.endswith("/basic_string.h"):
            complain(f"a file for the host includes {path}, which takes as long as the library does")
        if "/tbb/" in path:
            complain(f"a file for the serial host includes {path}")
    listing = read(os.path.join(folder, "host.s"))
    files = located(listing, r'\.file (\d+) "(.*?)"')
    part = {short(files[int(number)]) for number in re.findall(r"^\s*\.loc (\d+) ", listing, re.M)} - {None}
    run([cxx, "-no-pie", "host.s", "-o", "host"], folder)
    stack = run([os.path.join(folder, "host")], folder).split()
    lines = run(["addr2line", "-e", "host", *stack], folder).split("\n")
    way = {short(line.split(":")[0]) for line in lines if line.startswith("/")} - {None}
    report("host: takes part", part, PART["host"])
    report("host: on the way", way, WAY)
    return way


def check_device(nvcc, folder, host_way):
    source = os.path.join(folder, "device.cu")
    with open(source, "w", encoding="utf-8") as file:
        file.write(DEVICE)
    flags = ["-std=c++20", "-arch=compute_90", *(f"-I{ROOT}/{layer}" for layer in LAYERS)]
    flags += ["-DIMPULSE_HOST_TBB", "-lineinfo", "-ptx", "-MD"]
    run([nvcc, *flags, source, "-o", "device.ptx"], folder)
    for path in taken(folder, "device.d"):
        if "tbb" in path or path.endswith(HEAVY):
            complain(f"a file for the device includes {path}")
    listing = read(os.path.join(folder, "device.ptx"))
    files = located(listing, r'\.file\s+(\d+) "(.*?)"')
    calls = {}  # a position of code, and where it was inlined
    for file, line, column, _, outer in re.findall(
            r"^\s*\.loc\s+(\d+) (\d+) (\d+)(, function_name \S+, inlined_at (\d+ \d+ \d+))?", listing, re.M):
        calls.setdefault(f"{file} {line} {column}", set()).update({outer} - {""})

    def header(at):
        return short(files[int(at.split()[0])])

    part = {header(at) for at in calls} - {None}
    todo = [at for at in calls if files[int(at.split()[0])].endswith("device.cu")]
    if not todo:  # nvcc drops code that calls a host function
        complain("the caller's operator is not in the kernel")
    chain = set()
    while todo:
        at = todo.pop()
        if at not in chain:
            chain.add(at)
            todo += calls.get(at, ())
    way = {header(at) for at in chain} - {None}
    way |= {
        "lib/impulse/detail/backend/cuda/runtime.cuh",
        *(path for path in host_way if path.startswith("algorithms"))
    }
    report("kernel: takes part", part, PART["kernel"])
    report("device: on the way", way, WAY)
