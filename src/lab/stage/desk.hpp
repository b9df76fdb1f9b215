// lab/stage/desk.hpp -- what is there whatever is on the stage: the settings, the hand, this PC and its frames, and
// what was turned and learnt so far
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

/// VSYNC as three things that need not agree.
struct DisplayReport
{
    bool accepted      = false; ///< by the driver
    double refresh_hz  = 0.0;   ///< what the display says of itself; 0 when it says nothing
    double measured_hz = 0.0;   ///< frames presented in the last second
    bool settled       = false; ///< and all of them under the VSYNC that is asked for now
};

/// What a frame of this PC gives to loops that run on it.
struct LiveFrame
{
    std::optional<Nanos> length{}; ///< nothing while they stand still
    bool from_the_start = false;   ///< the recording that is played began again
};

class Desk
{
public:
    Desk(const Settings& start, std::unique_ptr<sim::Pc> pc);

    Settings settings;         ///< turned in place by the panels; the next frame obeys
    DisplayReport display;     ///< filled in by the window
    sim::Input input;          ///< what the hand does in the next frame
    LearningProgress progress; ///< what was learnt so far
    Requests requests;         ///< what the window has been asked for, and has not done yet
    LessonAnswers answers{};   ///< to the questions of lessons
    Journal journal;           ///< what was turned since the lanes' clock began

    sim::Pc& pc() { return *pc_; }
    const sim::Pc& pc() const { return *pc_; }
    /// On this PC's clock, which goes on whatever is on the stage.
    Nanos now() const { return pc_->time() + pc_->elapsed(); }
    /// Of this PC's display; zero when nobody knows.
    Nanos refresh_period() const;

    void play(Playback playback) { playback_ = std::move(playback); }
    /// The newest live frame is of a recording.
    bool replays() const { return replays_; }
    const Playback* playback() const { return playback_ ? &*playback_ : nullptr; }

    bool recording() const { return recording_; }
    /// Frame times since the recording was started.
    const std::vector<Nanos>& recorded() const { return recorded_; }
    void record(bool on);

    /// Begins a frame of loops that run on this PC: measured, or the recording's next one.
    LiveFrame begin_live_frame();
    /// Begins a frame in which lanes on PCs of their own are watched. Returns how far they go on, were it not for a
    /// single frame.
    Nanos begin_watched_frame();
    /// Whether a single frame was asked for since the last call.
    bool take_single_frame() { return std::exchange(single_frame_, false); }
    /// Ends such a frame. The lag is the lanes' own: the laboratory itself stays fluid, and polite to the core.
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
