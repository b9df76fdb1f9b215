"""Tests of recordings and replays in the window: opening by path, list or drop, the card, playing on the stage, and code for a game."""
import random
import unittest

from demo import DemoTest, GuiTest, ROOT
from x11 import clipboard, drop_file

REPLAY = ROOT / "tests/lab/replay/fixtures/v5.replay"


def game(path, seconds=12, hitch_at=6.0):
    """Writes a recording of a game near 60 frames per second with one hitch of 300 ms. Returns its path."""
    rng = random.Random(5)
    lines, at, done = ["frame_ns"], 0.0, False
    while at < seconds:
        length = 16_000_000 + rng.randrange(1_400_000)
        if not done and at >= hitch_at:
            length, done = 300_000_000, True
        lines.append(str(length))
        at += length / 1e9
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


class Recording(GuiTest):
    def open_by_path(self, w, path, sees):
        w.click("button.Open recording...", sees="open.path")
        w.wait_frames(6)
        w.type(str(path), sees=f"open.path={path}")
        w.key("Return", sees=sees)

    def drop(self, w, path, sees):
        self.assertTrue(drop_file(self.server.display, int(w.id), path, process=w.process), "the window takes it")
        w.sees(sees)

    def card(self, name):
        return f"card.title={name}", "card.verdict"

    def test_recording_card(self):
        """The card shows hitches, three loops and the code of the advised one."""
        with self.window("--loop", "variable", "--more", "on") as w:
            self.open_by_path(w, game(w.folder / "mine.csv"), self.card("mine.csv"))
            self.assertIn("1 hitch of 0.30 s in all", w.value("card.verdict"))
            loops = w.names("card.loop.")
            self.assertEqual(len(loops), 3)
            advised = w.value(f"card.loop.{loops[0]}").split(" at ")[0]
            w.keys_in_turn("4", "space", "r", "h", "l", "m")
            w.wait_frames(6)
            self.assertLessEqual({"loop.variable", "button.Pause", "button.Less", "card.title"}, w.widgets().keys())
            w.sees("loop.variable=on")
            w.click("button.Code for my game", sees="code.file=exported")
            w.click("button.Copy", sees="header=copied*")
            self.assertIn(advised, clipboard(self.server.display))

    def test_playback(self):
        """"Watch it" plays the recording and a click on the strip moves it."""
        with self.window("--virtual-clock", "--more", "on") as w:
            self.open_by_path(w, game(w.folder / "mine.csv"), self.card("mine.csv"))
            self.assertNotIn("button.Draw over", w.widgets(), "no recording is played yet")
            w.click("button.Watch it", sees=("scrubber", "header=frame *: mine.csv"))
            w.wait_for(lambda: w.number("scrubber") > 0.01, "the recording to play")
            lane, plot = w.place("lane." + w.names("lane.")[0]), w.place("scrubber")
            self.assertLessEqual(lane["y"] + lane["h"], plot["y"], "the plot covers no part of the lane")
            w.click("scrubber", 0.75)
            w.wait_for(lambda: w.number("scrubber") > 0.74, "the recording to continue from the clicked place")
            self.drop(w, game(w.folder / "other.csv", hitch_at=3.0), self.card("other.csv"))
            w.click("button.Draw over", sees=("scrubber.overlay.0=other.csv", "header=frame *: mine.csv"))
            w.click("button.Stop it", sees="-scrubber")

    def test_while_a_recording_is_played_no_lag_can_be_added(self):
        recording = ("--virtual-clock", "--recording", game(self.path / "mine.csv"))
        with self.window(*recording, "--more", "off") as w:
            w.sees(("first.slowness=frame times of the recording*", "-first.pc"))
            w.drag("first.delay", 0.0, 0.5)
            w.scroll("first.delay", -1)
            w.key("bracketright", sees=("header=The loops use the frame times of the recording*", "first.delay=0 ms"))
        with self.window(*recording, "--more", "on", "--folds", "loop,pc,scene") as w:
            w.sees("machine.lag=on")
            w.click("machine.lag")
            w.drag("machine.delay_ms", 0.0, 0.5)
            w.wait_frames(3)
            self.assertEqual((w.value("machine.lag"), w.value("machine.delay_ms")), ("on", "0ms"))

    def test_recording_cut(self):
        """A drag on the strip cuts a part out and "Whole" returns to all of it."""
        with self.window("--virtual-clock", "--recording", game(self.path / "mine.csv"), "--more", "on") as w:
            w.sees("scrubber")
            w.drag("scrubber", 0.6, 0.9, sees="card.verdict=*no hitches*")
            self.assertRegex(w.value("card.title"), r"^mine\.csv, 7\.\d to 1[01]\.\d s$")
            w.click("button.Watch it", sees=("button.Whole", "header=frame *: mine.csv, 7.*"))
            w.click("button.Whole", sees=("-button.Whole", "header=frame *: mine.csv"))

    def test_opened_replays(self):
        """A replay opens by path or drop, and files of no use are refused in one line."""
        with self.window("--more", "on") as w:
            w.key("F8", sees=("open.path", "header=*no replay is recorded yet*"))
            w.key("Escape", sees="-open.path")
            replay = w.folder / "mine of today.replay"
            replay.write_bytes(REPLAY.read_bytes())
            self.open_by_path(w, replay, ("replay.scrubber", "-open.path"))
            w.click("button.Lanes", sees="-replay.scrubber")
            damaged, notes = w.folder / "damaged.replay", w.folder / "notes.txt"
            damaged.write_bytes(REPLAY.read_bytes()[:-40] + bytes(40))
            notes.write_text("no frame times here\n", encoding="utf-8")
            self.drop(w, damaged, "open.refusal=*damaged.replay:*")
            damaged.write_bytes(bytes(range(200)))
            self.drop(w, damaged, "open.refusal=*damaged.replay: is not a replay file*")
            self.drop(w, notes, "open.refusal=*notes.txt: no header of a known frame-time recording*")
            notes.write_text("foo,bar\n1,2\n", encoding="utf-8")
            self.drop(w, notes, "open.refusal=*choose one with --column NAME*`timestep_lab convert`*")
            self.drop(w, replay, "replay.scrubber")

    def test_file_list(self):
        """The list has folders and readable files and opens them."""
        with self.window("--more", "on") as w:
            (w.folder / "sub").mkdir()
            for name in ("mine.csv", "sub/inner.csv"):
                game(w.folder / name)
            (w.folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
            w.click("button.Open recording...", sees=f"open.folder={w.folder}")
            matches = [w.value(f"open.match.{i}") for i in w.names("open.match.")]
            self.assertEqual(matches[0], "sub/")
            self.assertIn("mine.csv", matches)
            self.assertNotIn("picture.png", matches)
            w.click("open.match.0", sees=f"open.folder={w.folder}/sub")
            w.click("open.above", sees=f"open.folder={w.folder}")
            w.click("open.match.0", sees=f"open.match.0={w.folder}/sub/inner.csv")
            w.click("open.match.0", sees="card.title=*inner.csv")

    def test_tab_completes_a_path(self):
        with self.window("--more", "on") as w:
            game(w.folder / "a-recording-of-my-game.csv")
            w.click("button.Open recording...", sees="open.path")
            w.wait_frames(6)
            w.type(f"{w.folder}/a-rec", sees="open.match.0=*my-game.csv")
            w.key("Tab", sees="open.path=*a-recording-of-my-game.csv")


class Headless(DemoTest):
    def test_opened_recording(self):
        """The flag --open and a file without a flag draw the same picture every time."""
        game(self.path / "mine.csv")
        pictures = set()
        for words in (["--open", "mine.csv"], ["--open", "mine.csv"], ["mine.csv"]):
            self.played("--more", "on", *words, "--frames", "30", "--screenshot", "a.png", cwd=self.path)
            pictures.add((self.path / "a.png").read_bytes())
        self.assertEqual(len(pictures), 1)


if __name__ == "__main__":
    unittest.main(verbosity=2)
