#include "lab/settings/control_text.hpp"

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/lag_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lab
{

namespace
{

using Error = std::optional<std::string>;

std::string out_of_range(const Control& row, std::string_view text)
{
    const std::string_view space = row.unit.empty() ? "" : " ";
    return base::message("{} must be from {} to {}{}{}, not '{}'", row.label, row.low, row.high, space, row.unit, text);
}

Error choose(Settings& settings, const Control& row, std::string_view text)
{
    const Choices names = row.choices();
    const auto chosen   = std::ranges::find(names, text);
    if (chosen == names.end()) return base::unknown(row.label, text, names);
    row.set(settings, static_cast<double>(chosen - names.begin()));
    return std::nullopt;
}

Error assign_rate(Settings& settings, const Control& row, std::string_view text)
{
    const auto exact = timestep::parse_rate(text);
    if (!exact || timestep::hertz(*exact) < row.low || timestep::hertz(*exact) > row.high)
        return out_of_range(row, text);
    row.at.set_rate(settings, *exact);
    return std::nullopt;
}

// Parses a number in the control's unit. A time may have another unit, such as "0.1s". Returns nothing for invalid
// text.
std::optional<double> number_of(const Control& row, std::string_view text)
{
    if (row.unit != "ms" && row.unit != "us") return base::number<double>(text);
    const auto unit = row.unit == "us" ? Nanos{1'000} : Nanos{1'000'000};
    const auto time = base::parse_duration(text, unit);
    if (!time) return std::nullopt;
    return static_cast<double>(time->count()) / static_cast<double>(unit.count());
}

// True if the control sets the machine of loops on this PC, but is neither the frame delay nor VSYNC, and has another
// value than in `usual`.
bool is_other_lag(const Control& row, const Settings& settings, const Settings& usual)
{
    const bool of_this_pc = row.panel.shown == ControlPlace::live || row.panel.shown == ControlPlace::both;
    const bool elsewhere  = row.id == ControlId::frame_delay || row.id == ControlId::vsync;
    return of_this_pc && !elsewhere && row.get(settings) != row.get(usual);
}

} // namespace

std::string range_text(const Control& row)
{
    if (row.names != nullptr) return fmt::format("{}", fmt::join(row.choices(), "|"));
    if (row.kind == ControlKind::list) return std::string{row.unit};
    // Times that would need more than five digits in ms are in s.
    if (row.unit == "ms" && row.high >= 1e5) return fmt::format("{:g}..{:.7g} s", row.low / 1e3, row.high / 1e3);
    return fmt::format("{:g}..{:g}{}{}", row.low, row.high, row.unit.empty() ? "" : " ", row.unit);
}

Error assign(Settings& settings, const Control& row, std::string_view text)
{
    if (row.names != nullptr) return choose(settings, row, text);
    if (row.kind == ControlKind::list) return row.at.set_text(settings, text);
    if (row.kind == ControlKind::rate) return assign_rate(settings, row, text);
    const auto value = number_of(row, text);
    if (!value || *value < row.low || *value > row.high) return out_of_range(row, text);
    if (row.kind == ControlKind::whole && *value != std::floor(*value))
        return base::message("{} must be a whole number, not '{}'", row.label, text);
    row.set(settings, *value);
    return std::nullopt;
}

std::string value_text(const Settings& settings, const Control& row)
{
    if (row.kind == ControlKind::list) return row.at.get_text(settings);
    const double value = row.get(settings);
    if (row.names != nullptr) return std::string{row.choices()[static_cast<std::size_t>(value)]};
    return fmt::format("{:.10g}{}", value, row.kind == ControlKind::duration ? "ms" : "");
}

std::string exact_text(const Settings& settings, const Control& row)
{
    if (row.names != nullptr || row.kind == ControlKind::list) return value_text(settings, row);
    if (row.at.get_rate != nullptr) return base::rate_text(row.at.get_rate(settings));
    const double value = row.get(settings);
    return row.kind == ControlKind::duration ? base::duration_text(Nanos{std::llround(value * 1e6)})
                                             : fmt::format("{}", value);
}

bool is_equal(const Control& row, const Settings& a, const Settings& b)
{
    return row.kind == ControlKind::list ? row.at.get_text(a) == row.at.get_text(b) : row.get(a) == row.get(b);
}

Error assign_spike(Settings& settings, std::string_view text)
{
    const auto colon = text.find(':');
    if (colon == text.npos) return base::message("a spike is FRAMES:LENGTH, as in 60:250ms, not '{}'", text);
    Settings changed = settings;
    if (Error error = assign(changed, control(ControlId::spike_every), text.substr(0, colon))) return error;
    if (Error error = assign(changed, control(ControlId::spike_length), text.substr(colon + 1))) return error;
    settings = changed;
    return std::nullopt;
}

std::string_view name_of(sim::VsyncMode mode)
{
    return control(ControlId::vsync).choices()[static_cast<std::size_t>(mode)];
}

std::string other_lag_text(const Settings& settings)
{
    static const Settings usual;
    std::vector<std::string> names;
    for (const Control& row : controls())
        if (is_other_lag(row, settings, usual) && (row.panel.idle == nullptr || row.panel.idle(settings) == nullptr))
            names.push_back(fmt::format("{} {}", row.label, value_text(settings, row)));
    const auto& more = settings.machine.lag.more;
    if (settings.machine.lag.on && !more.empty()) names.push_back("more lag " + lag_text(more));
    return fmt::format("{}", fmt::join(names, ", "));
}

void clear_other_lag(Settings& settings)
{
    static const Settings usual;
    for (const Control& row : controls())
        if (is_other_lag(row, settings, usual)) row.set(settings, row.get(usual));
    settings.machine.lag.more.clear();
}

} // namespace lab
