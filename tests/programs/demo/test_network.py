"""Tests of games over a network and of replays, in a window with mouse and keys, and without a window by drive files."""
import csv
import pathlib
import tempfile
import unittest

from demo import PICTURES, GuiTest, pixels_of, run

WRONG = "No, and this is why"
RIGHT = "Right, and this is why"


def widgets_of(path):
    with open(path, newline="", encoding="utf-8") as file:
        return {row["name"]: row["value"] for row in csv.DictReader(file)}


class OverANetwork(GuiTest):
    def test_each_network_set_up_asks_runs_and_explains(self):
        told = {"Lockstep": (3, RIGHT, "states are equal"),
                "Slow PC": (1, WRONG, "0.50 of real time"),
                "Rollback": (2, RIGHT, "taken again"),
                "Free": (3, WRONG, "an input arrived")}
        with self.window("--speed", "20", "--loop", "interpolated", "--panels", "on", "--more", "on") as w:
            w.click("button.Over a network")
            w.wait_for(lambda: "network.1" in w.widgets(), "the PCs")
            for kind, (answer, verdict, why) in told.items():
                w.click(f"button.{kind}")
                w.wait_for(lambda: "button.Run without a guess  Space" in w.widgets(), "the question")
                self.assertNotIn("lesson.verdict", w.widgets())
                w.click(f"answer.{answer}")
                w.wait_value(f"answer.{answer}", "chosen")
                w.click("button.Run it  Space")
                w.wait_for(lambda: "lesson.why" in w.widgets(), f"what came of {kind}", 40)
                self.assertEqual(w.value("lesson.verdict"), verdict, kind)
                self.assertIn(why, w.value("lesson.why"))
            w.click("button.Live")
            w.wait_for(lambda: "network.1" not in w.widgets(), "the live loop")

    def test_sliders_change_the_number_of_pcs_and_the_delay(self):
        with self.window("--network", "lockstep", "--more", "on") as w:
            w.keys_in_turn("space")
            w.drag("network.pcs", 0.1, 1.2)
            w.wait_for(lambda: "network.4" in w.widgets(), "four PCs")
            w.drag("network.delay_ms", 0.1, 1.2)
            w.wait_for(lambda: "WAITS" in w.value("network.1"), "the PCs to wait for messages")


class Drives(unittest.TestCase):
    """Tests without a window: draws every set-up in both themes, and records, runs and forks a replay."""

    def drive(self, folder, lines, *flags):
        path = pathlib.Path(folder)
        (path / "drive.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        done = run("--headless", "--virtual-clock", "--fresh", "--more", "on", "--drive", "drive.txt", "--report-widgets",
                   "widgets.csv", *flags, cwd=folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        return widgets_of(path / "widgets.csv")

    def test_every_set_up_is_drawn_in_both_themes(self):
        PICTURES.mkdir(exist_ok=True)
        for kind in ("lockstep", "slow-pc", "free", "rollback"):
            for light in ("off", "on"):
                with tempfile.TemporaryDirectory() as folder:
                    shot = PICTURES / f"network-{kind}-{'light' if light == 'on' else 'dark'}.png"
                    found = self.drive(folder, [f"at 0.2 set network.kind {kind}", "at 0.4 key 1", "at 0.5 key Space"], "--light", light,
                                       "--dock", "timeline", "--speed", "10", "--frames", "120", "--size", "1280x760", "--screenshot", str(shot))
                    self.assertIn("lesson.why", found)
                    self.assertGreater(int(found["network.messages"]), 100)
                    self.assertEqual(pixels_of(shot)[:2], (1280, 760))

    def test_a_replay_is_recorded_run_again_moved_in_time_and_forked(self):
        with tempfile.TemporaryDirectory() as folder:
            lines = ["at 1 key F7", "at 2 press right", "at 3 let-go right", "at 6 key F7", "at 6.5 key F8",
                     "at 7 set lab.speed 100", "at 9 set lab.speed 1"]
            found = self.drive(folder, lines, "--scene", "chaos", "--loop", "variable", "--delay", "12ms", "--jitter", "6ms",
                               "--vsync", "off", "--frames", "900")
            self.assertTrue((pathlib.Path(folder) / "replay-1.replay").exists())
            self.assertIn("states checked, all as recorded", found["replay.story"])
            self.assertAlmostEqual(float(found["replay.scrubber"]), 5.0, delta=0.1)

            lines = ["at 0.5 set replay.at_s 1.5", "at 1 set loop.preset fixed", "at 1.2 key W"]
            found = self.drive(folder, lines, "--replay", "replay-1.replay", "--frames", "180", "--dock", "timeline")
            self.assertIn("what if loop fixed from 2.", found["replay.story"])
            self.assertIn("apart in x", found["replay.story"])
            lines = ["at 0.5 key F8"]
            found = self.drive(folder, lines, "--frames", "60")
            self.assertIn("nothing is recorded yet", found["header"])

    def test_a_file_that_is_not_a_replay_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "no.replay").write_text("nothing\n", encoding="utf-8")
            done = run("--headless", "--virtual-clock", "--replay", "no.replay", "--frames", "10", cwd=folder)
            self.assertEqual(done.returncode, 2)
            self.assertIn("no.replay", done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)

    def test_key_t_turns_the_sound_on(self):
        with tempfile.TemporaryDirectory() as folder:
            found = self.drive(folder, ["at 0.2 key T"], "--frames", "60", "--settings", "kept.toml")
            self.assertTrue(found)
            kept = (pathlib.Path(folder) / "kept.toml").read_text(encoding="utf-8")
            heard = "sound = true" in kept or 'view.sound = "on"' in kept or "sound" in kept
            self.assertTrue(heard or "no sound" in found["header"], kept)


if __name__ == "__main__":
    unittest.main()
