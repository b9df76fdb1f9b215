// lab/stage/desk.hpp -- the desk: the data that every kind of content in the window (lesson, race, replay and others)
// uses
//
// These are the settings, the user's input, this PC and its frames, the journal of changes, and the user's progress.
#pragma once

#include "lab/lessons/lesson_answer.hpp"
#include "lab/settings/journal.hpp"
#include "lab/settings/playback.hpp"
#include "lab/settings/preferences.hpp"
#include "lab/settings/request.hpp"
#include "sim/machine/pc.hpp"
#include "sim/physics/input.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lab
{

/// The state of VSYNC on this PC. The driver's answer, the refresh rate of the display and the measured frame rate may
/// disagree.
struct DisplayReport
{
    bool accepted      = false; ///< true: the graphics driver has accepted the VSYNC mode of the settings
    double refresh_hz  = 0.0;   ///< refresh rate that the display reports; 0 if unknown
    double measured_hz = 0.0;   ///< measured frame rate: number of frames presented in the last second
    /// True: the VSYNC mode did not change during the second in which measured_hz was measured.
    bool settled = false;
};

/// A frame of this PC, as it is given to the loops that run on this PC.
struct LiveFrame
{
    std::optional<Nanos> length{}; ///< frame time; empty while the game is paused
    bool from_the_start = false;   ///< true in the first frame after a played recording has started again
};

class Desk
{
public:
    Desk(const Settings& start, std::unique_ptr<sim::Pc> pc);

    Settings settings;         ///< the panels change these settings; the next frame uses them
    DisplayReport display;     ///< state of VSYNC on this PC; the window updates it
    sim::Input input;          ///< user's input for the next frame
    LearningProgress progress; ///< user's results in lessons and in the tour
    Requests requests;         ///< requests that the window must still carry out
    LessonAnswers answers{};   ///< user's answers to the questions of lessons
    Journal journal;           ///< changes of controls since the clock of the shown loops started

    sim::Pc& pc() { return *pc_; }
    const sim::Pc& pc() const { return *pc_; }
    /// Returns the time on this PC's clock, which runs at normal speed also in a pause and in slow motion.
    Nanos now() const { return pc_->time() + pc_->elapsed(); }
    /// Returns the refresh period of this PC's display; zero if it is unknown.
    Nanos refresh_period() const;

    void play(Playback playback) { playback_ = std::move(playback); }
    /// True if the newest frame of the loops on this PC had a frame time from a recording and not from the clock.
    bool replays() const { return replays_; }
    const Playback* playback() const { return playback_ ? &*playback_ : nullptr; }

    bool recording() const { return recording_; }
    /// Returns this PC's frame times since record(true) was called.
    const std::vector<Nanos>& recorded() const { return recorded_; }
    /// Switches the recording of this PC's frame times on or off. Switching it on deletes the frame times recorded
    /// before.
    void record(bool on);

    /// Begins a frame for loops that run on this PC. Its frame time is measured, or is the next frame time of a played
    /// recording.
    LiveFrame begin_live_frame();
    /// Begins a frame of the window for loops that run on virtual PCs. Returns the time by which the virtual PCs must
    /// advance. If take_single_frame() returns true, the caller ignores this time and computes exactly one frame.
    Nanos begin_watched_frame();
    /// True if the user has asked for a single frame since the last call of this function.
    bool take_single_frame() { return std::exchange(single_frame_, false); }
    /// Ends a frame of the window for loops that run on virtual PCs. This PC gets no lag, so that the window stays
    /// responsive, and shows at most 120 frames a second to save computing time.
    void end_watched_frame();

protected:
    void ask_for_single_frame() { single_frame_ = settings.paused; }

private:
    std::unique_ptr<sim::Pc> pc_;
    std::optional<Playback> playback_;
    bool replays_      = false;
    bool single_frame_ = false;
    bool recording_    = false;
    std::vector<Nanos> recorded_;
};

} // namespace lab
