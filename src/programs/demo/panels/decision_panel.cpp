// Draws the panel with the steps, the carried and the dropped time of the loop's last frame, and with the totals since
// the last reset.
#include "programs/demo/panels/panels.hpp"

#include <fmt/core.h>

#include <cmath>

namespace demo
{

namespace
{

std::string ms(timestep::Nanos t) { return fmt::format("{:.3f} ms", timestep::to_millis(t)); }

std::string seconds(timestep::Nanos t) { return fmt::format("{:.3f} s", timestep::to_seconds(t)); }

void last_frame(const Context& c, const telemetry::FrameSample& last)
{
    const timestep::StepPlan& p = last.plan;
    const ImVec4 warning        = colour(c.theme.warning);
    row("frame time", ms(last.measured), "Wall time since the last frame, as the loop measured it.");
    row("steps", fmt::format("{} x {}", p.steps, ms(p.dt)),
        "Full steps taken in this frame, and how long each of them is.");
    row("tail", ms(p.tail), "One shorter, last step; only the semi-fixed loop takes one.");
    row("carried", ms(p.carried), "Time left in the accumulator for later frames.");
    row("dropped", ms(p.dropped), "Time given up on in this frame; negative when the loop made time up.",
        p.dropped != timestep::Nanos::zero() ? &warning : nullptr);
    row("alpha", fmt::format("{:.3f}", p.alpha), "How far the clock is into the next step: carried / dt.");
}

// Returns the hash of a world's newest state as text. Returns no hash for a state of more than 240,000 bytes, because
// computing it would take longer than the physics steps of a frame.
std::string state_text(const scenes::World& world)
{
    constexpr std::size_t most = 240'000;
    if (world.state_bytes() > most) return "too large";
    const auto hash = world.state_hash();
    return hash ? fmt::format("{:016x}", *hash) : "not a number";
}

void since_reset(const Context& c)
{
    const lab::Totals& t = c.lab.lane().totals();
    const double in      = timestep::to_seconds(t.in);
    const double ratio   = in > 0.0 ? timestep::to_seconds(t.stepped) / in : 1.0;
    const ImVec4 warning = colour(c.theme.warning);
    row("wall clock", seconds(t.in), "Time that the loop was given since the reset.");
    row("simulated", seconds(t.stepped), "Time that was simulated since the reset.");
    row("simulated / wall", fmt::format("{:.4f}", ratio), "Simulated by wall time since the reset; 1 is real time.",
        std::abs(ratio - 1.0) > 0.02 ? &warning : nullptr);
    row("dropped", seconds(t.dropped), "Since the reset; negative when the loop made time up.");
    row("energy", fmt::format("{:.4g} J", c.lab.lane().world().energy()), "Kinetic and elastic energy of the scene.");
    row("state", state_text(c.lab.lane().world()),
        "A number computed from every bit of the simulated state: equal wherever the same steps were taken.");
}

} // namespace

void decision_panel(const Context& c)
{
    const auto& samples = c.lab.lane().samples();
    if (samples.empty()) return;
    heading("Since the reset");
    since_reset(c);
    heading(c.lab.frozen() ? "The frozen frame" : "Last frame");
    last_frame(c, c.lab.shown(c.lab.selected()).sample);
}

} // namespace demo
