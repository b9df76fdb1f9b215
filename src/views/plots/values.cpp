// The definitions of the plots: the values of each frame, and the values as text.
#include "base/number.hpp"
#include "lab/settings/settings.hpp"
#include "telemetry/recent.hpp"
#include "views/plots.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace views
{

namespace
{

using telemetry::Frames;
using telemetry::FrameSample;

constexpr double none = std::numeric_limits<double>::quiet_NaN();

double if_counted(const FrameSample& s, double value) { return telemetry::counts(s) ? value : none; }

double frame_time(const Frames& f, std::size_t i) { return if_counted(f[i], timestep::to_millis(f[i].measured)); }
double steps(const Frames& f, std::size_t i)
{
    return if_counted(f[i], static_cast<double>(telemetry::steps_of(f[i])));
}
double drift(const Frames& f, std::size_t i)
{
    return if_counted(f[i], timestep::to_millis(f[i].simulated - f[i].game));
}
double energy(const Frames& f, std::size_t i) { return if_counted(f[i], f[i].energy); }
double state_error(const Frames& f, std::size_t i)
{
    return if_counted(f[i], std::abs(f[i].shown_x - f[i].right_x) * 1e3);
}
double age(const Frames& f, std::size_t i)
{
    return if_counted(f[i], timestep::to_millis(telemetry::picture_age(f[i])));
}

double animation_error(const Frames& f, std::size_t i)
{
    const auto error = telemetry::animation_error_at(f, i);
    return error ? timestep::to_millis(*error) : none;
}

std::string drift_said(double ms)
{
    if (std::abs(ms) < 0.05) return "on time";
    return base::time_text(timestep::from_seconds(std::abs(ms) / 1e3)) + (ms < 0 ? " behind" : " ahead");
}

constexpr std::array every_plot{
    Plot{"frame-time", "frame_time_ms", "frame time", "ms",
         "Wall time since the frame before, as the loop measured it.", 1.0, frame_time},
    Plot{"steps", "steps", "steps per frame", "", "Steps that the simulation took in each frame.", 1.0, steps},
    Plot{"drift", "drift_ms", "drift: the game is", "ms",
         "How far the simulation is ahead of the clock, or behind it when negative.", 0.1, drift, drift_said},
    Plot{"energy", "energy_j", "energy", "J",
         "Kinetic and elastic energy of the newest state; an exact spring keeps it.", 1e-3, energy},
    Plot{"state-error", "state_error_mm", "state error", "mm",
         "Distance of the picture from the even motion at the game time that the picture shows.", 0.01, state_error},
    Plot{"animation-error", "animation_error_ms", "animation error", "ms",
         "Time shown between two pictures less the time between them on the screen: judder.", 0.1, animation_error},
    Plot{"picture-age", "picture_age_ms", "picture age", "ms", "Age of the picture that the loop makes.", 0.1, age},
};
static_assert(std::ranges::equal(every_plot, lab::plot_names, {}, &Plot::name, &lab::PlotName::name),
              "every_plot here and plot_names in lab/settings/settings.hpp must have the same plots in the same order");

} // namespace

std::span<const Plot> all_plots() { return every_plot; }

std::string plots_csv(const Frames& frames, std::uint32_t chosen, draw::TimeSpan span)
{
    std::string text = "frame,wall_s";
    for (std::size_t k = 0; k < every_plot.size(); ++k)
        if ((chosen & 1U << k) != 0) text += fmt::format(",{}", every_plot[k].column);
    text += "\n";
    for (std::size_t i = frames.first_from(span.from); i < frames.size() && frames[i].wall <= span.to; ++i)
    {
        text += fmt::format("{},{:.9f}", frames[i].frame, timestep::to_seconds(frames[i].wall));
        for (std::size_t k = 0; k < every_plot.size(); ++k)
        {
            if ((chosen & 1U << k) == 0) continue;
            const double value = every_plot[k].value(frames, i);
            text += std::isnan(value) ? "," : fmt::format(",{}", value);
        }
        text += "\n";
    }
    return text;
}

std::string value_text(double value, const Plot& plot)
{
    return plot.said != nullptr && std::isfinite(value) ? plot.said(value) : value_text(value, plot.unit);
}

std::string value_text(double value, std::string_view unit)
{
    if (std::isnan(value)) return "-";
    const double size = std::abs(value) < 5e-3 ? 0.0 : std::abs(value); // a value below 0.005 is shown as 0
    if (size == 0.0) value = 0.0;
    const std::string text = size >= 1e12                                ? "over a trillion"
                             : size >= 1e9                               ? fmt::format("{:.3g} billion", value / 1e9)
                             : size >= 1e6                               ? fmt::format("{:.3g} million", value / 1e6)
                             : size >= 100 || value == std::round(value) ? fmt::format("{:.0f}", value)
                             : size >= 10                                ? fmt::format("{:.1f}", value)
                                                                         : fmt::format("{:.2f}", value);
    return unit.empty() ? text : fmt::format("{} {}", text, unit);
}

} // namespace views
