// lab/settings/control_text.cpp -- reads and writes the values of controls as text
#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "lab/settings/controls.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <optional>

namespace lab
{

namespace
{

using base::OptionalError;

std::string out_of_range_message(const Control& control, std::string_view text)
{
    const std::string_view unit_separator = control.unit.empty() ? "" : " ";
    const bool is_zero_apart = control.min_above_zero > 0.0;
    return base::message("{} must be {}from {} to {}{}{}, not '{}'", control.label, is_zero_apart ? "0 or " : "",
                         is_zero_apart ? control.min_above_zero : control.min_value, control.max_value, unit_separator,
                         control.unit, text);
}

OptionalError assign_rate(Settings& settings, const Control& control, std::string_view text)
{
    const auto exact_rate = timestep::parse_rate(text);
    const double hertz =
        exact_rate ? timestep::to_hertz(*exact_rate) : base::parse_number<double>(text).value_or(control.min_value);
    if (hertz < control.min_value || hertz > control.max_value) return out_of_range_message(control, text);
    if (!exact_rate)
        return base::message("{} takes a rate {}, not '{}'", control.label, base::Verbatim{base::rate_syntax_text},
                             text);
    if (control.accessors.set_rate != nullptr)
        control.accessors.set_rate(settings, *exact_rate);
    else if (timestep::nearest_rate(timestep::to_hertz(*exact_rate)) == *exact_rate)
        control.set(settings, timestep::to_hertz(*exact_rate));
    else
        return base::message("{} must have up to three decimals or be a television rate such as 60000/1001, not '{}'",
                             control.label, text);
    return std::nullopt;
}

bool is_time(const Control& control) { return control.unit == "ms" || control.unit == "us"; }

// Parses a number in the control's unit. A time in another unit, such as "0.1s", is converted. Empty if invalid.
std::optional<double> parse_number_in_unit(const Control& control, std::string_view text)
{
    if (!is_time(control)) return base::parse_number<double>(text);
    const auto unit_duration = control.unit == "us" ? Nanos{1'000} : Nanos{1'000'000};
    const auto duration = base::parse_duration(text, unit_duration);
    if (!duration) return std::nullopt;
    return static_cast<double>(duration->count()) / static_cast<double>(unit_duration.count());
}

} // namespace

std::string range_text(const Control& control)
{
    if (control.value_names != nullptr) return fmt::format("{}", fmt::join(control.choices(), "|"));
    if (control.kind == ControlKind::list) return std::string{control.unit};
    if (control.unit == "ms" && control.max_value >= 1e5)
        return fmt::format("{}..{} s", base::number_text(control.min_value / 1e3),
                           base::number_text(control.max_value / 1e3));
    return fmt::format("{}..{}{}{}", base::number_text(control.min_value), base::number_text(control.max_value),
                       control.unit.empty() ? "" : " ", control.unit);
}

OptionalError assign(Settings& settings, const Control& control, std::string_view text)
{
    if (control.value_names != nullptr)
    {
        const ValueNames names = *control.value_names;
        const auto found = std::ranges::find(names, text);
        constexpr std::size_t max_listed_values = 12;
        if (found == names.end())
            return base::unknown_name_message(control.label, text, names) +
                   (names.size() > max_listed_values ? "" : fmt::format(" (values: {})", fmt::join(names, ", ")));
        control.set(settings, static_cast<double>(found - names.begin()));
        return std::nullopt;
    }
    if (control.kind == ControlKind::list) return control.accessors.set_text(settings, text);
    if (control.kind == ControlKind::rate) return assign_rate(settings, control, text);
    const auto value = parse_number_in_unit(control, text);
    if (!value && !text.starts_with('-'))
        return base::message("{} takes a {}, not '{}'", control.label,
                             is_time(control) ? "time such as 10 or 500ms" : "number without a unit", text);
    if (!value || *value < control.min_value || *value > control.max_value ||
        (*value > 0.0 && *value < control.min_above_zero))
        return out_of_range_message(control, text);
    if (control.kind == ControlKind::whole_number && *value != std::floor(*value))
        return base::message("{} must be a whole number, not '{}'", control.label, text);
    control.set(settings, *value);
    return std::nullopt;
}

std::string parsable_value_text(const Settings& settings, const Control& control)
{
    if (control.kind == ControlKind::list) return control.accessors.get_text(settings);
    const double value = control.get(settings);
    if (control.value_names != nullptr) return std::string{control.choices()[static_cast<std::size_t>(value)]};
    return fmt::format("{:.10g}{}", value, control.kind == ControlKind::duration ? "ms" : ""); // CSV
}

std::string exact_value_text(const Settings& settings, const Control& control)
{
    if (control.value_names != nullptr || control.kind == ControlKind::list)
        return parsable_value_text(settings, control);
    const double value = control.get(settings);
    if (control.kind == ControlKind::rate)
        return base::exact_rate_text(control.accessors.get_rate != nullptr ? control.accessors.get_rate(settings)
                                                                           : timestep::nearest_rate(value));
    return control.kind == ControlKind::duration ? base::exact_duration_text(Nanos{std::llround(value * 1e6)})
                                                 : fmt::format("{}", value);
}

bool has_equal_value(const Control& control, const Settings& a, const Settings& b)
{
    if (control.kind == ControlKind::list) return control.accessors.get_text(a) == control.accessors.get_text(b);
    if (control.accessors.get_rate != nullptr) return control.accessors.get_rate(a) == control.accessors.get_rate(b);
    return std::bit_cast<std::uint64_t>(control.get(a)) ==
           std::bit_cast<std::uint64_t>(control.get(b)); // 0 and -0 differ
}

OptionalError assign_periodic_spike(Settings& settings, std::string_view text)
{
    const auto colon = text.find(':');
    if (colon == text.npos) return base::message("a spike is given as FRAMES:LENGTH, as in 60:250ms, not '{}'", text);
    Settings changed_settings = settings;
    if (OptionalError error = assign(changed_settings, control_of(ControlId::spike_interval), text.substr(0, colon)))
        return error;
    if (OptionalError error = assign(changed_settings, control_of(ControlId::spike_length), text.substr(colon + 1)))
        return error;
    settings = changed_settings;
    return std::nullopt;
}

std::string_view name_of(sim::VsyncMode mode)
{
    return control_of(ControlId::vsync).choices()[static_cast<std::size_t>(mode)];
}

} // namespace lab
