#!/usr/bin/env python3
"""Checks the C interface: its examples in C and in Python plan as `timestep_lab plan` does, and bad arguments change nothing.
TIMESTEP_C, PLAN and TIMESTEP_LAB name the shared library, the example in C and the program."""
import ctypes
import os
import pathlib
import random
import re
import sys
import tempfile
import unittest

from test_consumer import ROOT, call

sys.path.insert(0, str(ROOT / "examples"))
import plan as example  # noqa: E402

LIBRARY, PLAN, LAB = (os.environ[name] for name in ("TIMESTEP_C", "PLAN", "TIMESTEP_LAB"))
HEADER = (ROOT / "bindings/c/timestep.h").read_text(encoding="utf-8")


def rows(text):
    """Returns the cells of CSV; alpha as a number, because the programs print it with different numbers of digits."""
    lines = [line.split(",") for line in text.splitlines()]
    alpha = lines[0].index("alpha")
    return [[float(cell) if i == alpha and line is not lines[0] else cell for i, cell in enumerate(line)] for line in lines]


class Examples(unittest.TestCase):
    def test_example_languages(self):
        """The examples in C and Python plan as timestep_lab with every preset."""
        dice = random.Random(33)
        frames = [dice.choice((16_683_333, 6_944_444, 40_000_000)) + dice.randint(-900_000, 900_000) for _ in range(300)]
        frames[100:103] = [0, 1_300_000_000, 1]
        text = "".join(f"{frame}\n" for frame in frames)
        presets = call(PLAN).split()
        self.assertEqual(len(presets), len(set(presets)))
        self.assertEqual(presets, call(sys.executable, ROOT / "examples/plan.py", LIBRARY).split())
        self.assertEqual(len(presets), len(list((ROOT / "src/timestep/presets").glob("*.hpp"))))
        with tempfile.TemporaryDirectory() as folder:
            recording = pathlib.Path(folder, "frames.csv")
            recording.write_text("frame_ns\n" + text, encoding="utf-8")
            for preset in presets:
                with self.subTest(preset=preset):
                    lab = rows(call(LAB, "plan", "--loop", preset, "--frames", recording, "--csv", "-"))
                    self.assertEqual(len(lab), 1 + len(frames))
                    self.assertEqual(rows(call(PLAN, preset, input=text)), lab)
                    self.assertEqual(rows(call(sys.executable, ROOT / "examples/plan.py", LIBRARY, preset, input=text)), lab)


class Interface(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.library = example.load(LIBRARY)
        for name in ("timestep_give_back_unrun_steps", "timestep_set_rate"):
            getattr(cls.library, name).argtypes = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64]
        cls.library.timestep_give_back_unrun_steps.argtypes.append(ctypes.c_void_p)
        cls.library.timestep_discard_carried.argtypes = [ctypes.c_void_p]
        cls.library.timestep_discard_carried.restype = ctypes.c_int64
        cls.library.timestep_wants_vsync.argtypes = [ctypes.c_void_p]
        cls.library.timestep_version.restype = ctypes.c_char_p

    def loop(self, preset=b"accumulator", numerator=100, denominator=1):
        loop = self.library.timestep_new(preset, numerator, denominator)
        if loop:
            self.addCleanup(self.library.timestep_free, loop)
        return loop

    def planned(self, loop, frame_ns):
        plan = example.Plan(size=ctypes.sizeof(example.Plan))
        self.assertEqual(self.library.timestep_plan_frame(loop, frame_ns, 0, ctypes.byref(plan)), 0)
        return plan

    def test_exported_functions(self):
        """The library exports the functions of the header and nothing else."""
        declared = sorted(re.findall(r"^ *TIMESTEP_API [^(]*\b(\w+)\(", HEADER, re.MULTILINE))
        exported = sorted(line.split()[-1] for line in call("nm", "-D", "--defined-only", LIBRARY).splitlines() if " T " in line)
        self.assertEqual(exported, declared)
        self.assertGreater(len(declared), 8)

    def test_abi_version(self):
        """ABI and version are those of the headers."""
        self.assertEqual(self.library.timestep_abi(), int(re.search(r"define TIMESTEP_ABI (\d+)", HEADER)[1]))
        self.assertEqual(pathlib.Path(LIBRARY).resolve().name, f"libtimestep_c.so.{self.library.timestep_version().decode()}")
        soname = re.search(r"SONAME.*\[(.*)\]", call("readelf", "-d", LIBRARY))[1]
        self.assertEqual(soname, f"libtimestep_c.so.{self.library.timestep_abi()}")

    def test_steps_that_are_given_back_run_in_the_next_frame(self):
        loop = self.loop()
        plan = self.planned(loop, 35_000_000)
        self.assertEqual(plan.steps, 3)
        self.assertEqual(self.library.timestep_give_back_unrun_steps(loop, 2, 0, ctypes.byref(plan)), 0)
        self.assertEqual((plan.steps, plan.stepped_ns, plan.carried_ns), (1, 10_000_000, 25_000_000))
        self.assertEqual(self.planned(loop, 0).steps, 2)
        self.assertEqual(self.library.timestep_discard_carried(loop), 5_000_000)
        self.assertEqual(self.library.timestep_set_rate(loop, 50, 1), 0)
        self.assertEqual(self.planned(loop, 20_000_000).dt_seconds, 0.02)
        self.assertEqual([self.library.timestep_wants_vsync(self.loop(preset)) for preset in (b"accumulator", b"fixed-sleep")], [1, 0])

    def test_bad_arguments(self):
        """Bad arguments are refused and change nothing."""
        self.assertIsNone(self.loop(b"no-such-preset"))
        self.assertIsNone(self.loop(None))
        for rate in ((0, 1), (60, 0), (-60, 1), (10**9 + 1, 1)):
            self.assertIsNone(self.loop(b"accumulator", *rate))
        self.assertIsNone(self.loop(b"canonical", 9))  # a step would be longer than its limit, 100 ms
        self.assertEqual(self.library.timestep_set_rate(self.loop(b"canonical", 10), 9, 1), -1)
        self.assertIsNone(self.library.timestep_preset_name(self.library.timestep_preset_count()))
        self.library.timestep_free(None)
        loop, plan = self.loop(), example.Plan(steps=7)
        argument, size = -1, -2
        self.assertEqual(self.library.timestep_plan_frame(loop, 50_000_000, 0, ctypes.byref(plan)), size)
        self.assertEqual(self.library.timestep_plan_frame(loop, 50_000_000, -1, ctypes.byref(example.Plan(size=96))), argument)
        for frame, refresh in ((2**62, 0), (-(2**62), 0), (2**63 - 1, 0), (-(2**63), 0), (0, 2**62)):
            self.assertEqual(self.library.timestep_plan_frame(loop, frame, refresh, ctypes.byref(example.Plan(size=96))), argument)
        self.assertEqual(self.library.timestep_plan_frame(None, 50_000_000, 0, ctypes.byref(plan)), argument)
        self.assertEqual(self.library.timestep_plan_frame(loop, 50_000_000, 0, None), argument)
        self.assertEqual(self.library.timestep_set_rate(loop, 0, 1), argument)
        self.assertEqual(plan.steps, 7)
        plan = self.planned(loop, 10_000_000)
        self.assertEqual(plan.steps, 1, "the refused frames count")
        for steps, tail in ((2, 0), (-1, 0), (0, 5)):
            self.assertEqual(self.library.timestep_give_back_unrun_steps(loop, steps, tail, ctypes.byref(plan)), argument)

    def test_a_newer_program_with_a_larger_struct_gets_the_fields_that_the_library_has(self):
        class Newer(ctypes.Structure):
            _fields_ = [("plan", example.Plan), ("added", ctypes.c_int64 * 4)]

        newer = Newer(added=(1, 2, 3, 4))
        newer.plan.size = ctypes.sizeof(Newer)
        plan = ctypes.cast(ctypes.pointer(newer), ctypes.POINTER(example.Plan))
        self.assertEqual(self.library.timestep_plan_frame(self.loop(), 25_000_000, 0, plan), 0)
        self.assertEqual((newer.plan.steps, newer.plan.size, list(newer.added)), (2, ctypes.sizeof(Newer), [1, 2, 3, 4]))


if __name__ == "__main__":
    unittest.main()
