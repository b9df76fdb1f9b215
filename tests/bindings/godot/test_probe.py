#!/usr/bin/env python3
"""Runs bindings/godot/probe.gd as an autoload in a game without a window (Godot 3), and reads its file. TIMESTEP_LAB names the program.
Without a Godot 3 (Debian: godot3-server or godot3) the tests are skipped."""
import csv
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

PROBE = pathlib.Path(__file__).resolve().parents[3] / "bindings/godot/probe.gd"
GODOT = shutil.which("godot3-server") or shutil.which("godot3")
FILES = {
    "project.godot": 'config_version=4\n[application]\nrun/main_scene="res://main.tscn"\n[autoload]\nProbe="*res://probe.gd"\n',
    "main.tscn": '[gd_scene load_steps=2 format=2]\n[ext_resource path="res://main.gd" type="Script" id=1]\n[node name="Main" type="Node"]\n'
                 "script = ExtResource( 1 )\n",
    "main.gd": """
extends Node
var frames = 0
var x = 0.0
func _physics_process(delta):
    x += 3.0 * delta
func _process(_delta):
    frames += 1
    Probe.set_drawn_position(x)
    Probe.set_camera_position(x - 2.0)
    OS.delay_usec(4000 + frames * 7919 % 3000)
    if frames == 150:
        OS.delay_msec(400)
    if frames == 300:
        get_tree().quit()
"""}


@unittest.skipUnless(GODOT, "no Godot 3 is installed")
class GodotProbe(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        folder = pathlib.Path(self.scratch.name)
        for name, text in FILES.items():
            (folder / name).write_text(text, encoding="ascii")
        shutil.copy(PROBE, folder)
        self.file = folder / "frames.csv"
        headless = [] if "server" in GODOT else ["--no-window"]
        self.ran = subprocess.run([GODOT, *headless, "--audio-driver", "Dummy", "--path", folder], capture_output=True, text=True, timeout=120, check=False,
                                  env={**os.environ, "HOME": str(folder), "TIMESTEP_PROBE": str(self.file)})

    def test_each_frame_has_its_steps_and_its_time(self):
        self.assertEqual(self.ran.returncode, 0, self.ran.stderr)
        with open(self.file, encoding="ascii") as file:
            rows = list(csv.DictReader(file))
        self.assertGreaterEqual(len(rows), 299)
        self.assertEqual({row["probe_format"] for row in rows}, {"2"})
        self.assertEqual({row["clock"] for row in rows}, {"probe"})
        for row in rows:
            self.assertAlmostEqual(int(row["simulated_ns"]), int(row["steps"]) * 1e9 / 60, delta=100)  # Godot's step is a float
            self.assertGreaterEqual(float(row["alpha"]), 0.0)
        begins = [int(row["time_ns"]) for row in rows]
        for before, row, begin in zip(begins, rows[1:], begins[1:]):
            self.assertEqual(int(row["frame_ns"]), begin - before)
        # Godot runs at most 8 steps in a frame, so that of 400 ms some 270 are lost.
        steps = [int(row["steps"]) for row in rows]
        self.assertEqual(max(steps), 8)
        self.assertGreater(int(rows[steps.index(8)]["frame_ns"]), 400e6)
        drawn = [float(row["drawn"]) for row in rows if row["drawn"]]
        self.assertGreater(drawn[-1], drawn[0])

    def test_identify_reads_the_file(self):
        told = subprocess.run([os.environ["TIMESTEP_LAB"], "identify", self.file], capture_output=True, text=True, check=False)
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertIn("dropped 0.2", told.stdout)


if __name__ == "__main__":
    unittest.main()
