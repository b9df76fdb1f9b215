// lab/stage/lab_context.hpp -- LabContext: the settings, the user's input and other data for everything in the window
#pragma once

#include "lab/lane/input_track.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/settings/assignments.hpp"
#include "lab/settings/control_change_journal.hpp"
#include "lab/settings/lane_setup.hpp"
#include "lab/settings/preferences.hpp"
#include "lab/settings/window_requests.hpp"
#include "sim/machine/pc.hpp"
#include "sim/physics/input.hpp"

#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace lab
{

/// VSYNC on this PC, as reported by the driver, by the display and by a measurement, which may contradict each other.
struct VsyncReport
{
    bool is_vsync_accepted = false; ///< true: the graphics driver has accepted the VSYNC mode of the settings
    double refresh_hz      = 0.0;   ///< reported refresh rate; 0 if unknown
    double measured_fps    = 0.0;   ///< frames presented in the last second
    /// True if the VSYNC mode has not changed in the last second.
    bool has_vsync_settled = false;
};

struct LiveFrameTiming
{
    /// Empty if the loops do not advance.
    std::optional<Nanos> frame_time{};
    Nanos excluded_time{}; ///< frame time that the program itself took (exclude_next_frames_from_loops()), else zero
    /// True if the frame time without the user-set lag exceeds both 30 ms and 2 * FrameTimeStatistics::percentile_95.
    bool is_hiccup               = false;
    bool has_recording_restarted = false; ///< true in the first frame of a restarted recording
};

/// The time that passes on virtual PCs in one frame of the window; zero in a pause.
using VirtualElapsed = Nanos;

/// Statistics of this PC's frame times. They are first computed after 0.25 s. Before, all values are zero.
struct FrameTimeStatistics
{
    Nanos percentile_5{};       ///< of the frame times of the last 4 s
    Nanos percentile_95{};      ///< of the frame times of the last 4 s
    Nanos longest{};            ///< longest frame time of the last 10 s
    Nanos time_since_longest{}; ///< time since the start of the longest frame
    double fps = 0.0;           ///< frames per second in the last 4 s
};

class PcFrameTimes
{
public:
    /// `start` is the wall time at the start of a frame, `frame_time` the time since the start of the frame before.
    void add(Nanos start, Nanos frame_time);
    /// Frame times of the last 4 s, oldest first.
    std::vector<Nanos> recent_frame_times() const;
    /// The statistics are computed again every 0.25 s.
    const FrameTimeStatistics& statistics() const { return statistics_; }

private:
    struct Frame
    {
        Nanos start, frame_time;
    };
    std::deque<Frame> frames_; ///< frames of the last 10 s
    FrameTimeStatistics statistics_{};
    Nanos statistics_computed_at_{};
};

/// The settings, the user's input, and the clock of this PC.
class LabContext
{
public:
    LabContext(const Settings& initial_settings, std::unique_ptr<sim::Pc> pc);

    Settings settings; ///< the panels change them; the next frame applies them
    /// In a replay, the user's changes of settings that affect the simulation, in their order; a what-if uses them. All
    /// other values of these settings are those of the replay at the shown moment.
    std::vector<Assignment> replay_changes;
    /// Adds what the user has changed since show_recorded_config() to `replay_changes`.
    void record_replay_changes();
    /// Shows the settings of the replay at the shown moment, except those in `replay_changes`.
    void show_recorded_config(const LaneConfig& recorded);
    VsyncReport vsync_report; ///< updated by the window
    sim::Input input;         ///< user input for the next frame
    HandMotion hand_motion{}; ///< how the hand came to the place in `input`
    LearningProgress progress;
    Requests requests; ///< requests that the window has not handled yet
    LessonAnswers answers{};
    ControlChangeJournal settings_journal; ///< changes of settings since the clock of the shown loops was at zero

    sim::Pc& pc() { return *pc_; }
    const sim::Pc& pc() const { return *pc_; }
    Nanos now() const { return pc_->frame_start_time() + pc_->time_since_current_frame_began(); }
    /// Refresh period of this PC's display; zero if unknown.
    Nanos refresh_period_or_zero_if_unknown() const;

    /// Excludes up to five frames in the first 0.5 s, which are long because the program is starting.
    void start_timing_and_exclude_first_frames();
    /// The loops ignore the measured times of the next `frame_count` frames.
    void exclude_next_frames_from_loops(int frame_count = 1);

    bool measures_pc_frame_times() const { return measures_pc_frame_times_; }
    /// If set, loops on this PC get the frame times of this recording instead of measured frame times.
    std::optional<RecordingPlayback> playback;
    bool is_playing_recording() const { return is_playing_recording_; }

    /// The measured frame times of this PC; empty until the measurement starts.
    PcFrameTimes pc_frame_times;

    bool is_recording_frame_times() const { return is_recording_frame_times_; }
    /// The frame times since start_new_frame_time_recording(), which deletes older ones.
    const std::vector<Nanos>& recorded_frame_times() const { return recorded_frame_times_; }
    void start_new_frame_time_recording();
    void stop_frame_time_recording() { is_recording_frame_times_ = false; }

    /// Begins a frame of the game loops that run on this PC. The frame time is measured, or comes from a recording.
    LiveFrameTiming begin_measured_or_played_back_frame();
    VirtualElapsed begin_window_frame();
    bool take_single_frame_request() { return std::exchange(is_single_frame_requested_, false); }
    /// Ends a frame of the window. Limits it to 120 fps or, if higher, twice the display's refresh rate.
    void end_window_frame_with_fps_limit();

protected:
    /// Has an effect only in a pause.
    void request_single_frame() { is_single_frame_requested_ = settings.is_paused; }

private:
    bool take_one_frame_to_exclude_if_any();
    void add_to_statistics_and_recording(Nanos frame_time, bool is_excluded_from_statistics);

    std::unique_ptr<sim::Pc> pc_;
    LaneConfig config_shown_in_replay_; ///< as show_recorded_config() has left them
    bool measures_pc_frame_times_   = false;
    int frames_to_exclude_          = 0;     ///< number of coming frames to exclude
    bool excludes_first_frames_     = false; ///< true: frames_to_exclude_ counts the first frames of the program
    bool is_playing_recording_      = false;
    bool is_single_frame_requested_ = false;
    bool is_recording_frame_times_  = false;
    std::vector<Nanos> recorded_frame_times_;
};

} // namespace lab
