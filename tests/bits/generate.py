#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tree_version 1 - reductions and the bits that they must give, one case a line, of words key=value.

Written by generate.py from the definition alone. A line that begins with # is a comment.

The tree    T(lo, hi) = x_lo if hi - lo = 1, else op(T(lo, m), T(m, hi)), m = lo + the largest power of two
            strictly below hi - lo. The result is op(init, T(0, n)); n = 0 gives init.
Rounding    Every + - * / is rounded by itself, to nearest, ties to even, to the type it is done in. No fusing,
            no flushing of denormals.
Words       Lower case hex of the bits, two digits a byte; `nan` is any NaN. The words items, init and result hold
            these; n, first, length, ddof and seeds are decimal. The fields of one matrix and the members of a
            list are joined by commas.
type        Of the items: u64, i32 (two's complement), f16, f32, f64. The result and init have the same type, but
            for sum_wide, mean and variance: f64.

items       list:W,W,..   these bits
            fill:W        n times the same bits
            RULE:SEED     item i is made by RULE from h = splitmix64(SEED + i) mod 2^64, where splitmix64(x) is
                          final(x + 9e3779b97f4a7c15) and final(z): z = (z ^ z >> 30) * bf58476d1ce4e5b9,
                          z = (z ^ z >> 27) * 94d049bb133111eb, z = z ^ z >> 31.
   hash     u64: h. i32: the low 32 bits of h. Floats: sign h >> 63, the mantissa is the low bits of h, the biased
            exponent is  f16: 9 + (h >> 32) % 11  f32: 107 + (h >> 32) % 41  f64: 993 + ((h >> 52) & 7ff) % 61.
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
            variance         items 32 k .. 32 k + 31 are a leaf, in f64: of its n items x_0 .. x_(n-1), with z = x_0, or 0
                             if x_0 is not finite, eight sums u_j and v_j, which begin with +0: from i = 0 on
                               d = x_i - z is added to u_(i mod 8), and d * d to v_(i mod 8);
                               U = ((u_0 + u_1) + (u_2 + u_3)) + ((u_4 + u_5) + (u_6 + u_7)), V likewise
                               T = n * z + U, S = (n * V - U * U) / n; 0 where that is negative, inf where n * V is.
                             The tree joins these ceil(n / 32) leaves (n, T, S) by
                               n = a.n + b.n, T = a.T + b.T, and, if a.n = b.n:
                                 d = b.T - a.T, S = (a.S + b.S) + (d * d) * (0.5 / a.n), else:
                                 d = b.T * (a.n / b.n) - a.T, S = (a.S + b.S) + (d * d) * (b.n / (a.n * (a.n + b.n)))
                             then (S + (T - T)) / (n - ddof); n <= ddof gives NaN
            mat2             2 x 2 matrices a b c d: { a*a' + b*c', a*b' + b*d', c*a' + d*c', c*b' + d*d' }
            fma_bait         (a + b) * 0.75: a product that the next call adds to, so fusing across calls is seen
            leaf16_plus      items 16 k .. 16 k + 15 are added from left to right, beginning with the first of
                             them; the tree joins these ceil(n / 16) leaves by plus, init to the left of all

form        batches  every `length` consecutive items are a reduction of their own, each with init; a list
            forest   the items are part of a longer input: item i of the part is item first + i of the whole, and
                     is made from SEED + first + i. The result is the list of begin/end/value, in order, of the
                     largest aligned nodes [k 2^l, (k + 1) 2^l) within [first, first + n). No init.
            (none)   one result
"""
import itertools
import math
import os
import struct
import sys

ALL = 2**64 - 1
LAYOUT = {"f16": ("<e", "<H", 5, 10), "f32": ("<f", "<I", 8, 23), "f64": ("<d", "<Q", 11, 52)}
BYTES = {"u64": 8, "i32": 4, "f16": 2, "f32": 4, "f64": 8}

# ---- numbers and their bits


def final(z):
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & ALL
    z = (z ^ z >> 27) * 0x94D049BB133111EB & ALL
    return z ^ z >> 31


def splitmix64(x):
    return final(x + 0x9E3779B97F4A7C15 & ALL)


def rounding(kind):
    """Rounds a double to the type. One + or * of two f16 or f32 values, done in double, is rounded twice by this
    without harm: 53 >= 2 * 24 + 2 bits."""
    if kind == "f64":
        return lambda x: x
    form = struct.Struct(LAYOUT[kind][0])

    def rounded(x, pack=form.pack, unpack=form.unpack):
        try:
            return unpack(pack(x))[0]
        except OverflowError:
            return math.copysign(math.inf, x)
    return rounded


def value_of(kind, bits):
    if kind == "i32":
        return bits - (bits >> 31 << 32)
    return bits if kind == "u64" else struct.unpack(LAYOUT[kind][0], struct.pack(LAYOUT[kind][1], bits))[0]


def word_of(kind, value):
    if value != value:
        return "nan"
    bits = value & (1 << 8 * BYTES[kind]) - 1 if kind in ("u64", "i32") else struct.unpack(
        LAYOUT[kind][1], struct.pack(LAYOUT[kind][0], value))[0]
    return f"{bits:0{2 * BYTES[kind]}x}"


def made(kind, rule, h):
    """The bits that a rule makes of a hash."""
    if kind in ("u64", "i32"):
        return h & (1 << 8 * BYTES[kind]) - 1
    _, _, exponent_bits, p = LAYOUT[kind]
    sign, bias, mantissa = 0, (1 << exponent_bits - 1) - 1, h & (1 << p) - 1
    if rule in ("hash", "poshash"):
        sign = h >> 63 if rule == "hash" else 0
        exponent = {"f16": 15 - 6 + (h >> 32) % 11, "f32": 127 - 20 + (h >> 32) % 41,
                    "f64": 1023 - 30 + (h >> 52 & 0x7FF) % 61}[kind]
    elif rule == "nearone":
        exponent = bias + (h >> 32) % 3 - 1
    elif rule == "matrix":
        exponent = 126 if (h >> 32) % 8 < 3 else 125
    elif rule == "unit" and h >> 63:
        exponent, mantissa = bias - 1, 0x7F << p - 7 | h & (1 << p - 7) - 1
    elif rule == "unit":
        exponent, mantissa = bias, h & (1 << p - 8) - 1
    return (sign << exponent_bits | exponent) << p | mantissa


def items_of(kind, text, n, first=0):
    rule, _, rest = text.partition(":")
    if rule == "list":
        bits = [int(w, 16) for w in rest.split(",")]
        assert len(bits) == n
    elif rule == "fill":
        bits = [int(rest, 16)] * n
    else:
        count = 4 * n if rule == "matrix" else n
        bits = [made(kind, rule, splitmix64(int(rest) + first + i & ALL)) for i in range(count)]
    values = [value_of(kind, b) for b in bits]
    return list(zip(*[iter(values)] * 4)) if rule == "matrix" else values

# ---- the tree and the operators


def tree(x, op, lo, hi):
    if hi - lo == 1:
        return x[lo]
    m = lo + (1 << (hi - lo - 1).bit_length() - 1)
    return op(tree(x, op, lo, m), tree(x, op, m, hi))


def mix(a, b):
    return final(3 * a + (b << 17 | b >> 47) & ALL)


def lesser(a, b):
    if a == b:
        return a if math.copysign(1.0, a) < 0 else b
    return a if a < b else b


def greater(a, b):
    return -lesser(-a, -b)


def propagating(pick):
    return lambda a, b: math.nan if a != a or b != b else pick(a, b)


def ignoring(pick):
    return lambda a, b: b if a != a else a if b != b else pick(a, b)


def total(s):
    return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]))


def leaf_of_variance(x):
    z = x[0] if x[0] - x[0] == 0 else 0.0
    u, v = [0.0] * 8, [0.0] * 8
    for i, value in enumerate(x):
        d = value - z
        u[i % 8] += d
        v[i % 8] += d * d
    n, first, second = float(len(x)), total(u), total(v)
    s = math.inf if n * second == math.inf else (n * second - first * first) / n
    return n, n * z + first, 0.0 if s < 0 else s


def join(a, b):
    (an, at, as_), (bn, bt, bs) = a, b
    if an == bn:
        d = bt - at
        s = (as_ + bs) + (d * d) * (0.5 / an)
    else:
        d = bt * (an / bn) - at
        s = (as_ + bs) + (d * d) * (bn / (an * (an + bn)))
    return an + bn, at + bt, s


def operator_of(kind, op):
    if kind in ("u64", "i32"):
        return {"mix": mix, "plus": lambda a, b: (a + b + 2**31) % 2**32 - 2**31}[op]
    r = rounding(kind)
    return {"multiplies": lambda a, b: r(a * b), "fma_bait": lambda a, b: r(r(a + b) * 0.75),
            "minimum": propagating(lesser), "maximum": propagating(greater),
            "minimum_number": ignoring(lesser), "maximum_number": ignoring(greater),
            "mat2": lambda x, y: tuple(r(r(x[i] * y[j]) + r(x[i + 1] * y[j + 2])) for i in (0, 2) for j in (0, 1)),
            }.get(op, lambda a, b: r(a + b))


def result_of(case):
    kind, op, n, form = case["type"], case["op"], case["n"], case.get("form")
    first = case.get("first", 0)
    x = items_of(kind, case["items"], n, first)
    if op == "mean":
        return word_of("f64", tree(x, operator_of("f64", "plus"), 0, n) / n if n else math.nan)
    if op == "variance":
        leaves = [leaf_of_variance(x[i:i + 32]) for i in range(0, n, 32)]
        if n <= case["ddof"]:
            return word_of("f64", math.nan)
        _, summed, squares = tree(leaves, join, 0, len(leaves))
        return word_of("f64", (squares + (summed - summed)) / (n - case["ddof"]))
    out = "f64" if op == "sum_wide" else kind
    f = operator_of(out, op)
    if form == "forest":
        nodes, begin, end = [], first, first + n
        while begin < end:
            size = 1 << (end - begin).bit_length() - 1
            while begin % size:
                size //= 2
            value = tree(x, f, begin - first, begin - first + size)
            nodes.append(f"{begin}/{begin + size}/{word_of(out, value)}")
            begin += size
        return ",".join(nodes)
    if op == "dot":
        x = [rounding(kind)(a * b) for a, b in zip(x, items_of(kind, case["items2"], n))]
    elif op == "square_plus":
        x = [rounding(kind)(a * a) for a in x]
    elif op == "leaf16_plus":
        x = [list(itertools.accumulate(x[i:i + 16], f))[-1] for i in range(0, n, 16)]
    init = [value_of(out, int(w, 16)) for w in case["init"].split(",")]
    init = tuple(init) if op == "mat2" else init[0]
    size = case["length"] if form == "batches" else len(x)
    values = [f(init, tree(x, f, i, i + size)) for i in range(0, len(x), size)] if size else [init]
    if op == "mat2":
        values = values[0]
    return ",".join(word_of(out, value) for value in values)

# ---- the cases

RAGGED = [2] * 6 + [3] * 6 + [5, 5, 5, 6, 7, 7, 9, 11, 13, 19, 27, 683]
FEW = [0, 1, 2, 3, 5, 8, 13, 31, 32, 33, 64, 100, 257, 1000]
SOME = sorted({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 23, 47, 100, 200, 777, 1000, 2000, 3000}
              | {2**k + d for k in range(4, 12) for d in (-1, 0, 1)})
MANY = sorted(set(range(71)) | {2**k + d for k in range(7, 18) for d in (-1, 0, 1)}
              | {splitmix64(k) % 200001 for k in range(12)} | {splitmix64(k) % 20001 for k in range(100, 112)})
LARGE = {"f32": [4096, 4097, 10007, 65535, 65536, 131073], "f64": [4097, 65537], "f16": [4097, 10007]}

# Lists of special values by the names in `named`: roundings, ties, overflows, underflows, and cancellations
# that differ by the grouping.
SUMS = """1 half; odd half; 1 more; 1 half half; half half 1; 1 half half half; odd -quarter; 1 -quarter; max tie;
    max below; max tie -max; below max below; max -max max; max max -max -max; max -max max -max; max max -max; 1 -1;
    -1 1 -1 1; eps 1 -1; 1 -1 eps; max 1 -max; half max -max half 1; -max -tie; inf max; normal -least; denormal least;
    denormal denormal -normal"""
PRODUCTS = """normal 0.5; denormal 0.5; denormal 1.5; least 0.5; least 0.5 2; least 1.5; normal half; normal half 2;
    normal normal; normal -1.5 1.5 0.5; odd odd; odd odd odd; max odd; max odd 0.5; max max normal normal"""
DOTS = """root -square | root 1; -0 -0 -0 | 1 1 1; 0 1 | inf 1; max -1.5 | max -1.5; least least | least least;
    normal denormal | 0.5 0.5; max 1 | -max 1; -0 | 1; root -root | odd root; odd odd -odd | root odd odd"""
PAIRED = {"plus": "-0 0 least -least denormal normal max -max inf -inf nan",
          "multiplies": "-0 0 denormal normal max inf nan -1.5", "": "-0 0 least -1.5 inf -inf nan"}


def named(kind):
    _, _, exponent_bits, p = LAYOUT[kind]
    infinite, eps, bias = (1 << exponent_bits) - 1 << p, 2.0 ** -p, (1 << exponent_bits - 1) - 1
    e, top = 2.0 ** -(p // 2 + 1), 2.0 ** bias                 # the square of 1 + e is not exact
    bits = {"0": 0, "least": 1, "denormal": (1 << p) - 1, "normal": 1 << p, "max": infinite - 1, "inf": infinite,
            "nan": infinite | 1 << p - 1}
    values = {"1": 1.0, "0.5": 0.5, "1.5": 1.5, "2": 2.0, "eps": eps, "half": eps / 2, "quarter": eps / 4,
              "odd": 1 + eps, "more": eps / 2 * (1 + eps), "tie": top * eps / 2, "below": top * eps / 2 * (1 - eps / 2),
              "root": 1 + e, "square": 1 + 2 * e}
    words = {name: f"{b:0{2 * BYTES[kind]}x}" for name, b in bits.items()}
    words |= {name: word_of(kind, value) for name, value in values.items()}
    return words | {"-" + name: f"{int(w, 16) | 1 << 8 * BYTES[kind] - 1:x}" for name, w in words.items()}


def listed(kind, op, names, init, **more):
    words = [named(kind)[name] for name in names]
    return dict(type=kind, op=op, n=len(words), items="list:" + ",".join(words), init=named(kind)[init], **more)


def filled(kind, op, n, name, **more):
    return dict(type=kind, op=op, n=n, items="fill:" + named(kind)[name], **more)


def specials(kind, op):
    """Special values in which a wrong padding, order, rounding or flushing would show."""
    neutral = {"plus": "-0", "multiplies": "1", "minimum": "inf", "maximum": "-inf"}.get(op, "nan")
    for pair in itertools.product(PAIRED.get(op, PAIRED[""]).split(), repeat=2):
        yield listed(kind, op, pair, neutral)
    for init, *pair in itertools.product(("-0", "0", "nan"), repeat=3):
        yield listed(kind, op, pair, init)
    for (one, rest), place in itertools.product((("0", "-0"), ("-0", "0"), ("-nan", "1"), ("1", "-nan")), (0, 1, 4)):
        yield listed(kind, op, [one if i == place else rest for i in range(5)], "nan" if rest == "-nan" else rest)
    choices = (["-0", "0"], ["0", "-least", "-0", "least"], ["-0", "0", "nan", "-nan"], PAIRED["plus"].split())
    for n, (salt, choice) in itertools.product((6, 11), enumerate(choices)):
        yield listed(kind, op, [choice[splitmix64(100 * n + 10 * salt + i) % len(choice)] for i in range(n)], neutral)
    for n, name in itertools.product((1, 3, 17, 100, 4097), ("-0", "0", "least", "max", "nan")):
        if n < 1000 or name in ("-0", "nan"):
            yield filled(kind, op, n, name, init=named(kind)[name])
    table, inits = {"plus": (SUMS, "-0 1"), "multiplies": (PRODUCTS, "1 -1.5")}.get(op, ("", ""))
    for names, init in itertools.product(table.split(";"), inits.split()):
        yield listed(kind, op, names.split(), init)


def cases():
    seeds = itertools.count(17, 1000003)                       # no two ranges of items overlap

    def drawn(kind, op, sizes, inits, rule="hash", **more):
        for i, n in enumerate(sizes):
            yield dict(type=kind, op=op, n=n, items=f"{rule}:{next(seeds)}", init=inits[i % len(inits)], **more)

    def words(kind, *values):
        return [word_of(kind, value) for value in values]
    yield from drawn("u64", "mix", MANY, [f"{splitmix64(n):016x}" for n in range(7)] + ["0" * 16])
    yield from drawn("i32", "plus", SOME + [65537], ["00000000", "ffffffff", "7fffffff", "80000000", "12345678"])
    for text, init in (("7fffffff,00000001", "00000000"), ("80000000,80000000", "00000000"), ("00000001", "7fffffff"),
                       ("ffffffff,80000000,7fffffff", "80000000"), ("80000000,ffffffff", "00000000")):
        yield dict(type="i32", op="plus", n=text.count(",") + 1, items="list:" + text, init=init)
    for kind in ("f32", "f64", "f16"):
        inits = words(kind, 0.0, -0.0, 1.0, -3.25)
        yield from drawn(kind, "plus", SOME + LARGE[kind], inits)
        yield from drawn(kind, "plus", FEW + [3000], inits, "poshash")
        yield from specials(kind, "plus")
        for rule, sizes in (("hash", SOME + LARGE[kind][:1]), ("nearone", RAGGED)):
            for case in drawn(kind, "dot", sizes, inits[:1], rule):
                yield case | {"items2": f"{rule}:{next(seeds)}"}
        alternating = ["root " * 2 * n + "|" + "root -root " * n for n in (1, 2, 3, 7, 17)]
        for row in DOTS.split(";") + alternating:
            left, right = row.split("|")
            yield listed(kind, "dot", left.split(), "0", items2=listed(kind, "", right.split(), "0")["items"])
    for kind in ("f32", "f64"):
        yield from drawn(kind, "multiplies", [n for n in SOME if n <= 129], words(kind, 1.0, -0.75), "nearone")
        yield from drawn(kind, "multiplies", SOME + [16385], words(kind, 1.0, -1.25), "unit")
        yield from specials(kind, "multiplies")
        for op in ("minimum", "maximum", "minimum_number", "maximum_number"):
            yield from drawn(kind, op, FEW + [4097], [named(kind)[name] for name in ("inf", "-inf", "nan", "0")])
            yield from specials(kind, op)
        yield from drawn(kind, "square_plus", SOME + [16385], words(kind, 0.0, 1.5, -1e9))
        yield from drawn(kind, "square_plus", RAGGED, words(kind, 0.0, 0.1), "nearone")
        for names, init in (("root", "-square"), ("root root", "-square"), ("-square root", "-1"), ("odd", "-odd")):
            yield listed(kind, "square_plus", names.split(), init)
        for name in ("-0", "least", "denormal", "normal", "max", "-inf", "nan"):
            yield filled(kind, "square_plus", 3, name, init=named(kind)["-0"])
        for op, more in (("mean", {}), ("variance", {"ddof": 0}), ("variance", {"ddof": 1})):
            some = [*drawn(kind, op, SOME + [10007], [""], **more)]
            some += drawn(kind, op, RAGGED if more else FEW, [""], "nearone", **more)
            some += [filled(kind, op, n, name, **more) for n in (1, 2, 3) for name in "-0 least max inf nan".split()]
            some += [listed(kind, op, names.split(), "0", **more) for names in SUMS.split(";") if more != {"ddof": 1}]
            yield from ({key: value for key, value in case.items() if key != "init"} for case in some)
    yield from drawn("f32", "sum_wide", SOME + [10007, 65537], ["0" * 16])
    yield from drawn("f32", "sum_wide", FEW, ["0" * 16], "poshash")
    for n, name in itertools.product((1, 2, 100), PAIRED["plus"].split()):
        yield filled("f32", "sum_wide", n, name, init="0" * 16)
    for names in SUMS.split(";"):
        yield listed("f32", "sum_wide", names.split(), "0") | {"init": "0" * 16}
    yield from drawn("f32", "mat2", SOME + [4097], [",".join(words("f32", 1.0, 0.0, 0.0, 1.0))], "matrix")
    yield from drawn("f32", "fma_bait", SOME + [16385], words("f32", 0.0, -1.5, 1000.25))
    yield from drawn("f32", "fma_bait", FEW, words("f32", 0.0, 1.5), "poshash")
    yield from drawn("f32", "leaf16_plus", SOME + [250, 271, 272, 273, 4095, 16385], words("f32", 0.0, -0.0, 7.5))
    for n in (1, 15, 16, 17, 33, 48, 100):
        yield filled("f32", "leaf16_plus", n, "-0", init=named("f32")["-0"])
    for length, groups in ((1, 7), (2, 5), (3, 33), (5, 40), (16, 9), (17, 9), (31, 8), (32, 8), (33, 8), (63, 5),
                           (64, 5), (65, 5), (100, 10), (127, 3), (128, 3), (129, 3), (1000, 4), (1025, 4), (5000, 3)):
        yield from drawn("u64", "mix", [length * groups], [f"{splitmix64(length):016x}"], form="batches", length=length)
    yield dict(type="u64", op="mix", n=1000, items="hash:5", init="0123456789abcdef")      # the whole of the next parts
    for begin, end in ((0, 333), (333, 512), (512, 1000), (333, 1000), (0, 512), (0, 999), (999, 1000), (0, 1000)):
        yield dict(type="u64", op="mix", form="forest", first=begin, n=end - begin, items="hash:5")
    for first, n in [*itertools.product((0, 1, 7, 8, 1000, 4095, 2**20 - 3, 2**40 + 5), (1, 2, 3, 6, 16, 100, 1025)),
                     (0, 4096), (1, 8191), (4097, 12285), (12345, 6789), (0, 65535)]:
        yield dict(type="u64", op="mix", form="forest", first=first, n=n, items=f"hash:{next(seeds)}")


ORDER = ("type", "op", "form", "ddof", "first", "n", "length", "items", "items2", "init", "result")


def text():
    head = "".join(f"# {line}".rstrip() + "\n" for line in __doc__.rstrip().split("\n"))
    lines = (case | {"result": result_of(case)} for case in cases())
    return head + "".join(" ".join(f"{key}={line[key]}" for key in ORDER if key in line) + "\n" for line in lines)


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--check":
        with open(arguments[1], newline="") as file:
            return int(file.read() != text())
    if len(arguments) > 1 or arguments and arguments[0].startswith("-"):
        print("usage: generate.py [FILE] | --check FILE", file=sys.stderr)
        return 2
    path = arguments[0] if arguments else os.path.join(os.path.dirname(os.path.abspath(__file__)), "cases.txt")
    with open(path, "w", newline="\n") as file:
        file.write(text())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
