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
    bool is_vsync_accepted = false; ///< true: the graphics driver has accepted the VSYNC mode of the settings
    double refresh_hz      = 0.0;   ///< refresh rate that the display reports; 0 if unknown
    double measured_fps    = 0.0;   ///< number of frames presented in the last second
    /// True: the VSYNC mode did not change during the last second, in which `measured_fps` was measured.
    bool has_settled = false;
};

/// One frame of this PC, as input for the loops that run on this PC.
struct LiveFrame
{
    std::optional<Nanos> frame_time{}; ///< empty while the game is paused, and for an excluded frame
    Nanos excluded_time{}; ///< frame time that the program itself took (LabContext::exclude_frames()), else zero
    bool is_hiccup               = false; ///< the time without user-set lag is over 30 ms and over 2 * percentile_95
    bool has_recording_restarted = false; ///< true in the first frame after a restart of the recording
};

/// Statistics of this PC's frame times; computed first after 0.25 s, before that all zero.
struct FrameTimeStatistics
{
    Nanos percentile_5{};       ///< of the frame times of the last 4 s
    Nanos percentile_95{};      ///< of the frame times of the last 4 s
    Nanos longest{};            ///< longest frame time of the last 10 s
    Nanos time_since_longest{}; ///< since the start of the frame with the time `longest`
    double fps = 0.0;           ///< frames per second in the last 4 s
};

/// The frame times of this PC, without the user-set lag and without excluded frames.
class PcFrameTimes
{
public:
    /// Adds a frame that begins at wall time `start`, `frame_time` after the previous frame.
    void add(Nanos start, Nanos frame_time);
    /// Frame times of the last 4 s, oldest first.
    std::vector<Nanos> recent() const;
    /// The statistics, updated four times a second.
    const FrameTimeStatistics& statistics() const { return statistics_; }

private:
    struct Frame
    {
        Nanos start, frame_time;
    };
    std::deque<Frame> frames_; ///< frames of the last 10 s
    FrameTimeStatistics statistics_{};
    Nanos statistics_computed_at_{}; ///< wall time of the last computation of statistics_
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
    Nanos now() const { return pc_->frame_start_time() + pc_->elapsed(); }
    /// Refresh period of this PC's display; zero if unknown.
    Nanos refresh_period() const;

    /// Measures frame times on this PC from now on. Excludes the first five frames from the loops, except those after a
    /// frame that began later than 0.5 s after the start of the clock.
    void start_real_time();
    /// Excludes the next `frames` frames from the loops, because work of the program, such as a resize, makes them
    /// long. Does nothing without start_real_time().
    void exclude_frames(int frames = 1);

    /// True if the settings choose even frames for Mode::live, and frame_timing_no_effect_reason() returns null.
    bool wants_even_frames() const;
    /// The reason why Settings::frame_timing has no effect now, as one sentence; null if it has an effect.
    const char* frame_timing_no_effect_reason() const;

    /// Sets the recording whose frame times the loops on this PC get from the next frame on.
    void set_playback(Playback playback) { playback_ = std::move(playback); }
    /// True if the newest frame of the loops on this PC had a frame time from a recording.
    bool uses_recording() const { return uses_recording_; }
    const Playback* playback() const { return playback_ ? &*playback_ : nullptr; }

    /// This PC's frame times in Mode::live; empty without start_real_time().
    const PcFrameTimes& pc_frame_times() const { return pc_frame_times_; }

    bool is_recording() const { return is_recording_; }
    /// The frame times recorded since set_recording(true).
    const std::vector<Nanos>& recorded_frame_times() const { return recorded_frame_times_; }
    /// Starts or stops recording this PC's frame times. A start deletes the earlier recorded ones.
    void set_recording(bool is_on);

    /// Begins a frame for loops that run on this PC. The frame time is measured, or the next one of a played recording.
    LiveFrame begin_live_frame();
    /// Begins a frame of the window for loops on virtual PCs. Returns the virtual time by which they must advance. If
    /// take_single_frame_request() then returns true, the caller ignores this time and computes exactly one frame.
    Nanos begin_virtual_frame();
    /// Returns true if the user has requested a single frame since the last call.
    bool take_single_frame_request() { return std::exchange(is_single_frame_requested_, false); }
    /// Ends a frame of the window for loops on virtual PCs. Adds no lag, so that the window stays responsive. Limits
    /// the window to 120 fps or twice the display's refresh rate, whichever is higher.
    void end_virtual_frame();

protected:
    void request_single_frame() { is_single_frame_requested_ = settings.paused; }

private:
    bool count_down_excluded();
    void record_frame_time(Nanos frame_time, bool is_excluded);

    std::unique_ptr<sim::Pc> pc_;
    bool is_real_time_          = false;
    int frames_to_exclude_      = 0;     ///< number of coming frames to exclude
    bool excludes_first_frames_ = false; ///< true: frames_to_exclude_ counts the first frames of the window
    std::optional<Playback> playback_;
    bool uses_recording_            = false;
    bool is_single_frame_requested_ = false;
    bool is_recording_              = false;
    std::vector<Nanos> recorded_frame_times_;
    PcFrameTimes pc_frame_times_;
};

} // namespace lab
