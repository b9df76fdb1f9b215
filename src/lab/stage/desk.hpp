// lab/stage/desk.hpp -- the desk: the data that every kind of content in the window uses
//
// These are the settings, the user's input, this PC and its frames, the journal of changes, and the user's progress.
#pragma once

#include "lab/lessons/lesson.hpp"
#include "lab/settings/actions.hpp"
#include "lab/settings/history.hpp"
#include "lab/settings/lane_setup.hpp"
#include "lab/settings/preferences.hpp"
#include "sim/machine/pc.hpp"
#include "sim/physics/input.hpp"

#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace lab
{

/// The state of VSYNC on this PC. The driver's answer, the reported and the measured rate may disagree.
struct DisplayReport
{
    bool accepted      = false; ///< true: the graphics driver has accepted the VSYNC mode of the settings
    double refresh_hz  = 0.0;   ///< refresh rate that the display reports; 0 if unknown
    double measured_hz = 0.0;   ///< measured frame rate: number of frames presented in the last second
    /// True: the VSYNC mode did not change during that second.
    bool settled = false;
};

/// A frame of this PC, for the loops that run on this PC.
struct LiveFrame
{
    std::optional<Nanos> length{};    ///< frame time; empty while the game is paused
    Nanos excluded{};                 ///< frame time that the program itself took (Desk::exclude_frames()), else zero
    bool hiccup              = false; ///< true if a hiccup of this PC made the frame long
    bool recording_restarted = false; ///< true in the first frame after a played recording has started again
};

/// A summary of measured frame times; all fields are zero before the first 0.25 s.
struct PcPace
{
    Nanos low{};         ///< 5th percentile of the frame times of the last 4 s
    Nanos high{};        ///< 95th percentile of the frame times of the last 4 s
    Nanos longest{};     ///< longest frame time of the last 10 s
    Nanos longest_ago{}; ///< time since the frame with the time `longest`
    double fps = 0.0;    ///< frames per second in the last 4 s
};

/// The frame times of this PC, without the lag that the user has set and without excluded frames.
class PcFrames
{
public:
    /// Adds a frame that begins at the wall time `at`, `length` after the frame before.
    void add(Nanos at, Nanos length);
    /// Of the last 4 s, oldest first.
    std::vector<Nanos> lengths() const;
    /// Computed four times a second.
    const PcPace& pace() const { return pace_; }

private:
    struct Frame
    {
        Nanos at, length;
    };
    std::deque<Frame> frames_; ///< frames of the last 10 s
    PcPace pace_{};
    Nanos pace_computed_at_{}; ///< wall time at which pace_ was computed
};

class Desk
{
public:
    Desk(const Settings& start, std::unique_ptr<sim::Pc> pc);

    Settings settings;     ///< the panels change them; the next frame uses them
    DisplayReport display; ///< the window updates it
    sim::Input input;      ///< for the next frame
    LearningProgress progress;
    Requests requests; ///< requests that the window must still handle
    LessonAnswers answers{};
    Journal journal; ///< changes of controls since the clock of the shown loops started

    sim::Pc& pc() { return *pc_; }
    const sim::Pc& pc() const { return *pc_; }
    /// The time on this PC's clock, which runs at normal speed also in a pause and in slow motion.
    Nanos now() const { return pc_->time() + pc_->elapsed(); }
    /// Of this PC's display; zero if it is unknown.
    Nanos refresh_period() const;

    /// Measures frame times on this PC, instead of on a virtual clock or in another program. Excludes the first five
    /// frames, if they follow a frame of the first 0.5 s.
    void start_real_time();
    /// Excludes the next `frames` frames from the loops: the program itself makes them long, by work such as a resize.
    /// Does nothing without start_real_time().
    void exclude_frames(int frames = 1);

    /// True if the settings choose even frames for Mode::live, and frames_choice_refusal() returns null.
    bool wants_even_frames() const;
    /// The reason why the setting `frames` has no effect now, as one sentence; null if it has an effect.
    const char* frames_choice_refusal() const;

    void play(Playback playback) { playback_ = std::move(playback); }
    /// True if the newest frame of the loops on this PC had a frame time from a recording and not from the clock.
    bool replays() const { return uses_recording_; }
    const Playback* playback() const { return playback_ ? &*playback_ : nullptr; }

    /// Those of Mode::live; empty without start_real_time().
    const PcFrames& pc_frames() const { return pc_frames_; }

    bool recording() const { return is_recording_; }
    /// Since record(true).
    const std::vector<Nanos>& recorded() const { return recorded_; }
    /// Starts or stops recording this PC's frame times. A start deletes the frame times recorded before.
    void record(bool on);

    /// Begins a frame for loops that run on this PC, with a measured frame time or the next one of a played recording.
    LiveFrame begin_live_frame();
    /// Begins a frame of the window for loops that run on virtual PCs. Returns the time by which they must advance. If
    /// take_single_frame() returns true, the caller ignores this time and computes exactly one frame.
    Nanos begin_virtual_frame();
    /// True if the user has asked for a single frame since the last call of this function.
    bool take_single_frame() { return std::exchange(wants_single_frame_, false); }
    /// Ends a frame of the window for loops that run on virtual PCs. This PC gets no lag, so that the window stays
    /// responsive. It shows at most 120 frames a second, or twice the display's refresh rate.
    void end_virtual_frame();

protected:
    void request_single_frame() { wants_single_frame_ = settings.paused; }

private:
    bool take_excluded();
    void record_measured(Nanos length, bool is_excluded);

    std::unique_ptr<sim::Pc> pc_;
    bool is_real_time_          = false;
    int frames_to_exclude_      = 0;     ///< number of the next frames that are excluded
    bool excludes_first_frames_ = false; ///< true: frames_to_exclude_ counts the first frames of the window
    std::optional<Playback> playback_;
    bool uses_recording_     = false;
    bool wants_single_frame_ = false;
    bool is_recording_       = false;
    std::vector<Nanos> recorded_;
    PcFrames pc_frames_;
};

} // namespace lab
