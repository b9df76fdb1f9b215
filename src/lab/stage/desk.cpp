#include "lab/stage/desk.hpp"

#include "lab/settings/settings.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lab
{

namespace
{
constexpr Nanos one_frame{16'666'667};       // frame time of the single frame that the user asks for in a pause: 1/60 s
constexpr Nanos least_hiccup{30'000'000};    // a frame of this PC that is shorter is never called a hiccup
constexpr int start_frames = 5;              // number of the window's first frames that the loops do not get
constexpr Nanos start_time{500'000'000};     // frames that begin later are not excluded as first frames
constexpr Nanos kept_frames{10'000'000'000}; // the frames of this time are kept
constexpr Nanos recent_time{4'000'000'000};
constexpr Nanos between_sums{250'000'000};
} // namespace

void PcFrames::add(Nanos at, Nanos length)
{
    frames_.push_back({at, length});
    while (frames_.front().at < at - kept_frames) frames_.pop_front();
    if (at < summed_up_ + between_sums) return;
    summed_up_                  = at;
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

Desk::Desk(const Settings& start, std::unique_ptr<sim::Pc> pc)
    : settings{start}
    , pc_{std::move(pc)}
{
    if (!settings.has_virtual_pcs) adopt_machine(settings, {});
}

Nanos Desk::refresh_period() const
{
    const Nanos known = pc_->refresh_period(settings.machine);
    if (known > Nanos::zero() || display.refresh_hz <= 0.0) return known;
    return timestep::from_seconds(1.0 / display.refresh_hz);
}

void Desk::record(bool on)
{
    if (on) recorded_.clear();
    recording_ = on;
}

void Desk::start_real_time()
{
    real_time_ = starting_up_ = true;
    excluded_                 = start_frames;
}

void Desk::exclude_frames(int frames)
{
    if (!real_time_) return;
    starting_up_ = starting_up_ && excluded_ > frames;
    excluded_    = std::max(excluded_, frames);
}

bool Desk::wants_even_frames() const
{
    return settings.frames == FrameTiming::even && no_choice_of_frames() == nullptr;
}

const char* Desk::no_choice_of_frames() const
{
    if (!pc_->game().empty()) return "No choice: the loops get the frame times of the slowed game.";
    if (playback_ && playback_->peek()) return "No choice: the loops get the frame times of the recording.";
    return real_time_ ? nullptr : "No choice: the program runs on a virtual clock, so all frames are even.";
}

// Returns true if the frame that begins now is excluded. The previous frame began before start_time if this one is
// excluded as a first frame: so a very long first frame is excluded, too.
bool Desk::take_excluded()
{
    if (starting_up_ && pc_->time() >= start_time) excluded_ = 0;
    if (excluded_ == 0) return false;
    --excluded_;
    return true;
}

void Desk::record_measured(Nanos length, bool excluded)
{
    if (real_time_ && !replays_ && !excluded) pc_frames_.add(pc_->time(), length - pc_->last_lag());
    if (recording_) recorded_.push_back(length);
}

LiveFrame Desk::begin_live_frame()
{
    const bool excluded = take_excluded();
    const int rounds    = playback_ ? playback_->rounds() : 0;
    const auto recorded = playback_ ? playback_->next() : std::nullopt;
    const Nanos length  = recorded ? pc_->begin_recorded_frame(*recorded) : pc_->begin_frame(settings.machine);
    if (replays_ && !recorded)
        requests.emplace_back(request::Notice{"the recording has ended; the loops get the frames of this PC again"});
    replays_          = recorded.has_value();
    const Nanos usual = pc_frames_.pace().high;
    const bool hiccup = real_time_ && !recorded && length - pc_->last_lag() > std::max(least_hiccup, 2 * usual);
    record_measured(length, excluded);
    LiveFrame frame{.length = length, .hiccup = hiccup, .from_the_start = recorded && playback_->rounds() != rounds};
    if (settings.paused)
        frame.length = take_single_frame() ? std::optional{one_frame} : std::nullopt;
    else if (excluded && !recorded)
        frame.excluded = *std::exchange(frame.length, std::nullopt);
    return frame;
}

Nanos Desk::begin_watched_frame()
{
    const bool excluded = take_excluded();
    const Nanos passed  = pc_->begin_frame(machine_of_this_pc(settings));
    replays_            = false;
    if (settings.mode == Mode::live) record_measured(passed, excluded);
    return Tempo{settings.paused || excluded, settings.race.speed}.virtual_time(passed);
}

void Desk::end_watched_frame()
{
    const double limit_hz = std::max(120.0, 2.0 * display.refresh_hz);
    pc_->end_frame({.limit_hz = limit_hz, .vsync = machine_of_this_pc(settings).vsync, .render_cost = {}}, true);
}

} // namespace lab
