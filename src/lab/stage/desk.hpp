// lab/stage/desk.hpp -- the data that all stages share: settings, user input, this PC and its frames, the journal, and
// the user's progress
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

/// The state of VSYNC on this PC. The driver's answer, the display's refresh rate and the measured rate may disagree.
struct DisplayReport
{
    bool accepted      = false; ///< the driver has accepted the VSYNC mode of the settings
    double refresh_hz  = 0.0;   ///< refresh rate that the display reports; 0 if unknown
    double measured_hz = 0.0;   ///< frames presented in the last second
    bool settled       = false; ///< the VSYNC mode did not change in the second of measured_hz
};

/// A frame of this PC, as the loops that run on this PC get it.
struct LiveFrame
{
    std::optional<Nanos> length{}; ///< frame time; empty while the game clock stands still
    bool from_the_start = false;   ///< true in the first frame after the played recording has started again
};

class Desk
{
public:
    Desk(const Settings& start, std::unique_ptr<sim::Pc> pc);

    Settings settings;         ///< the panels change these directly; changes take effect in the next frame
    DisplayReport display;     ///< state of VSYNC; the window keeps it up to date
    sim::Input input;          ///< the user's input for the next frame
    LearningProgress progress; ///< the user's results in lessons and tour
    Requests requests;         ///< requests that the window has not carried out yet
    LessonAnswers answers{};   ///< the user's answers to the questions of lessons
    Journal journal;           ///< changes of controls since the lanes' clock started

    sim::Pc& pc() { return *pc_; }
    const sim::Pc& pc() const { return *pc_; }
    /// Returns the time on this PC's clock, which runs independently of the stage.
    Nanos now() const { return pc_->time() + pc_->elapsed(); }
    /// Returns the refresh period of this PC's display; zero if it is unknown.
    Nanos refresh_period() const;

    void play(Playback playback) { playback_ = std::move(playback); }
    /// True if the newest live frame used a frame time of a recording.
    bool replays() const { return replays_; }
    const Playback* playback() const { return playback_ ? &*playback_ : nullptr; }

    bool recording() const { return recording_; }
    /// Returns the frame times since recording was switched on.
    const std::vector<Nanos>& recorded() const { return recorded_; }
    /// Switches the recording of this PC's frame times on or off. Switching on deletes the old frame times.
    void record(bool on);

    /// Begins a frame of loops that run on this PC. Its length is measured, or is the next frame time of the recording.
    LiveFrame begin_live_frame();
    /// Begins a frame of a stage whose lanes run on virtual PCs. Returns the lane time by which the lanes must advance,
    /// unless take_single_frame() returns true.
    Nanos begin_watched_frame();
    /// True if the user has asked for a single frame since the last call.
    bool take_single_frame() { return std::exchange(single_frame_, false); }
    /// Ends a frame of a stage whose lanes run on virtual PCs. This PC itself gets no lag: the window stays responsive,
    /// with at most 120 frames a second to keep the load of the core low.
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
