#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tree_version 1 - reductions and the bits that they must give, one case a line, of words key=value.

Written by generate.py from the definition alone. A line that begins with # is a comment.

The tree    T(lo, hi) = x_lo if hi - lo = 1, else op(T(lo, m), T(m, hi)), m = lo + the largest power of two
            strictly below hi - lo. The result is op(init, T(0, n)); n = 0 gives init.
Rounding    Every + - * / is rounded by itself, to nearest, ties to even, to the type it is done in. No
            fusing, no flushing of denormals.
Words       Lower case hex of the bits, two digits a byte; `nan` is any NaN. The words items, init and result
            hold these; n, first, length, ddof and seeds are decimal. The fields of one matrix and the members
            of a list are joined by commas.
type        Of the items: u64, i32 (two's complement), f16, f32, f64. The result and init have the same type,
            but for sum_wide, mean and variance: f64.

items       list:W,W,..   these bits
            fill:W        n times the same bits
            RULE:SEED     item i is made by RULE from h = splitmix64(SEED + i) mod 2^64, where splitmix64(x)
                          is final(x + 9e3779b97f4a7c15) and final(z): z = (z ^ z >> 30) * bf58476d1ce4e5b9,
                          z = (z ^ z >> 27) * 94d049bb133111eb, z = z ^ z >> 31.
   hash     u64: h. i32: the low 32 bits of h. Floats: sign h >> 63, the mantissa is the low bits of h, the
            biased exponent is
            f16: 9 + (h >> 32) % 11   f32: 107 + (h >> 32) % 41   f64: 993 + ((h >> 52) & 7ff) % 61.
   poshash  Floats: as hash, the sign bit cleared.
   nearone  Floats: positive, mantissa as hash, exponent bias - 1 + (h >> 32) % 3: in [1/2, 4).
   unit     f32, f64: in [1 - 2^-8, 1 + 2^-8), so that long products stay finite. Of p mantissa bits:
            if h >> 63:  exponent bias - 1, mantissa 7f << (p - 7) | the low p - 7 bits of h
            else:        exponent bias,     mantissa the low p - 8 bits of h.
   matrix   f32, four values an item: field j of item i is made from h = splitmix64(SEED + 4 i + j): positive,
            mantissa as hash, exponent 126 if (h >> 32) % 8 < 3, else 125: in [1/4, 1), of mean 0.516.

op          mix              final(3 a + rotl(b, 17)) mod 2^64, where rotl rotates 64 bits to the left
            plus, multiplies i32: mod 2^32
            minimum, maximum               IEEE 754-2019: a NaN gives NaN; -0 is below +0
            minimum_number, maximum_number IEEE 754-2019: a NaN is ignored unless both are; -0 is below +0
            dot              plus over the rounded products of items and items2
            square_plus      plus over the rounded squares
            sum_wide         plus in f64 over f32 items
            mean             T = the tree of plus in f64; T / n in f64; n = 0 gives NaN
            variance         items 32 k .. 32 k + 31 are a leaf, in f64: of its n items x_0 .. x_(n-1), with
                             z = x_0, or 0 if x_0 is not finite, eight sums u_j and v_j, which begin with +0:
                             from i = 0 on
                               d = x_i - z is added to u_(i mod 8), and d * d to v_(i mod 8);
                               U = ((u_0 + u_1) + (u_2 + u_3)) + ((u_4 + u_5) + (u_6 + u_7)), V likewise
                               C = z + U / n, S = (n * V - U * U) / n; 0 where that is negative, inf where
                               n * V is.
                             The tree joins these ceil(n / 32) leaves (n, C, S) by
                               n = a.n + b.n, q = b.n / n, d = b.C - a.C, C = a.C + d * q,
                               S = (a.S + b.S) + (d * d) * (a.n * q)
                             then (S + (C - C)) / (n - ddof); n <= ddof gives NaN
            mat2             2 x 2 matrices a b c d: { a*a' + b*c', a*b' + b*d', c*a' + d*c', c*b' + d*d' }
            fma_bait         (a + b) * 0.75: a product that the next call adds to: fusing across calls shows
            leaf16_plus      items 16 k .. 16 k + 15 are added from left to right, beginning with the first of
                             them; the tree joins these ceil(n / 16) leaves by plus, init to the left of all

form        batches  every `length` consecutive items are a reduction of their own, each with init; a list
            forest   the items are part of a longer input: item i of the part is item first + i of the whole,
                     and is made from SEED + first + i. The result is the list of begin/end/value, in order,
                     of the largest aligned nodes [k 2^l, (k + 1) 2^l) within [first, first + n). No init.
            (none)   one result
"""
import hashlib
import pathlib
import sys

sys.dont_write_bytecode = True
from chosen_cases import cases  # noqa: E402
from definition import result_of  # noqa: E402

ORDER = ("type", "op", "form", "ddof", "first", "n", "length", "items", "items2", "init", "result")
DIGESTS = pathlib.Path(__file__).with_name("digests.txt")


def digests_of(lines):
    """A line for each type, operator and form: the number of cases, and a digest of them. The bits must never
    change: if a digest changes, the cases of that line give other bits, or are other cases."""
    groups = {}
    for line in lines:
        words = dict(word.split("=", 1) for word in line.split())
        groups.setdefault(" ".join(words.get(key, "-") for key in ORDER[:3]), []).append(line)
    return "".join(f"{name} {len(group)} {hashlib.sha256(chr(10).join(group).encode()).hexdigest()[:16]}\n"
                   for name, group in sorted(groups.items()))


def main(arguments):
    if not 1 <= len(arguments) <= 2 or arguments[0].startswith("-") or arguments[1:] not in ([], ["--new"]):
        print("usage: generate.py FILE [--new]   --new writes digests.txt too", file=sys.stderr)
        return 2
    head = "".join(f"# {line}".rstrip() + "\n" for line in __doc__.rstrip().split("\n"))
    made = [case | {"result": result_of(case)} for case in cases()]
    lines = [" ".join(f"{key}={case[key]}" for key in ORDER if key in case) for case in made]
    new = digests_of(lines)
    if arguments[1:]:
        DIGESTS.write_text(new, encoding="utf-8")
    wrong = set(new.splitlines()) ^ set(DIGESTS.read_text(encoding="utf-8").splitlines())
    if wrong:
        print("digests.txt has other bits or other cases:", *sorted(wrong), sep="\n", file=sys.stderr)
        return 1
    text = head + "".join(f"{line}\n" for line in lines)
    pathlib.Path(arguments[0]).write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
