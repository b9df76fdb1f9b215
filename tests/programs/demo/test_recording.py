"""Tests of recordings in the window: opening by path or drop, the card, playing on the stage, and code for a game."""
import pathlib
import random
import tempfile
import unittest

from demo import GuiTest, run
from x11 import clipboard, drop_file

REPLAY = pathlib.Path(__file__).resolve().parents[2] / "lab/replay/fixtures/v4.replay"


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
    def open_by_path(self, w, path):
        w.click("button.Open recording...")
        w.wait_for(lambda: "open.path" in w.widgets(), "the path field")
        w.wait(0.3)
        w.type(str(path))
        w.wait_for(lambda: w.value("open.path") == str(path), "the typed path")
        w.keys_in_turn("Return")

    def wait_card(self, w, name):
        w.wait_for(lambda: "card.verdict" in w.widgets() and w.value("card.title") == name, "the card", seconds=60)

    def test_the_card_of_a_typed_path_shows_hitches_and_three_loops(self):
        with self.window("--more", "on") as w:
            self.open_by_path(w, game(w.folder / "mine.csv"))
            self.wait_card(w, "mine.csv")
            self.assertIn("1 hitch, 0.30 s of it", w.value("card.verdict"))
            self.assertEqual(len([name for name in w.widgets() if name.startswith("card.loop.")]), 3)
            w.keys_in_turn("Escape")
            w.wait_for(lambda: "card.title" not in w.widgets(), "the card to be gone")

    def test_watch_it_plays_the_recording_and_a_click_on_the_strip_moves_it(self):
        with self.window("--more", "on") as w:
            self.open_by_path(w, game(w.folder / "mine.csv"))
            self.wait_card(w, "mine.csv")
            w.click("button.Watch it")
            w.wait_for(lambda: "scrubber" in w.widgets() and float(w.value("scrubber")) > 0.01, "the recording to play")
            self.assertTrue(w.value("header").startswith("mine.csv: frame "))
            w.xdotool("mousemove", *w.point("scrubber", 0.75))
            w.wait_frames(1)
            w.xdotool("click", 1)
            w.wait_for(lambda: 0.74 < float(w.value("scrubber")) < 0.95, "the recording to continue from the clicked place")
            w.click("button.Stop it")
            w.wait_for(lambda: "scrubber" not in w.widgets(), "the PC's own frames")

    def drag_on_strip(self, w, start, end):
        """Drags with the mouse from one share of the strip to another."""
        w.xdotool("mousemove", *w.point("scrubber", start))
        w.wait_frames(2)
        w.xdotool("mousedown", 1)
        w.wait_frames(2)
        w.xdotool("mousemove", *w.point("scrubber", end))
        w.wait_for(lambda: "scrubber.part" in w.widgets(), "the part under the mouse")
        w.xdotool("mouseup", 1)

    def test_a_drag_on_the_strip_cuts_a_part_out_and_whole_returns_to_all_of_it(self):
        with tempfile.TemporaryDirectory() as folder, \
                self.window("--recording", game(pathlib.Path(folder) / "mine.csv"), "--more", "on") as w:
            w.wait_for(lambda: "scrubber" in w.widgets(), "the strip")
            self.drag_on_strip(w, 0.6, 0.9)
            w.wait_for(lambda: "card.verdict" in w.widgets(), "the card of the part", seconds=60)
            self.assertRegex(w.value("card.title"), r"^mine\.csv, 7\.\d to 1[01]\.\d s$")
            self.assertIn("no hitches", w.value("card.verdict"))
            w.click("button.Watch it")
            w.wait_for(lambda: "button.Whole" in w.widgets(), "the part to play")
            self.assertTrue(w.value("header").startswith("mine.csv, 7."))
            w.click("button.Whole")
            w.wait_for(lambda: "button.Whole" not in w.widgets() and w.value("header").startswith("mine.csv: frame "), "the whole recording")

    def test_draw_over_shows_another_recording_over_the_strip(self):
        with self.window("--more", "on") as w:
            self.open_by_path(w, game(w.folder / "mine.csv"))
            self.wait_card(w, "mine.csv")
            self.assertNotIn("button.Draw over", w.widgets(), "no recording is played yet")
            w.click("button.Watch it")
            w.wait_for(lambda: "scrubber" in w.widgets(), "the recording to play")
            drop_file(self.server.display, int(w.id), game(w.folder / "other.csv", hitch_at=3.0))
            self.wait_card(w, "other.csv")
            w.click("button.Draw over")
            w.wait_for(lambda: "scrubber.overlay.0" in w.widgets(), "the overlay")
            self.assertEqual(w.value("scrubber.overlay.0"), "other.csv")
            self.assertTrue(w.value("header").startswith("mine.csv: frame "))

    def test_code_for_my_game_shows_the_advised_loop(self):
        with self.window("--loop", "variable", "--more", "on") as w:
            self.open_by_path(w, game(w.folder / "mine.csv"))
            self.wait_card(w, "mine.csv")
            advised = next(text["value"] for name, text in w.widgets().items() if name.startswith("card.loop."))
            w.click("button.Code for my game")
            w.wait_value("code.file", "exported")
            w.click("button.Copy")
            w.wait(0.5)
            self.assertIn(advised.split(" at ")[0], clipboard(self.server.display))

    def test_a_file_that_is_not_a_recording_is_refused_in_one_line(self):
        with self.window("--more", "on") as w:
            wrong = w.folder / "notes.txt"
            wrong.write_text("no frame times here\n", encoding="utf-8")
            self.open_by_path(w, wrong)
            w.wait_for(lambda: "open.refusal" in w.widgets(), "the reader's line")
            self.assertIn("notes.txt: no header of a known frame-time recording", w.value("open.refusal"))

    def test_a_recording_dropped_on_the_window_is_opened(self):
        with self.window("--more", "on") as w:
            mine = game(w.folder / "mine of today.csv")
            self.assertTrue(drop_file(self.server.display, int(w.id), mine), "the window takes it")
            self.wait_card(w, "mine of today.csv")
            self.assertIn("fps", w.value("card.verdict"))

    def test_a_replay_opens_by_path_or_drop_and_a_damaged_replay_is_refused(self):
        with self.window("--more", "on") as w:
            replay = w.folder / "mine of today.replay"
            replay.write_bytes(REPLAY.read_bytes())
            self.open_by_path(w, replay)
            w.wait_for(lambda: "replay.scrubber" in w.widgets(), "the replay")
            self.assertNotIn("open.path", w.widgets())
            w.click("button.Live")
            w.wait_for(lambda: "replay.scrubber" not in w.widgets(), "the live loop")
            damaged = w.folder / "damaged.replay"
            damaged.write_bytes(REPLAY.read_bytes()[:-40] + bytes(40))
            drop_file(self.server.display, int(w.id), damaged)
            w.wait_for(lambda: "open.refusal" in w.widgets(), "the reader's line")
            self.assertIn("damaged.replay:", w.value("open.refusal"))
            drop_file(self.server.display, int(w.id), replay)
            w.wait_for(lambda: "replay.scrubber" in w.widgets(), "the replay again")

    def test_key_f8_asks_for_a_file_if_no_replay_was_recorded(self):
        with self.window("--more", "on") as w:
            w.key("F8")
            w.wait_for(lambda: "open.path" in w.widgets(), "the path field")
            self.assertIn("nothing is recorded yet", w.value("header"))

    def test_the_list_has_folders_and_readable_files_and_opens_them(self):
        with self.window("--more", "on") as w:
            game(w.folder / "mine.csv")
            (w.folder / "sub").mkdir()
            game(w.folder / "sub" / "inner.csv")
            (w.folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
            w.click("button.Open recording...")
            w.wait_value("open.folder", str(w.folder))
            matches = [row["value"] for name, row in w.widgets().items() if name.startswith("open.match.")]
            self.assertEqual(matches[0], "sub/")
            self.assertIn("mine.csv", matches)
            self.assertNotIn("picture.png", matches)
            w.click("open.match.0")
            w.wait_value("open.folder", str(w.folder / "sub"))
            w.click("open.above")
            w.wait_value("open.folder", str(w.folder))
            w.click("open.match.0")
            w.wait_value("open.match.0", str(w.folder / "sub" / "inner.csv"))
            w.click("open.match.0")
            w.wait_for(lambda: w.widgets().get("card.title", {}).get("value", "").endswith("inner.csv"), "the recording")

    def test_tab_completes_a_path(self):
        with self.window("--more", "on") as w:
            game(w.folder / "a-recording-of-my-game.csv")
            w.click("button.Open recording...")
            w.wait_for(lambda: "open.path" in w.widgets(), "the path field")
            w.wait(0.3)
            w.type(f"{w.folder}/a-rec")
            w.wait_for(lambda: w.widgets().get("open.match.0", {}).get("value", "").endswith("my-game.csv"), "the completion of the path")
            w.keys_in_turn("Tab")
            w.wait_for(lambda: w.value("open.path").endswith("a-recording-of-my-game.csv"), "the whole path")


class Headless(unittest.TestCase):
    def test_the_flag_open_and_a_file_without_a_flag_draw_the_same_picture_every_time(self):
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder)
            game(place / "mine.csv")
            pictures = []
            for name, words in (("a.png", ["--open", "mine.csv"]), ("b.png", ["--open", "mine.csv"]), ("c.png", ["mine.csv"])):
                done = run("--headless", "--virtual-clock", "--more", "on", *words, "--frames", "30", "--size", "1280x760",
                           "--screenshot", name, cwd=folder)
                self.assertEqual(done.returncode, 0, done.stderr)
                pictures.append((place / name).read_bytes())
            self.assertEqual(pictures[0], pictures[1])
            self.assertEqual(pictures[0], pictures[2])


if __name__ == "__main__":
    unittest.main(verbosity=2)
