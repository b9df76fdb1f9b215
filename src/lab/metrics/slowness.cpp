#include "lab/metrics/slowness.hpp"

#include "lab/lane/lane_run.hpp"
#include "lab/settings/controls.hpp"

#include <algorithm>
#include <cmath>

namespace lab
{

namespace
{

using namespace std::chrono_literals;

constexpr std::array<Nanos, 7> round_delays{0ms, 16ms, 33ms, 50ms, 75ms, 100ms, 150ms};
constexpr Nanos knee        = 50ms; // frame delay in the middle of the slider
constexpr Nanos judged_time = 4s;   // wall time of each run on its virtual PC
constexpr int places_a_look = 4;

// True if both settings give the same verdicts. Ignores the frame delay, which the slider sets.
bool has_same_verdicts(const Settings& a, const Settings& b)
{
    sim::MachineSettings machine = a.machine;
    machine.lag.delay            = b.machine.lag.delay;
    return machine == b.machine && a.loop == b.loop && a.scene == b.scene && a.integrator == b.integrator &&
           a.keys == b.keys && a.seed == b.seed;
}

LaneVerdict judged(const Settings& settings, Nanos delay)
{
    LaneSetup setup{.settings = settings};
    setup.settings.machine           = Slowness::even_machine(settings.machine);
    setup.settings.machine.lag.on    = true;
    setup.settings.machine.lag.delay = delay;
    LaneRun lane{setup};
    while (lane.next_frame_at() < judged_time) lane.simulate_frame();
    return verdict_of(lane.lane(), lane.lane().samples().back(), lane.lane().world().events());
}

// The verdict on the loop with the frame times `measured`, from index `begin` on, each plus `delay`.
LaneVerdict judged(const Settings& settings, Nanos delay, std::span<const Nanos> measured, std::size_t begin,
                   Nanos refresh)
{
    Lane lane{settings, {.fine_reference = false, .samples = 1024}};
    sim::VirtualPc pc{settings.machine, settings.seed};
    for (std::size_t i = begin; pc.time() < judged_time; ++i)
    {
        const Nanos length = pc.begin_recorded_frame(measured[i % measured.size()] + delay);
        lane.begin_frame({length, refresh}, settings, {}, pc);
        lane.end_frame(settings, pc, measured[(i + 1) % measured.size()] + delay);
    }
    return verdict_of(lane, lane.samples().back(), lane.world().events());
}

} // namespace

Nanos Slowness::delay_at(double share)
{
    const double ms = share < 0.5
                          ? 2.0 * share * timestep::to_millis(knee)
                          : std::lerp(timestep::to_millis(knee), timestep::to_millis(longest), 2.0 * share - 1.0);
    return Nanos{std::llround(10.0 * ms) * 100'000};
}

double Slowness::share_of(Nanos delay)
{
    const double ms = timestep::to_millis(std::clamp(delay, Nanos{}, longest));
    const double at = timestep::to_millis(knee);
    return ms < at ? 0.5 * ms / at : 0.5 + 0.5 * (ms - at) / (timestep::to_millis(longest) - at);
}

std::span<const Nanos> Slowness::stops() { return round_delays; }

Nanos Slowness::stop_after(Nanos delay)
{
    const auto above = std::ranges::upper_bound(stops(), delay);
    return above == stops().end() ? longest : *above;
}

Nanos Slowness::stop_before(Nanos delay)
{
    const auto at = std::ranges::lower_bound(stops(), delay);
    return at == stops().begin() ? Nanos::zero() : *std::prev(at);
}

sim::MachineSettings Slowness::even_machine(const sim::MachineSettings& machine)
{
    sim::MachineSettings even = machine;
    const bool waits          = machine.vsync != sim::VsyncMode::off;
    even.render_cost          = std::max(even.render_cost, waits ? Nanos{2ms} : timestep::step_ns(machine.refresh));
    return even;
}

bool Slowness::is_mixed(std::size_t place) const
{
    if (depends_[place]) return true;
    constexpr std::size_t reach = 2;
    const std::size_t first     = place < reach ? 0 : place - reach;
    const std::size_t last      = std::min(place + reach, places - 1);
    int changes                 = 0;
    for (std::size_t i = first; i < last; ++i)
        if (verdicts_[i] && verdicts_[i + 1] && verdicts_[i]->kind != verdicts_[i + 1]->kind) ++changes;
    return changes >= 2;
}

void Slowness::compute_next(const Settings& settings, std::span<const Nanos> measured, Nanos refresh)
{
    const bool is_same = judged_ && has_same_verdicts(*judged_, settings) && measured.empty() == measured_.empty();
    if (!is_same)
    {
        judged_ = settings;
        verdicts_.fill(std::nullopt);
        depends_.fill(false);
        next_ = 0;
    }
    if (!measured.empty() && next_ == places) next_ = 0;
    if (next_ == 0) measured_.assign(measured.begin(), measured.end());
    // Verdicts for measured frame times are recomputed permanently, but slowly, so that the window's frames stay short.
    const bool is_renewal = is_of_this_pc() && verdicts_.back().has_value();
    for (int i = 0; i < (is_renewal ? 1 : places_a_look) && next_ < places; ++i, ++next_)
    {
        const Nanos delay = delay_at(static_cast<double>(next_) / (places - 1));
        verdicts_[next_]  = is_of_this_pc() ? judged(settings, delay, measured_, 0, refresh) : judged(settings, delay);
        depends_[next_] =
            is_of_this_pc() && judged(settings, delay, measured_, 1, refresh).kind != verdicts_[next_]->kind;
    }
}

} // namespace lab
