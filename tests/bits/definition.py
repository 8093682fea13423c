# SPDX-License-Identifier: Apache-2.0
"""Items, operators and the tree, by the definition in generate.py."""
import itertools
import math
import struct

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
    """Rounds a double to the type.

    One + or * of two f16 or f32 values, computed in double, is then rounded twice. The result is still right,
    because 53 >= 2 * 24 + 2 bits."""
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
    """The bits that a rule derives from a hash."""
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
    return n, z + first / n, 0.0 if s < 0 else s


def join(a, b):
    (an, ac, as_), (bn, bc, bs) = a, b
    q, d = bn / (an + bn), bc - ac
    return an + bn, ac + d * q, (as_ + bs) + (d * d) * (an * q)


def operator_of(kind, op):
    if kind in ("u64", "i32"):
        return {"mix": mix, "plus": lambda a, b: (a + b + 2**31) % 2**32 - 2**31}[op]
    r = rounding(kind)
    return {"multiplies": lambda a, b: r(a * b), "fma_bait": lambda a, b: r(r(a + b) * 0.75),
            "minimum": propagating(lesser), "maximum": propagating(greater),
            "minimum_number": ignoring(lesser), "maximum_number": ignoring(greater),
            "mat2": lambda x, y: tuple(r(r(x[i] * y[j]) + r(x[i + 1] * y[j + 2]))
                                       for i in (0, 2) for j in (0, 1)),
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
        _, center, squares = tree(leaves, join, 0, len(leaves))
        return word_of("f64", (squares + (center - center)) / (n - case["ddof"]))
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
