#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The examples that read streams: files and pipes of any length, interrupted, killed and resumed.

streams.py FOLDER [PLACE]    FOLDER has the programs wc, crc32 and summary; PLACE is host, or device on a
                             machine with a GPU
"""
import os
import pty
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import zlib

PROGRAMS = os.path.abspath(sys.argv.pop(1))
PLACE = sys.argv.pop(1) if len(sys.argv) > 1 else "host"
# A program that sees one GPU starts sooner than one that sees all of a host.
os.environ["CUDA_VISIBLE_DEVICES"] = os.environ.get("CUDA_VISIBLE_DEVICES", "0").split(",")[0]
NAMES = ("wc", "crc32", "summary")
RANDOM = random.Random(7)
WORDS = [bytes(RANDOM.choices(range(33, 256), k=RANDOM.randint(1, 12))) for _ in range(1000)]
TEXT = b"".join(RANDOM.choice(WORDS) + RANDOM.choice((b" ", b"\n", b"\n\n", b"\t "))
                for _ in range(400_000)) + b"no end"


def command(name, *arguments):
    return [os.path.join(PROGRAMS, name), "--on", PLACE, *arguments]


def run(name, *arguments, given=b"", code=0, **more):
    done = subprocess.run(command(name, *arguments), input=given, capture_output=True, check=False, **more)
    assert done.returncode == code, (name, arguments, done)
    return done.stdout.decode() if code == 0 else done.stderr.decode()


def begin(name, *arguments, **more):
    pipes = {name: subprocess.PIPE for name in ("stdin", "stdout", "stderr")}
    return subprocess.Popen(command(name, *arguments), **pipes, **more)


class Streams(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.checkpoint = os.path.join(self.folder, "checkpoint")
        self.text = os.path.join(self.folder, "text")
        with open(self.text, "wb") as file:
            file.write(TEXT)

    def interrupted(self, name, fed, *arguments):
        """Makes a checkpoint: runs the program with input from a pipe, and tells it to stop."""
        program = begin(name, "--checkpoint", self.checkpoint, *arguments)
        program.stdin.write(TEXT[:fed])  # returns when the program has read all that the pipe cannot hold
        program.stdin.flush()
        program.send_signal(signal.SIGTERM)
        _, said = program.communicate()
        self.assertEqual(program.returncode, 128 + signal.SIGTERM)
        self.assertIn(b"goes on from", said)

    def test_what_they_say_is_so(self):
        lines, words, count = run("wc", given=TEXT).split()[:3]
        self.assertEqual((int(lines), int(count)), (TEXT.count(b"\n"), len(TEXT)))
        self.assertEqual(run("crc32", given=TEXT), f"{zlib.crc32(TEXT):08x}  -\n")
        for name in NAMES:
            compared = run(name, "--compare", self.text)  # also checks against a reference
            streamed = run(name, self.text)
            for line in filter(None, streamed.split("\n")):
                self.assertIn(line, compared)
            self.assertEqual(run(name, given=TEXT).replace(" -", " " + self.text), streamed)

    def test_several_files(self):
        both = run("crc32", self.text, "-", given=b"more")
        self.assertEqual(both, f"{zlib.crc32(TEXT):08x}  {self.text}\n{zlib.crc32(b'more'):08x}  -\n")
        self.assertIn(f"{2 * len(TEXT)} total", run("wc", self.text, self.text))

    def test_interrupted_and_resumed(self):
        for name in NAMES:
            expected = run(name, given=TEXT)
            for fed in (300_000, len(TEXT) // 2, len(TEXT)):
                self.interrupted(name, fed)
                kept = self.checkpoint + ".kept"
                shutil.copy(self.checkpoint, kept)
                self.assertEqual(run(name, "--checkpoint", self.checkpoint, given=TEXT), expected)
                self.assertFalse(os.path.exists(self.checkpoint))  # the work is done
                shutil.copy(kept, self.checkpoint)
                with open(self.text, "rb") as file:  # a file need not be read up to there
                    self.assertEqual(run(name, "--checkpoint", self.checkpoint, given=None, stdin=file),
                                     expected)

    def test_interrupted_as_the_input_ends(self):
        for _ in range(100 if PLACE == "host" else 5):  # both have often arrived when the program checks
            self.interrupted("crc32", 100_000)
            os.remove(self.checkpoint)

    def test_interrupted_twice_and_in_the_second_file(self):
        for name in NAMES:
            expected = run(name, self.text, "-", given=TEXT)
            self.interrupted(name, 300_000, self.text, "-")
            self.interrupted(name, 2_000_000, self.text, "-")
            self.assertEqual(run(name, "--checkpoint", self.checkpoint, self.text, "-", given=TEXT), expected)

    def test_killed_and_resumed(self):
        name = "summary"
        program = begin(name, "--checkpoint", self.checkpoint)
        fed = 0
        while not os.path.exists(self.checkpoint):
            self.assertLess(fed, len(TEXT))
            program.stdin.write(TEXT[fed:fed + 5000])
            program.stdin.flush()
            fed += 5000
            time.sleep(0.01)
        program.kill()
        program.communicate()
        self.assertEqual(run(name, "--checkpoint", self.checkpoint, given=TEXT), run(name, given=TEXT))

    def test_refused(self):
        self.interrupted("wc", 2_000_000)

        def refused(name, given, *arguments):
            return run(name, "--checkpoint", self.checkpoint, *arguments, given=given, code=2)

        with open(self.checkpoint, "rb") as file:
            kept = file.read()
        read = int(kept.split(b"\n")[3].split()[1])
        other = bytearray(TEXT)
        other[read - 1] ^= 1
        self.assertIn("is not what the checkpoint was made of", refused("wc", bytes(other)))
        self.assertIn("ends before", refused("wc", TEXT[:1000]))
        self.assertIn("of other files", refused("wc", b"", self.text))
        self.assertIn("no checkpoint of crc32", refused("crc32", TEXT))
        for at in RANDOM.sample(range(20, len(kept)), 20):
            bad = bytearray(kept)
            bad[at] ^= 4
            with open(self.checkpoint, "wb") as file:
                file.write(bad)
            self.assertIn("damaged", refused("wc", TEXT))
        self.assertIn("--compare", run("wc", "--policy", "two_pass", code=2))

    def test_more_than_the_memory_that_is_taken(self):
        program = begin("crc32")
        block, crc = bytes(range(256)) * 4096, 0
        for _ in range(200):
            crc = zlib.crc32(block, crc)
            program.stdin.write(block)
        said, _ = program.communicate()
        self.assertEqual(said.decode(), f"{crc:08x}  -\n")
        if PLACE == "host":  # the driver uses memory of its own
            kibibytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
            self.assertLess(kibibytes, 150_000)  # for 200 MiB of input

    def test_progress_on_a_terminal_alone(self):
        terminal, end = pty.openpty()
        seen = []

        def look():
            try:
                while True:
                    seen.append(os.read(terminal, 4096))
            except OSError:
                pass

        watching = threading.Thread(target=look)
        watching.start()
        program = subprocess.Popen(command("wc"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=end)
        os.close(end)
        fed = 0
        # A GPU's driver needs some time to start.
        while fed < 6 or (fed < 300 and b"MB/s" not in b"".join(seen)):
            program.stdin.write(b"word " * 1000)
            program.stdin.flush()
            fed += 1
            time.sleep(0.1)
        said, _ = program.communicate()
        watching.join()
        self.assertEqual(said.split()[:3], [b"0", b"%d" % (1000 * fed), b"%d" % (5000 * fed)])
        self.assertIn(b"MB/s", b"".join(seen))
        program = begin("wc")
        time.sleep(0.3)
        self.assertEqual(program.communicate(b"word")[1], b"")


if __name__ == "__main__":
    unittest.main()
