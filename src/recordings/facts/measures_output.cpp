#include "base/number.hpp"
#include "recordings/facts/inspection.hpp"
#include "recordings/facts/measures.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace recordings
{

std::string_view name_of(DtDependence dependence)
{
    constexpr std::array<std::string_view, 6> names{"unknown", "none", "1/dt", "dt", "dt^2", "f^fps"};
    return names[static_cast<std::size_t>(dependence)];
}

namespace
{

// The time in seconds in a name such as "speed_after_1_s" or "x_after_2s"; std::nullopt if there is none.
std::optional<double> time_in_name(std::string_view name)
{
    constexpr std::string_view mark = "after";
    const std::size_t position = name.find(mark);
    if (position == name.npos) return std::nullopt;
    name.remove_prefix(position + mark.size());
    name.remove_prefix(std::min(name.find_first_of("0123456789"), name.size()));
    const std::size_t end = std::min(name.find_first_not_of("0123456789."), name.size());
    const auto seconds = base::parse_number<double>(name.substr(0, end));
    name.remove_prefix(std::min(name.find_first_not_of("_- ", end), name.size()));
    const bool is_in_seconds = name == "s" || name.starts_with("s_") || name.starts_with("sec");
    return seconds && *seconds > 0.0 && is_in_seconds ? seconds : std::nullopt;
}

std::string factor_text(const MeasureSummary& measure)
{
    constexpr int digits = 6;
    const auto seconds = time_in_name(measure.name);
    const std::string factor =
        base::number_text(std::pow(measure.factor_per_frame, 1.0 / seconds.value_or(1.0)), digits);
    const std::string exponent =
        seconds.value_or(1.0) == 1.0 ? "fps" : fmt::format("({} fps)", base::number_text(*seconds));
    return fmt::format(
        "multiplied by {} in each frame{}: value = {} x {}^{}; use pow({}, 60 dt), which is the same at 60 "
        "fps",
        factor, seconds ? "" : ", if measured after 1 s", base::number_text(measure.value_at_zero_fps, digits), factor,
        exponent, factor);
}

} // namespace

std::string dt_dependence_text(const MeasureSummary& measure)
{
    if (measure.dt_dependence == DtDependence::none)
        return "none: the values differ only by their last digit or their noise";
    if (measure.dt_dependence == DtDependence::factor_per_frame) return factor_text(measure);
    if (!measure.power)
        return fmt::format("cannot tell from {} frame rates, at least four are needed", measure.means_by_rate.size());
    std::string text = fmt::format("proportional to {}", name_of(measure.dt_dependence));
    if (measure.dt_dependence == DtDependence::unknown) text = "cannot tell";
    if (measure.dt_dependence == DtDependence::inverse_dt)
        text = "proportional to the frame rate: something happens once a frame, without dt";
    text += fmt::format("; the power of dt is {:.2f}, 95 % interval {:.2f} to {:.2f}", *measure.power,
                        measure.power_interval.low, measure.power_interval.high);
    if (measure.dt_dependence >= DtDependence::dt)
        text += fmt::format("; the value for dt = 0 is {}", base::number_text(measure.value_at_zero_dt));
    return text;
}

nlohmann::ordered_json to_json(const MeasureSummary& measure)
{
    nlohmann::ordered_json json{{"name", measure.name},
                                {"rates", nlohmann::ordered_json::array()},
                                {"order", name_of(measure.dt_dependence)}, // the power of dt, such as "dt^2"
                                {"power", nullptr},
                                {"power_interval", nullptr},
                                {"factor_per_frame", nullptr},
                                {"text", dt_dependence_text(measure)},
                                {"difference", measure.rate_dependence()},
                                {"difference_percent", number_or_null(measure.rate_dependence_percent())}};
    for (const auto& [fps, mean, value_count] : measure.means_by_rate)
        json["rates"].push_back({{"fps", fps}, {"mean", mean}, {"values", value_count}});
    if (!measure.power) return json;
    if (measure.dt_dependence == DtDependence::factor_per_frame)
    {
        json["factor_per_frame"] = number_or_null(measure.factor_per_frame);
        return json;
    }
    json["power"] = *measure.power;
    json["power_interval"] = {measure.power_interval.low, measure.power_interval.high};
    return json;
}

} // namespace recordings
