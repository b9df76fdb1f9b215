// lab/settings/list_controls.cpp -- the table of the controls whose values are lists, and their parsers
#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/lag_text.hpp"
#include "lab/settings/lane_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lab
{

namespace
{

using base::OptionalError;

// Returns names[i] for each i of `indices`, separated by commas.
template <class Index>
std::string joined_names(const std::vector<Index>& indices, ValueNames names)
{
    const auto name_of = [&](Index index) { return names[static_cast<std::size_t>(index)]; };
    return fmt::format("{}", fmt::join(base::names_of(indices, name_of), ","));
}

// Parses comma-separated names. Returns an error if one is unknown or repeated, or if there are not 1 to `max_names`.
template <class Index>
OptionalError parse_names(std::vector<Index>& indices, std::string_view text, ValueNames names, std::size_t max_names,
                          std::string_view kind)
{
    std::vector<Index> parsed_indices;
    for (const std::string_view name : base::split(text, ","))
    {
        const auto found = std::ranges::find(names, name);
        if (found == names.end()) return base::unknown_name_message(kind, name, names);
        const auto index = static_cast<Index>(found - names.begin());
        if (std::ranges::find(parsed_indices, index) != parsed_indices.end())
            return base::message("{} '{}' is listed twice", kind, *found);
        parsed_indices.push_back(index);
    }
    if (parsed_indices.empty() || parsed_indices.size() > max_names)
        return fmt::format("give 1 to {} names, separated by commas, not {}", max_names, parsed_indices.size());
    indices = std::move(parsed_indices);
    return std::nullopt;
}

OptionalError replace_added_lags(Settings& settings, std::string_view text)
{
    auto lag_sources = parse_lag(text);
    if (auto* error = std::get_if<std::string>(&lag_sources)) return std::move(*error);
    settings.lane.machine.lag.added_lags = std::get<std::vector<sim::LagSource>>(std::move(lag_sources));
    return std::nullopt;
}

// Returns the names whose bits are set, separated by commas; "none" if no bit is set.
std::string names_of_mask(std::uint32_t mask, ValueNames names)
{
    std::vector<std::size_t> indices;
    for (std::size_t bit_index = 0; bit_index < names.size(); ++bit_index)
        if ((mask & 1U << bit_index) != 0) indices.push_back(bit_index);
    return indices.empty() ? "none" : joined_names(indices, names);
}

OptionalError parse_name_mask(std::uint32_t& mask, std::string_view text, ValueNames names, std::string_view kind)
{
    std::vector<std::size_t> indices;
    if (text != "none")
        if (OptionalError error = parse_names(indices, text, names, names.size(), kind)) return error;
    mask = 0;
    for (const std::size_t bit_index : indices) mask |= 1U << bit_index;
    return std::nullopt;
}

std::string display_rates_text(const Settings& settings)
{
    const std::vector<timestep::Rate>& rates = settings.view.game_properties.display_rates;
    return rates.empty() ? "none" : base::exact_rates_text(rates, ",");
}

OptionalError set_display_rates(Settings& settings, std::string_view text)
{
    std::vector<timestep::Rate> rates;
    if (text != "none")
        for (const std::string_view rate_text : base::split(text, ","))
        {
            const auto rate = timestep::parse_rate(rate_text);
            if (!rate || timestep::to_hertz(*rate) < 10.0 || timestep::to_hertz(*rate) > 1000.0 || rates.size() == 16)
                return base::message(
                    "displays must be none or up to 16 rates from 10 to 1000 Hz, as in 60,144, not '{}'", text);
            rates.push_back(*rate);
        }
    settings.view.game_properties.display_rates = std::move(rates);
    return std::nullopt;
}

struct ListControlText
{
    std::string_view path, flag, label, syntax, tooltip;
};

constexpr Control list_control(const ListControlText& text, std::string (*get_text)(const Settings&),
                               OptionalError (*set_text)(Settings&, std::string_view))
{
    return {.path = text.path,
            .flag = text.flag,
            .label = text.label,
            .unit = text.syntax,
            .tooltip = text.tooltip,
            .kind = ControlKind::list,
            .accessors = {.get_text = get_text, .set_text = set_text}};
}

constexpr std::array list_control_rows{
    list_control(
        {"machine.more_lag", "--more-lag", "more lag", "LAG",
         "Further kinds of lag, added to the delay, the jitter and the spikes."},
        [](const Settings& s) { return parsable_lag_text(s.lane.machine.lag.added_lags); }, replace_added_lags),
    list_control(
        {"view.plots", "--plots", "plots", "PLOT,PLOT,...",
         "The plots on the plots page below the stage; the word none hides all plots."},
        [](const Settings& s) { return names_of_mask(s.view.plots_mask, plot_names); },
        [](Settings& s, std::string_view text)
        { return parse_name_mask(s.view.plots_mask, text, plot_names, "plot"); }),
    list_control(
        {"view.folds", "--folds", "open folds", "FOLD,FOLD,...",
         "Which sections (folds) of the panel with all controls are open; none: all are closed."},
        [](const Settings& s) { return names_of_mask(s.view.open_sections_mask, panel_section_names); },
        [](Settings& s, std::string_view text)
        { return parse_name_mask(s.view.open_sections_mask, text, panel_section_names, "fold"); }),
    list_control({"rate.displays", "--displays", "displays", "RATE,RATE,...",
                  "Refresh rates of the players' displays in Hz; or the word none, if the displays do not matter."},
                 display_rates_text, set_display_rates),
    list_control({lanes_path, "", "lanes", "LANE;LANE;...",
                  "The lanes of the stage: one to six values of the option --lane, separated by semicolons."},
                 lanes_text, assign_lanes),
};

} // namespace

std::span<const Control> list_controls() { return list_control_rows; }

} // namespace lab
