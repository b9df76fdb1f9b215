#include "base/number.hpp"
#include "recordings/facts/inspection.hpp"
#include "recordings/facts/measures.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>

namespace recordings
{

std::string_view name_of(DtDependence dependence)
{
    constexpr std::array<std::string_view, 5> names{"unknown", "none", "1/dt", "dt", "dt^2"};
    return names[static_cast<std::size_t>(dependence)];
}

std::string dt_dependence_text(const MeasureSummary& measure)
{
    if (measure.dt_dependence == DtDependence::none)
        return "none: the values differ only by their last digit or their noise";
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
                                {"text", dt_dependence_text(measure)},
                                {"difference", measure.rate_dependence()},
                                {"difference_percent", number_or_null(measure.rate_dependence_percent())}};
    for (const auto& [fps, mean, value_count] : measure.means_by_rate)
        json["rates"].push_back({{"fps", fps}, {"mean", mean}, {"values", value_count}});
    if (!measure.power) return json;
    json["power"] = *measure.power;
    json["power_interval"] = {measure.power_interval.low, measure.power_interval.high};
    return json;
}

} // namespace recordings
