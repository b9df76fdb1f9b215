#!/usr/bin/env python3
"""Compiles what somebody adds: the smallest scene of docs/add-a-scene.md and the metric of docs/add-a-metric.md have no warning, and a scene or an alternative of an axis that lacks
something is one error that names it. The environment variable CXX names the compiler."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

os.nice(19)  # gives the processor to the tests of the window beside this one

ROOT = pathlib.Path(__file__).resolve().parents[2]
# For each axis: an alternative, a call that needs all members, the first missing member, and the kind that the error names.
AXES = {"Filter": ("NoFilter", "filter({})", "f.filter(in)", "a delta filter"), "Pacer": ("Vsync", "renders({})", "P::wants_vsync", "a pacer"),
        "OverloadPolicy": ("Unlimited", "grant({})", "P::actions", "an overload policy"), "Stepper": ("FixedStep", "carried()", "S::clock_relation", "a stepper")}


def errors_of(*arguments, source=None):
    """Returns what the compiler prints about sources, or about the text `source`."""
    command = [os.environ.get("CXX", "c++"), "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wconversion", *arguments, f"-I{ROOT}/src"]
    return subprocess.run(command + ["-x", "c++", "-"] * (source is not None), input=source, capture_output=True, text=True, check=False).stderr


class Adding(unittest.TestCase):
    def test_the_smallest_scene_of_the_page_compiles_without_a_warning(self):
        page = (ROOT / "docs/add-a-scene.md").read_text(encoding="utf-8")
        files = dict(re.findall(r"^`src/([\w/.]+)`:\n\n```cpp\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))
        self.assertEqual(list(files), ["scenes/cart/cart.cpp"])
        listed = (ROOT / "src/scenes/scenes.cpp").read_text(encoding="utf-8")
        files["scenes/scenes.cpp"], listings = re.subn(r"(&?)(\w+)(;|\};)(?=\n\n|\n    return scenes)", r"\1\2, \1cart\3", listed, count=2)
        self.assertEqual(listings, 2, "the declaration and the table of all scenes end with the cart")
        with tempfile.TemporaryDirectory() as folder:
            for path, text in files.items():
                (pathlib.Path(folder) / path).parent.mkdir(parents=True, exist_ok=True)
                (pathlib.Path(folder) / path).write_text(text, encoding="utf-8")
            self.assertEqual(errors_of(f"-I{folder}", *(f"{folder}/{path}" for path in files)), "")

    def test_the_metric_of_the_page_compiles_without_a_warning_in_the_tables_that_the_page_names(self):
        page = (ROOT / "docs/add-a-metric.md").read_text(encoding="utf-8")
        places = {"src/telemetry/metric_definitions.hpp": "    });\n}();", "src/lab/metrics/metric_table.cpp": "};\n\n// Smaller absolute values"}
        rows = re.findall(r"^`(src/[\w/.]+)`|(src/lab/metrics/metric_table.cpp)`:|^```cpp\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
        named, rows = [a or b for a, b, _ in rows if a or b], [row for _, _, row in rows if row]
        self.assertEqual((named, len(rows)), (list(places), 2))
        with tempfile.TemporaryDirectory() as folder:
            for (path, end), row in zip(places.items(), rows):
                text = (ROOT / path).read_text(encoding="utf-8")
                self.assertEqual(text.count(end), 1, path)
                copy = pathlib.Path(folder) / path
                copy.parent.mkdir(parents=True)
                copy.write_text(text.replace(end, row + end), encoding="utf-8")
            self.assertEqual(errors_of(f"-I{folder}/src", f"{folder}/src/lab/metrics/metric_table.cpp"), "")
            unknown = copy.read_text(encoding="utf-8").replace('metric_definition("steps_mean")', 'metric_definition("steps_meen")')
            copy.write_text(unknown, encoding="utf-8")
            self.assertIn("error:", errors_of(f"-I{folder}/src", copy), "a key without a definition")

    def test_a_scene_without_a_view_gets_an_error_that_says_what_is_missing(self):
        scene = 'scenes::make_scene_type<scenes::Orbit>({.name = "orbit", .title = "Orbit"})'
        said = errors_of(source=f'#include "scenes/orbit/orbit.hpp"\nconstinit const auto type = {scene};\n')
        self.assertRegex(said, r"scene_lacks_required_members[\s\S]*docs/add-a-scene.md")

    def test_an_alternative_without_a_member_gets_one_error_that_names_the_member(self):
        for axis, (first, call, missing, kind) in AXES.items():
            with self.subTest(axis):
                said = errors_of(source='#include "timestep/loop.hpp"\nstruct Love { static constexpr std::string_view name = "love"; };\n'
                                        f"auto ask(timestep::Any{axis}<timestep::{first}, Love>& axis) {{ return axis.{call}; }}\n")
                self.assertEqual(len(re.findall(rf"error:.*{kind} lacks a member", said)), said.count("error:"), said)
                self.assertIn(missing, said)


if __name__ == "__main__":
    unittest.main()
