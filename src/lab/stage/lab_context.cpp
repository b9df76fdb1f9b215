#include "lab/stage/lab_context.hpp"

#include "lab/settings/settings.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lab
{

namespace
{
constexpr Nanos single_frame_length{
    16'666'667};                               // frame time of a single frame that the user requests in a pause: 1/60 s
constexpr Nanos min_hiccup_length{30'000'000}; // a shorter frame is never marked as LiveFrame::hiccup
constexpr int excluded_start_frames = 5;       // number of the window's first frames that are excluded
constexpr Nanos max_first_frame_time{500'000'000}; // frames after a frame that begins later are not excluded
constexpr Nanos kept_frame_time{10'000'000'000};   // time span of the kept frames
constexpr Nanos recent_time{4'000'000'000};
constexpr Nanos pace_interval{250'000'000};
} // namespace

void PcFrames::add(Nanos at, Nanos length)
{
    frames_.push_back({at, length});
    while (frames_.front().at < at - kept_frame_time) frames_.pop_front();
    if (at < pace_computed_at_ + pace_interval) return;
    pace_computed_at_           = at;
    std::vector<Nanos> sorted   = lengths();
    const Nanos sum             = std::accumulate(sorted.begin(), sorted.end(), Nanos{});
    const auto longest          = std::ranges::max_element(frames_, {}, &Frame::length);
    const std::size_t twentieth = sorted.size() / 20;
    std::ranges::sort(sorted);
    pace_ = {.low         = sorted[twentieth],
             .high        = sorted[sorted.size() - 1 - twentieth],
             .longest     = longest->length,
             .longest_ago = at - longest->at,
             .fps         = sum > Nanos::zero() ? static_cast<double>(sorted.size()) / timestep::to_seconds(sum) : 0.0};
}

std::vector<Nanos> PcFrames::lengths() const
{
    std::vector<Nanos> recent;
    for (const Frame& frame : frames_)
        if (frame.at > frames_.back().at - recent_time) recent.push_back(frame.length);
    return recent;
}

LabContext::LabContext(const Settings& start, std::unique_ptr<sim::Pc> pc)
    : settings{start}
    , pc_{std::move(pc)}
{
    if (!settings.has_virtual_pcs) adopt_machine(settings, {});
}

Nanos LabContext::refresh_period() const
{
    const Nanos known = pc_->refresh_period(settings.machine);
    if (known > Nanos::zero() || display.refresh_hz <= 0.0) return known;
    return timestep::from_seconds(1.0 / display.refresh_hz);
}

void LabContext::record(bool on)
{
    if (on) recorded_.clear();
    is_recording_ = on;
}

void LabContext::start_real_time()
{
    is_real_time_ = excludes_first_frames_ = true;
    frames_to_exclude_                     = excluded_start_frames;
}

void LabContext::exclude_frames(int frames)
{
    if (!is_real_time_) return;
    excludes_first_frames_ = excludes_first_frames_ && frames_to_exclude_ > frames;
    frames_to_exclude_     = std::max(frames_to_exclude_, frames);
}

bool LabContext::wants_even_frames() const
{
    return settings.frames == FrameTiming::even && frames_choice_refusal() == nullptr;
}

const char* LabContext::frames_choice_refusal() const
{
    if (!pc_->game().empty()) return "No choice: the loops get the frame times of the slowed game.";
    if (playback_ && playback_->peek()) return "No choice: the loops get the frame times of the recording.";
    return is_real_time_ ? nullptr : "No choice: on a virtual clock, frame times are always steady.";
}

// True if the frame that begins now is excluded. pc_->time() is the start of the frame before, which may be long.
bool LabContext::take_excluded()
{
    if (excludes_first_frames_ && pc_->time() >= max_first_frame_time) frames_to_exclude_ = 0;
    if (frames_to_exclude_ == 0) return false;
    --frames_to_exclude_;
    return true;
}

void LabContext::record_measured(Nanos length, bool is_excluded)
{
    if (is_real_time_ && !uses_recording_ && !is_excluded) pc_frames_.add(pc_->time(), length - pc_->last_lag());
    if (is_recording_) recorded_.push_back(length);
}

LiveFrame LabContext::begin_live_frame()
{
    const bool is_excluded     = take_excluded();
    const int rounds           = playback_ ? playback_->rounds() : 0;
    const auto recorded_length = playback_ ? playback_->next() : std::nullopt;
    const Nanos length =
        recorded_length ? pc_->begin_recorded_frame(*recorded_length) : pc_->begin_frame(settings.machine);
    if (uses_recording_ && !recorded_length)
        requests.emplace_back(
            request::Notice{"the recording has ended; the loops use the frame times of this PC again"});
    uses_recording_       = recorded_length.has_value();
    const Nanos usual_max = pc_frames_.pace().high;
    const bool hiccup =
        is_real_time_ && !recorded_length && length - pc_->last_lag() > std::max(min_hiccup_length, 2 * usual_max);
    record_measured(length, is_excluded);
    LiveFrame frame{
        .length = length, .hiccup = hiccup, .recording_restarted = recorded_length && playback_->rounds() != rounds};
    if (settings.paused)
        frame.length = take_single_frame() ? std::optional{single_frame_length} : std::nullopt;
    else if (is_excluded && !recorded_length)
        frame.excluded = *std::exchange(frame.length, std::nullopt);
    return frame;
}

Nanos LabContext::begin_virtual_frame()
{
    const bool is_excluded  = take_excluded();
    const Nanos real_passed = pc_->begin_frame(machine_of_this_pc(settings));
    uses_recording_         = false;
    if (settings.mode == Mode::live) record_measured(real_passed, is_excluded);
    return Tempo{settings.paused || is_excluded, settings.race.speed}.virtual_time(real_passed);
}

void LabContext::end_virtual_frame()
{
    const double limit_hz = std::max(120.0, 2.0 * display.refresh_hz);
    pc_->end_frame({.limit_hz = limit_hz, .vsync = machine_of_this_pc(settings).vsync, .render_cost = {}}, true);
}

} // namespace lab
