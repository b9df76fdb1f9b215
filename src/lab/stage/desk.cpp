#include "lab/stage/desk.hpp"

#include "lab/settings/tempo.hpp"

namespace lab
{

namespace
{
constexpr Nanos one_frame{16'666'667}; // frame time of the single frame that the user asks for in a pause: 1/60 s
}

Desk::Desk(const Settings& start, std::unique_ptr<sim::Pc> pc)
    : settings{start}
    , pc_{std::move(pc)}
{
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

LiveFrame Desk::begin_live_frame()
{
    const int rounds    = playback_ ? playback_->rounds() : 0;
    const auto recorded = playback_ ? playback_->next() : std::nullopt;
    const Nanos length  = recorded ? pc_->begin_recorded_frame(*recorded) : pc_->begin_frame(settings.machine);
    replays_            = recorded.has_value();
    if (recording_) recorded_.push_back(length);
    LiveFrame frame{.length = length, .from_the_start = recorded && playback_->rounds() != rounds};
    if (settings.paused) frame.length = take_single_frame() ? std::optional{one_frame} : std::nullopt;
    return frame;
}

Nanos Desk::begin_watched_frame()
{
    return Tempo{settings.paused, settings.race.speed}.lab_time(pc_->begin_frame(settings.machine));
}

void Desk::end_watched_frame()
{
    pc_->end_frame({.limit_hz = 120.0, .vsync = settings.machine.vsync, .render_cost = {}}, true);
}

} // namespace lab
