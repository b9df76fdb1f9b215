#include "lab/stage/this_pc.hpp"

#include "base/unsupported_reasons.hpp"
#include "lab/settings/settings.hpp"

#include <algorithm>
#include <numeric>

namespace lab
{

namespace
{
constexpr Nanos single_frame_time{16'666'667}; // 1/60 s: a frame that the user requests during a pause
constexpr Nanos min_hiccup_time{30'000'000}; // a shorter frame is never LiveFrameTiming::is_hiccup
constexpr int excluded_start_frame_count = 5;
constexpr Nanos first_frames_end_time{500'000'000}; // frames that begin later are not first frames
constexpr Nanos stored_frames_span{10'000'000'000};
constexpr Nanos statistics_span{4'000'000'000};
constexpr Nanos statistics_interval{250'000'000};
} // namespace

void PcFrameTimes::add(Nanos start, Nanos frame_time)
{
    frames_.push_back({start, frame_time});
    while (frames_.front().start < start - stored_frames_span) frames_.pop_front();
    if (start < statistics_computed_at_ + statistics_interval) return;
    statistics_computed_at_ = start;
    std::vector<Nanos> sorted = recent_frame_times();
    const Nanos sum = std::accumulate(sorted.begin(), sorted.end(), Nanos{});
    const auto longest = std::ranges::max_element(frames_, {}, &Frame::frame_time);
    const std::size_t five_percent_count = sorted.size() / 20;
    std::ranges::sort(sorted);
    statistics_ = {.percentile_5 = sorted[five_percent_count],
                   .percentile_95 = sorted[sorted.size() - 1 - five_percent_count],
                   .longest = longest->frame_time,
                   .time_since_longest = start - longest->start,
                   .fps = sum > Nanos::zero() ? static_cast<double>(sorted.size()) / timestep::to_seconds(sum) : 0.0};
}

std::vector<Nanos> PcFrameTimes::recent_frame_times() const
{
    std::vector<Nanos> frame_times;
    for (const Frame& frame : frames_)
        if (frame.start > frames_.back().start - statistics_span) frame_times.push_back(frame.frame_time);
    return frame_times;
}

Nanos ThisPc::refresh_period(const Settings& settings) const
{
    const Nanos pc_refresh_period = pc_->refresh_period(settings.lane.machine);
    if (pc_refresh_period > Nanos::zero() || vsync_report.refresh_hz <= 0.0) return pc_refresh_period;
    return timestep::from_seconds(1.0 / vsync_report.refresh_hz);
}

void ThisPc::start_recording()
{
    recorded_frame_times_.clear();
    is_recording_frame_times_ = true;
}

void ThisPc::start_timing()
{
    measures_frame_times_ = true;
    excludes_first_frames_ = true;
    frames_to_exclude_ = excluded_start_frame_count;
}

void ThisPc::exclude_next_frames(int frame_count)
{
    if (!measures_frame_times_) return;
    excludes_first_frames_ = excludes_first_frames_ && frames_to_exclude_ > frame_count;
    frames_to_exclude_ = std::max(frames_to_exclude_, frame_count);
}

// True if the new frame is excluded: the loops simulate no time in it. Must be called before `pc_` begins the frame.
bool ThisPc::take_excluded_frame()
{
    if (excludes_first_frames_ && pc_->frame_start_time() >= first_frames_end_time) frames_to_exclude_ = 0;
    if (frames_to_exclude_ == 0) return false;
    --frames_to_exclude_;
    return true;
}

void ThisPc::record(Nanos frame_time, bool is_excluded)
{
    if (measures_frame_times_ && !is_playing_recording_ && !is_excluded)
        frame_times.add(pc_->frame_start_time(), frame_time - pc_->last_lag());
    if (is_recording_frame_times_) recorded_frame_times_.push_back(frame_time);
}

bool ThisPc::simulates_steady_frames(const Settings& settings) const
{
    return settings.live_frame_source == LiveFrameSource::even && ignored_frame_source_reason(settings) == nullptr;
}

const char* ThisPc::ignored_lag_reason(const Settings& settings) const
{
    return shows_lanes(settings) && playback && playback->peek_next_frame_time()
               ? "The loops use the frame times of the recording, so this has no effect."
               : nullptr;
}

const char* ThisPc::ignored_frame_source_reason(const Settings& settings) const
{
    if (!pc_->game_name().empty())
        return "The loops use the frame times of the game that --slow runs, so you cannot choose other frame "
               "times.";
    if (const char* recording_reason = ignored_lag_reason(settings)) return recording_reason;
    return measures_frame_times_
               ? nullptr
               : "A virtual clock always has steady frame times, so you cannot choose other frame times.";
}

LiveFrameTiming ThisPc::begin_live_frame(const Settings& settings, Requests& requests)
{
    const bool is_excluded = take_excluded_frame();
    const int restart_count_before = playback ? playback->restart_count() : 0; // before take_next_frame_time()
    const auto played_back_frame_time = playback ? playback->take_next_frame_time() : std::nullopt;
    const Nanos frame_time = pc_->begin_frame(settings.lane.machine, played_back_frame_time);
    if (is_playing_recording_ && !played_back_frame_time)
        requests.emplace_back(
            request::ShowNotice{"the recording has ended; the loops get the same frame times as before it"});
    is_playing_recording_ = played_back_frame_time.has_value();
    const Nanos usual_max_frame_time = frame_times.statistics().percentile_95; // without the new frame
    const bool is_hiccup = measures_frame_times_ && !played_back_frame_time &&
                           frame_time - pc_->last_lag() > std::max(min_hiccup_time, 2 * usual_max_frame_time);
    record(frame_time, is_excluded);
    LiveFrameTiming frame_timing{.frame_time = frame_time,
                                 .is_hiccup = is_hiccup,
                                 .has_recording_restarted =
                                     played_back_frame_time && playback->restart_count() != restart_count_before};
    if (settings.is_paused)
        frame_timing.frame_time = take_single_frame_request() ? std::optional{single_frame_time} : std::nullopt;
    else if (is_excluded && !played_back_frame_time)
    {
        frame_timing.excluded_time = frame_time;
        frame_timing.frame_time = std::nullopt;
    }
    return frame_timing;
}

Nanos ThisPc::begin_window_frame(const Settings& settings)
{
    const bool is_excluded = take_excluded_frame();
    const Nanos real_elapsed = pc_->begin_frame(settings.lane.machine);
    is_playing_recording_ = false;
    record(real_elapsed, is_excluded);
    return TimeScale{settings.is_paused || is_excluded, settings.stage.time_scale}.virtual_time(real_elapsed);
}

void ThisPc::end_window_frame(const Settings& settings)
{
    const bool is_limited_by_browser = measures_frame_times_ && base::unsupported_reasons.sleep != nullptr;
    const double limit_hz = is_limited_by_browser ? 0.0 : std::max(120.0, 2.0 * vsync_report.refresh_hz);
    pc_->end_frame({.limit_hz = limit_hz, .vsync = settings.lane.machine.vsync, .render_cost = {}}, true);
}

} // namespace lab
