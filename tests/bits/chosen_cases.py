# SPDX-License-Identifier: Apache-2.0
"""The cases of cases.txt: sizes, items and initial values that reveal possible errors."""
import itertools

from definition import BYTES, LAYOUT, splitmix64, word_of

RAGGED = [2] * 6 + [3] * 6 + [5, 5, 5, 6, 7, 7, 9, 11, 13, 19, 27, 683]
FEW = [0, 1, 2, 3, 5, 8, 13, 31, 32, 33, 64, 100, 257, 1000]
SOME = sorted({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 23, 47, 100, 200, 777, 1000, 2000, 3000}
              | {2**k + d for k in range(4, 12) for d in (-1, 0, 1)})
MANY = sorted(
    set(range(71)) | {2**k + d
                      for k in range(7, 18)
                      for d in (-1, 0, 1)}
    | {splitmix64(k) % 200001
       for k in range(12)} | {splitmix64(k) % 20001
                              for k in range(100, 112)})
LARGE = {"f32": [4096, 4097, 10007, 65535, 65536, 131073], "f64": [4097, 65537], "f16": [4097, 10007]}

# Lists of special values, by the names in `named`: roundings, ties, overflows, underflows, and cancellations
# whose result depends on the grouping.
SUMS = """1 half; odd half; 1 more; 1 half half; half half 1; 1 half half half; odd -quarter; 1 -quarter;
    max tie; max below; max tie -max; below max below; max -max max; max max -max -max; max -max max -max;
    max max -max; 1 -1; -1 1 -1 1; eps 1 -1; 1 -1 eps; max 1 -max; half max -max half 1; -max -tie; inf max;
    normal -least; denormal least; denormal denormal -normal"""
PRODUCTS = """normal 0.5; denormal 0.5; denormal 1.5; least 0.5; least 0.5 2; least 1.5; normal half;
    normal half 2; normal normal; normal -1.5 1.5 0.5; odd odd; odd odd odd; max odd;
    max odd 0.5; max max normal normal"""
DOTS = """root -square | root 1; -0 -0 -0 | 1 1 1; 0 1 | inf 1; max -1.5 | max -1.5; least least |
    least least; normal denormal | 0.5 0.5; max 1 | -max 1; -0 | 1; root -root | odd root;
    odd odd -odd | root odd odd"""
PAIRED = {"plus": "-0 0 least -least denormal normal max -max inf -inf nan",
          "multiplies": "-0 0 denormal normal max inf nan -1.5", "": "-0 0 least -1.5 inf -inf nan"}


def named(kind):
    _, _, exponent_bits, p = LAYOUT[kind]
    infinite, eps, bias = (1 << exponent_bits) - 1 << p, 2.0 ** -p, (1 << exponent_bits - 1) - 1
    e, top = 2.0 ** -(p // 2 + 1), 2.0 ** bias                 # the square of 1 + e is not exact
    bits = {"0": 0, "least": 1, "denormal": (1 << p) - 1, "normal": 1 << p, "max": infinite - 1,
            "inf": infinite, "nan": infinite | 1 << p - 1}
    values = {"1": 1.0, "0.5": 0.5, "1.5": 1.5, "2": 2.0, "eps": eps, "half": eps / 2, "quarter": eps / 4,
              "odd": 1 + eps, "more": eps / 2 * (1 + eps), "tie": top * eps / 2,
              "below": top * eps / 2 * (1 - eps / 2), "root": 1 + e, "square": 1 + 2 * e}
    words = {name: f"{b:0{2 * BYTES[kind]}x}" for name, b in bits.items()}
    words |= {name: word_of(kind, value) for name, value in values.items()}
    return words | {"-" + name: f"{int(w, 16) | 1 << 8 * BYTES[kind] - 1:x}" for name, w in words.items()}


def listed(kind, op, names, init, **more):
    words = [named(kind)[name] for name in names]
    items = "list:" + ",".join(words)
    return dict(type=kind, op=op, n=len(words), items=items, init=named(kind)[init], **more)


def filled(kind, op, n, name, **more):
    return dict(type=kind, op=op, n=n, items="fill:" + named(kind)[name], **more)


def specials(kind, op):
    """Special values in which a wrong padding, order, rounding or flushing would show."""
    neutral = {"plus": "-0", "multiplies": "1", "minimum": "inf", "maximum": "-inf"}.get(op, "nan")
    for pair in itertools.product(PAIRED.get(op, PAIRED[""]).split(), repeat=2):
        yield listed(kind, op, pair, neutral)
    for init, *pair in itertools.product(("-0", "0", "nan"), repeat=3):
        yield listed(kind, op, pair, init)
    odd = (("0", "-0"), ("-0", "0"), ("-nan", "1"), ("1", "-nan"))
    for (one, rest), place in itertools.product(odd, (0, 1, 4)):
        yield listed(kind, op, [one if i == place else rest for i in range(5)],
                     "nan" if rest == "-nan" else rest)
    choices = ("-0 0", "0 -least -0 least", "-0 0 nan -nan", PAIRED["plus"])
    for n, (salt, choice) in itertools.product((6, 11), enumerate(choices)):
        some = choice.split()
        drawn = [some[splitmix64(100 * n + 10 * salt + i) % len(some)] for i in range(n)]
        yield listed(kind, op, drawn, neutral)
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
            items, init = f"{rule}:{next(seeds)}", inits[i % len(inits)]
            yield dict(type=kind, op=op, n=n, items=items, init=init, **more)

    def words(kind, *values):
        return [word_of(kind, value) for value in values]
    yield from drawn("u64", "mix", MANY, [f"{splitmix64(n):016x}" for n in range(7)] + ["0" * 16])
    yield from drawn("i32", "plus", SOME + [65537],
                     ["00000000", "ffffffff", "7fffffff", "80000000", "12345678"])
    for row in ("7fffffff,00000001 00000000", "80000000,80000000 00000000", "00000001 7fffffff",
                "ffffffff,80000000,7fffffff 80000000", "80000000,ffffffff 00000000"):
        text, init = row.split()
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
        yield from drawn(kind, "multiplies", [n for n in SOME if n <= 129], words(kind, 1.0, -0.75),
                         "nearone")
        yield from drawn(kind, "multiplies", SOME + [16385], words(kind, 1.0, -1.25), "unit")
        yield from specials(kind, "multiplies")
        for op in ("minimum", "maximum", "minimum_number", "maximum_number"):
            yield from drawn(kind, op, FEW + [4097],
                             [named(kind)[name] for name in ("inf", "-inf", "nan", "0")])
            yield from specials(kind, op)
        yield from drawn(kind, "square_plus", SOME + [16385], words(kind, 0.0, 1.5, -1e9))
        yield from drawn(kind, "square_plus", RAGGED, words(kind, 0.0, 0.1), "nearone")
        by_init = (("root", "-square"), ("root root", "-square"), ("-square root", "-1"), ("odd", "-odd"))
        for names, init in by_init:
            yield listed(kind, "square_plus", names.split(), init)
        for name in ("-0", "least", "denormal", "normal", "max", "-inf", "nan"):
            yield filled(kind, "square_plus", 3, name, init=named(kind)["-0"])
        for op, more in (("mean", {}), ("variance", {"ddof": 0}), ("variance", {"ddof": 1})):
            some = [*drawn(kind, op, SOME + [10007], [""], **more)]
            some += drawn(kind, op, RAGGED if more else FEW, [""], "nearone", **more)
            for n, name in itertools.product((1, 2, 3), "-0 least max inf nan".split()):
                some.append(filled(kind, op, n, name, **more))
            if more != {"ddof": 1}:
                some += [listed(kind, op, names.split(), "0", **more) for names in SUMS.split(";")]
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
    yield from drawn("f32", "leaf16_plus", SOME + [250, 271, 272, 273, 4095, 16385],
                     words("f32", 0.0, -0.0, 7.5))
    for n in (1, 15, 16, 17, 33, 48, 100):
        yield filled("f32", "leaf16_plus", n, "-0", init=named("f32")["-0"])
    for length, groups in ((1, 7), (2, 5), (3, 33), (5, 40), (16, 9), (17, 9), (31, 8), (32, 8), (33, 8),
                           (63, 5), (64, 5), (65, 5), (100, 10), (127, 3), (128, 3), (129, 3), (1000, 4),
                           (1025, 4), (5000, 3)):
        init = f"{splitmix64(length):016x}"
        yield from drawn("u64", "mix", [length * groups], [init], form="batches", length=length)
    # All items of the following parts.
    yield dict(type="u64", op="mix", n=1000, items="hash:5", init="0123456789abcdef")
    for begin, end in ((0, 333), (333, 512), (512, 1000), (333, 1000), (0, 512), (0, 999), (999, 1000),
                       (0, 1000)):
        yield dict(type="u64", op="mix", form="forest", first=begin, n=end - begin, items="hash:5")
    firsts = (0, 1, 7, 8, 1000, 4095, 2**20 - 3, 2**40 + 5)
    for first, n in [*itertools.product(firsts, (1, 2, 3, 6, 16, 100, 1025)), (0, 4096), (1, 8191),
                     (4097, 12285), (12345, 6789), (0, 65535)]:
        yield dict(type="u64", op="mix", form="forest", first=first, n=n, items=f"hash:{next(seeds)}")
