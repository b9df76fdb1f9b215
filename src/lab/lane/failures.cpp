#include "lab/lane/failures.hpp"

#include <algorithm>
#include <chrono>

namespace lab
{

namespace
{

Failure failure_in(const telemetry::Frames& frames, double start_energy)
{
    const telemetry::FrameSample& last = frames.back();
    Failure newest{.wall     = last.wall,
                   .game     = last.game,
                   .step     = std::max(last.plan.steps > 0 ? last.plan.dt : Nanos{}, last.plan.tail),
                   .shortest = last.plan.tail > Nanos::zero() ? last.plan.tail : last.plan.dt,
                   .energy   = last.energy / start_energy,
                   .hiccup   = (last.events & telemetry::hiccup) != 0};
    constexpr std::uint32_t anew = telemetry::reset | telemetry::loop_changed;
    for (std::size_t i = frames.size(); i-- > 1 && (frames[i].events & anew) == 0;)
    {
        const telemetry::FrameSample& before = frames[i - 1];
        if (last.wall - before.wall > std::chrono::seconds{1}) break;
        for (const Nanos step : {before.plan.steps > 0 ? before.plan.dt : Nanos{}, before.plan.tail})
        {
            if (step == Nanos::zero()) continue;
            newest.shortest = std::min(newest.shortest, step);
            newest.longest  = std::max(newest.longest, step);
        }
    }
    return newest;
}

} // namespace

std::uint32_t new_events(const sim::Events& before, const sim::Events& now)
{
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < sim::event_kinds.size(); ++i)
        if (now.*sim::event_kinds[i].count != before.*sim::event_kinds[i].count) bits |= 1U << i;
    return bits;
}

void record_failures(std::uint32_t events, const telemetry::Frames& frames, double start_energy,
                     FailuresByKind& failures)
{
    const Failure newest = failure_in(frames, start_energy);
    for (std::size_t i = 0; i < sim::event_kinds.size(); ++i)
        if (sim::event_kinds[i].failure && (events >> i & 1U) != 0)
            failures[i] = {failures[i] ? failures[i]->first : newest, newest};
}

const Failures* find_failures(const FailuresByKind& failures, const sim::EventKind& kind)
{
    const auto* const found = std::ranges::find(sim::event_kinds, kind.count, &sim::EventKind::count);
    const auto& of_kind     = failures[static_cast<std::size_t>(found - sim::event_kinds.begin())];
    return of_kind ? &*of_kind : nullptr;
}

} // namespace lab
