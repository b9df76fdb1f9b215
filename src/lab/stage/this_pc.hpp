// lab/stage/this_pc.hpp -- ThisPc: the PC that the program runs on, with its measured or played frame times
#pragma once

#include "lab/settings/lane_setup.hpp"
#include "lab/settings/window_requests.hpp"
#include "sim/machine/pc.hpp"

#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lab
{

/// VSYNC on this PC, as reported by the driver, by the display and by a measurement, which may contradict each other.
struct VsyncReport
{
    bool is_vsync_accepted = false; ///< true: the graphics driver has accepted the VSYNC mode of the settings
    double refresh_hz = 0.0; ///< reported refresh rate; 0 if unknown
    double measured_fps = 0.0; ///< frames presented in the last second
    /// True if the VSYNC mode has not changed in the last second.
    bool has_vsync_settled = false;
};

struct LiveFrameTiming
{
    /// Empty if the loops do not advance.
    std::optional<Nanos> frame_time{};
    Nanos excluded_time{}; ///< frame time that the program itself took (exclude_next_frames()), else zero
    /// True if the frame time without the user-set lag exceeds both 30 ms and 2 * FrameTimeStatistics::percentile_95.
    bool is_hiccup = false;
    bool has_recording_restarted = false; ///< true in the first frame of a restarted recording
};

/// Statistics of this PC's frame times. They are first computed after 0.25 s. Before, all values are zero.
struct FrameTimeStatistics
{
    Nanos percentile_5{}; ///< of the frame times of the last 4 s
    Nanos percentile_95{}; ///< of the frame times of the last 4 s
    Nanos longest{}; ///< longest frame time of the last 10 s
    Nanos time_since_longest{}; ///< time since the start of the longest frame
    double fps = 0.0; ///< frames per second in the last 4 s
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

/// The PC that the program runs on: its clock, the measured frame times, and a recording that is played in their place.
class ThisPc
{
public:
    explicit ThisPc(std::unique_ptr<sim::Pc> pc)
        : pc_{std::move(pc)}
    {
    }

    VsyncReport vsync_report; ///< updated by the window
    /// If set, loops on this PC get the frame times of this recording instead of measured frame times.
    std::optional<RecordingPlayback> playback;
    PcFrameTimes frame_times; ///< as measured; empty until start_timing()

    sim::Pc& pc() { return *pc_; }
    const sim::Pc& pc() const { return *pc_; }
    Nanos now() const { return pc_->frame_start_time() + pc_->time_in_frame(); }
    /// Of the display; zero if unknown.
    Nanos refresh_period(const Settings& settings) const;

    /// Measures frame times from now on. Excludes up to five frames in the first 0.5 s, which are long because the
    /// program is starting.
    void start_timing();
    /// The loops ignore the measured times of the next `frame_count` frames.
    void exclude_next_frames(int frame_count = 1);

    bool is_playing_recording() const { return is_playing_recording_; }
    bool is_recording_frame_times() const { return is_recording_frame_times_; }
    /// The frame times since start_recording(), which deletes older ones.
    const std::vector<Nanos>& recorded_frame_times() const { return recorded_frame_times_; }
    void start_recording();
    void stop_recording() { is_recording_frame_times_ = false; }

    /// True if the user has chosen steady, simulated frame times, and this choice has an effect now.
    bool simulates_steady_frames(const Settings& settings) const;
    /// A sentence that lag has no effect while a recording is played; null if none is played.
    const char* ignored_lag_reason(const Settings& settings) const;
    /// Null if Settings::live_frame_source has an effect.
    const char* ignored_frame_source_reason(const Settings& settings) const;

    /// Begins a frame of the game loops that run on this PC. The frame time is measured, or comes from `playback`.
    LiveFrameTiming begin_live_frame(const Settings& settings, Requests& requests);
    /// Returns the time that passes on virtual PCs in this frame of the window; zero in a pause.
    Nanos begin_window_frame(const Settings& settings);
    /// Has an effect only in a pause.
    void request_single_frame(const Settings& settings) { is_single_frame_requested_ = settings.is_paused; }
    bool take_single_frame_request() { return std::exchange(is_single_frame_requested_, false); }
    /// Ends a frame of the window. Limits it to 120 fps or, if higher, twice the display's refresh rate.
    void end_window_frame(const Settings& settings);

private:
    bool take_excluded_frame();
    void record(Nanos frame_time, bool is_excluded);

    std::unique_ptr<sim::Pc> pc_;
    bool measures_frame_times_ = false;
    int frames_to_exclude_ = 0; ///< number of coming frames to exclude
    bool excludes_first_frames_ = false; ///< true: frames_to_exclude_ counts the first frames of the program
    bool is_playing_recording_ = false;
    bool is_single_frame_requested_ = false;
    bool is_recording_frame_times_ = false;
    std::vector<Nanos> recorded_frame_times_;
};

} // namespace lab
