// lab/stage/lab_context.hpp -- LabContext: the data that all contents of the window share: settings, user input, this
// PC and its frames, the journal of changes, and the user's progress
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

/// The state of VSYNC on this PC. These values come from different sources and may disagree.
struct DisplayReport
{
    bool accepted      = false; ///< true: the graphics driver has accepted the VSYNC mode of the settings
    double refresh_hz  = 0.0;   ///< refresh rate that the display reports; 0 if unknown
    double measured_hz = 0.0;   ///< number of frames presented in the last second
    /// True: the VSYNC mode did not change during the last second, in which `measured_hz` was measured.
    bool settled = false;
};

/// One frame of this PC, as input for the loops that run on this PC.
struct LiveFrame
{
    std::optional<Nanos> length{}; ///< frame time; empty while the game is paused
    Nanos excluded{}; ///< frame time that the program itself took (LabContext::exclude_frames()), else zero
    bool hiccup              = false; ///< true if the time without user-set lag is over 30 ms and over 2 * PcPace::high
    bool recording_restarted = false; ///< true in the first frame after a recording has restarted from its beginning
};

/// Statistics of this PC's frame times; computed first after 0.25 s, before that all zero.
struct PcPace
{
    Nanos low{};         ///< 5th percentile of the frame times of the last 4 s
    Nanos high{};        ///< 95th percentile of the frame times of the last 4 s
    Nanos longest{};     ///< longest frame time of the last 10 s
    Nanos longest_ago{}; ///< time since the frame with the time `longest`
    double fps = 0.0;    ///< frames per second in the last 4 s
};

/// The frame times of this PC, without the user-set lag and without excluded frames.
class PcFrames
{
public:
    /// Adds a frame that begins at wall time `at`, `length` after the previous frame.
    void add(Nanos at, Nanos length);
    /// Frame times of the last 4 s, oldest first.
    std::vector<Nanos> lengths() const;
    /// The statistics, updated four times a second.
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

class LabContext
{
public:
    LabContext(const Settings& start, std::unique_ptr<sim::Pc> pc);

    Settings settings;     ///< the panels change them; the next frame applies them
    DisplayReport display; ///< VSYNC state, updated by the window
    sim::Input input;      ///< user input for the next frame
    LearningProgress progress;
    Requests requests; ///< requests that the window has not handled yet
    LessonAnswers answers{};
    Journal journal; ///< changes of controls since the clock of the shown loops was at zero

    sim::Pc& pc() { return *pc_; }
    const sim::Pc& pc() const { return *pc_; }
    /// The time on this PC's clock, which runs at normal speed also during a pause and in slow motion.
    Nanos now() const { return pc_->time() + pc_->elapsed(); }
    /// Refresh period of this PC's display; zero if unknown.
    Nanos refresh_period() const;

    /// Measures frame times on this PC from now on. Excludes the first five frames from the loops, except those after a
    /// frame that began later than 0.5 s after the start of the clock.
    void start_real_time();
    /// Excludes the next `frames` frames from the loops, because work of the program, such as a resize, makes them
    /// long. Does nothing without start_real_time().
    void exclude_frames(int frames = 1);

    /// True if the settings choose even frames for Mode::live, and frames_choice_refusal() returns null.
    bool wants_even_frames() const;
    /// The reason why Settings::frames has no effect now, as one sentence; null if it has an effect.
    const char* frames_choice_refusal() const;

    void play(Playback playback) { playback_ = std::move(playback); }
    /// True if the newest frame of the loops on this PC had a frame time from a recording.
    bool replays() const { return uses_recording_; }
    const Playback* playback() const { return playback_ ? &*playback_ : nullptr; }

    /// This PC's frame times in Mode::live; empty without start_real_time().
    const PcFrames& pc_frames() const { return pc_frames_; }

    bool recording() const { return is_recording_; }
    /// The frame times recorded since record(true).
    const std::vector<Nanos>& recorded() const { return recorded_; }
    /// Starts or stops recording this PC's frame times. A start deletes the earlier recorded ones.
    void record(bool on);

    /// Begins a frame for loops that run on this PC. The frame time is measured, or the next one of a played recording.
    LiveFrame begin_live_frame();
    /// Begins a frame of the window for loops on virtual PCs. Returns the virtual time by which they must advance. If
    /// take_single_frame() then returns true, the caller ignores this time and computes exactly one frame.
    Nanos begin_virtual_frame();
    /// Returns true if the user has requested a single frame since the last call.
    bool take_single_frame() { return std::exchange(wants_single_frame_, false); }
    /// Ends a frame of the window for loops on virtual PCs. Adds no lag, so that the window stays responsive. Limits
    /// the window to 120 fps or twice the display's refresh rate, whichever is higher.
    void end_virtual_frame();

protected:
    void request_single_frame() { wants_single_frame_ = settings.paused; }

private:
    bool take_excluded();
    void record_measured(Nanos length, bool is_excluded);

    std::unique_ptr<sim::Pc> pc_;
    bool is_real_time_          = false;
    int frames_to_exclude_      = 0;     ///< number of coming frames to exclude
    bool excludes_first_frames_ = false; ///< true: frames_to_exclude_ counts the first frames of the window
    std::optional<Playback> playback_;
    bool uses_recording_     = false;
    bool wants_single_frame_ = false;
    bool is_recording_       = false;
    std::vector<Nanos> recorded_;
    PcFrames pc_frames_;
};

} // namespace lab
