#include "views/plots.hpp"

#include "base/number.hpp"
#include "telemetry/metrics.hpp"

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

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

// NaN for frames that most metrics ignore, such as paused frames.
double counted_value(const FrameSample& frame, double value)
{
    return telemetry::counts_in_metrics(frame) ? value : no_value;
}

double frame_time_ms(const Frames& frames, std::size_t i)
{
    return counted_value(frames[i], timestep::to_millis(frames[i].measured_frame_time));
}
double steps_per_frame(const Frames& frames, std::size_t i)
{
    return counted_value(frames[i], static_cast<double>(telemetry::step_count_of(frames[i])));
}
double drift_ms(const Frames& frames, std::size_t i)
{
    return counted_value(frames[i], timestep::to_millis(frames[i].simulated_time - frames[i].game_time));
}
double energy_joules(const Frames& frames, std::size_t i) { return counted_value(frames[i], frames[i].energy); }
double state_error_mm(const Frames& frames, std::size_t i)
{
    return counted_value(frames[i], std::abs(frames[i].shown_x - frames[i].reference_x_at_shown_time) * 1e3);
}
double state_age_ms(const Frames& frames, std::size_t i)
{
    return counted_value(frames[i], timestep::to_millis(telemetry::state_age(frames[i])));
}

double animation_error_ms(const Frames& frames, std::size_t i)
{
    const auto picture = telemetry::picture_at(frames, i);
    return picture && picture->error ? timestep::to_millis(*picture->error) : no_value;
}

std::string drift_phrase(double ms)
{
    if (std::abs(ms) < 0.05) return "on time";
    return base::rounded_duration_text(timestep::from_seconds(std::abs(ms) / 1e3)) + (ms < 0 ? " behind" : " ahead");
}

constexpr std::array plot_table{
    Plot{"frame-time", "frame_time_ms", "frame time", "ms",
         "Frame time: wall time since the last frame, as the loop measured it.", 1.0, frame_time_ms},
    Plot{"steps", "steps", "steps per frame", "", "Number of steps that the simulation ran in each frame.", 1.0,
         steps_per_frame},
    Plot{"drift", "drift_ms", "drift in ms", "ms",
         "Simulated clock minus game clock; negative if the simulation is behind.", 0.1, drift_ms, drift_phrase},
    Plot{"energy", "energy_j", "energy", "J",
         "Kinetic and elastic energy of the newest state. Without damping, only integration errors change the energy "
         "of a spring.",
         1e-3, energy_joules},
    Plot{"state-error", "state_error_mm", "state error", "mm",
         "Distance between the body in a frame and the same body in a run with steps of equal length, at the same "
         "simulated time.",
         0.01, state_error_mm},
    Plot{"animation-error", "animation_error_ms", "animation error", "ms",
         "Judder: how far a picture moved, minus how long the picture before it stayed on the screen.", 0.1,
         animation_error_ms},
    Plot{"picture-age", "picture_age_ms", "state age", "ms",
         "Age of the displayed state: simulated time plus time left in the accumulator, minus the simulated time that "
         "the frame shows.",
         0.1, state_age_ms},
};
static_assert(std::ranges::equal(plot_table, lab::plot_names, {}, &Plot::name),
              "plot_table here and plot_names in lab/settings/settings.hpp must have the same plots in the same order");

} // namespace

std::span<const Plot> all_plots() { return plot_table; }

std::vector<const Plot*> selected_plots(std::uint32_t plot_mask)
{
    std::vector<const Plot*> plots;
    for (std::size_t i = 0; i < plot_table.size(); ++i)
        if ((plot_mask & 1U << i) != 0) plots.push_back(&plot_table[i]);
    return plots;
}

std::string plots_csv(const Frames& frames, std::uint32_t plot_mask, draw::TimeSpan span)
{
    const std::vector<const Plot*> plots = selected_plots(plot_mask);
    std::string text = "frame,wall_s";
    for (const Plot* plot : plots) text += fmt::format(",{}", plot->csv_column);
    text += "\n";
    for (std::size_t i = frames.first_index_from(span.from); i < frames.size() && frames[i].start_wall_time <= span.to;
         ++i)
    {
        text += fmt::format("{},{:.9f}", frames[i].frame_number, timestep::to_seconds(frames[i].start_wall_time));
        for (const Plot* plot : plots)
        {
            const double value = plot->value_of_frame(frames, i);
            text += std::isnan(value) ? "," : fmt::format(",{}", value);
        }
        text += "\n";
    }
    return text;
}

std::string plot_value_text(double value, const Plot& plot)
{
    return plot.format_value_phrase != nullptr && std::isfinite(value) ? plot.format_value_phrase(value)
                                                                       : value_text(value, plot.unit);
}

std::string value_text(double value, std::string_view unit)
{
    if (std::isnan(value)) return "-";
    const double magnitude = std::abs(value) < 5e-3 ? 0.0 : std::abs(value); // values below 0.005 are shown as 0
    if (magnitude == 0.0) value = 0.0;
    std::string text = fmt::format("{:.2f}", value);
    if (magnitude >= 10) text = fmt::format("{:.1f}", value);
    if (magnitude >= 100 || value == std::round(value)) text = fmt::format("{:.0f}", value);
    if (magnitude >= 1e6) text = fmt::format("{} million", base::number_text(value / 1e6, 3));
    if (magnitude >= 1e9) text = fmt::format("{} billion", base::number_text(value / 1e9, 3));
    if (magnitude >= 1e12) text = "over a trillion";
    return unit.empty() ? text : fmt::format("{} {}", text, unit);
}

} // namespace views
