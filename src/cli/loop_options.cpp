#include "cli/loop_options.hpp"

#include "cli/choices.hpp"
#include "cli/command.hpp"
#include "lab/text.hpp"
#include "timestep/check.hpp"
#include "timestep/presets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace cli
{

namespace
{
using namespace timestep;

constexpr std::array<std::string_view, 5> axes{"filter", "stepper", "overload", "presentation", "pacer"};

constexpr auto preset_names = []
{
    std::array<std::string_view, all_presets.size()> names{};
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = all_presets[i].name;
    return names;
}();

template <class Axis>
void choose(Axis& axis, std::string_view name, std::string_view value)
{
    if (!axis.choose(value)) throw BadInput{"--set: " + lab::unknown(name, value, axis.names)};
}

void choose_presentation(Loop& loop, std::string_view value)
{
    std::vector<std::string_view> names;
    for (const Presentation p : all_presentations)
    {
        if (name_of(p) == value)
        {
            loop.presentation = p;
            return;
        }
        names.push_back(name_of(p));
    }
    throw BadInput{"--set: " + lab::unknown("presentation", value, names)};
}

void choose_axis(Loop& loop, std::string_view axis, std::string_view value)
{
    if (axis == "filter")
        choose(loop.filter, axis, value);
    else if (axis == "stepper")
        choose(loop.stepper, axis, value);
    else if (axis == "overload")
        choose(loop.overload, axis, value);
    else if (axis == "presentation")
        choose_presentation(loop, value);
    else if (axis == "pacer")
        choose(loop.pacer, axis, value);
    else
        throw BadInput{"--set: " + lab::unknown("axis", axis, axes)};
}

// A number in the knob's own unit; times may carry another one, as in 0.25s for a knob in ms.
std::optional<double> knob_value(const KnobRef& knob, std::string_view text)
{
    if (knob.unit != "ms" && knob.unit != "us") return lab::parse_number(text);
    const Nanos unit = knob.unit == "ms" ? Nanos{1ms} : Nanos{1us};
    const auto time  = lab::parse_duration(text, unit);
    if (!time) return std::nullopt;
    return static_cast<double>(time->count()) / static_cast<double>(unit.count());
}

void turn(const KnobRef& knob, std::string_view path, std::string_view text)
{
    const auto value = knob_value(knob, text);
    const bool whole = value && *value == static_cast<double>(static_cast<std::int64_t>(*value));
    if (!value || (knob.whole && !whole) || !knob.set(*value))
        throw BadInput{fmt::format("--set {}: '{}' is not {} from {:g} to {:g}{}{}", path, text,
                                   knob.whole ? "a whole number" : "a number", knob.min, knob.max,
                                   knob.unit.empty() ? "" : " ", knob.unit)};
}

void turn_knob(Loop& loop, std::string_view path, std::string_view text)
{
    bool found = false;
    std::vector<std::string> paths;
    for_each_knob(loop,
                  [&](std::string_view axis, const KnobRef& knob)
                  {
                      paths.push_back(fmt::format("{}.{}", axis, knob.name));
                      if (paths.back() != path) return;
                      found = true;
                      turn(knob, path, text);
                  });
    if (found) return;
    if (paths.empty()) throw BadInput{fmt::format("--set {}: this loop has no knobs", path)};
    throw BadInput{fmt::format("--set: {} This loop has {}.",
                               lab::unknown("knob", path, std::vector<std::string_view>{paths.begin(), paths.end()}),
                               fmt::join(paths, ", "))};
}

template <class Axis>
void add_settings(std::vector<std::string>& all, std::string_view name)
{
    Axis axis;
    for (const std::string_view alternative : Axis::names)
    {
        all.push_back(fmt::format("{}={}", name, alternative));
        axis.choose(alternative);
        for_each_knob(axis, [&](const KnobRef& knob) { all.push_back(fmt::format("{}.{}=", name, knob.name)); });
    }
}

// Everything that --set can set.
std::vector<std::string> all_settings()
{
    std::vector<std::string> all;
    add_settings<LoopFilter>(all, "filter");
    add_settings<LoopStepper>(all, "stepper");
    add_settings<LoopOverload>(all, "overload");
    for (const Presentation p : all_presentations) all.push_back(fmt::format("presentation={}", name_of(p)));
    add_settings<LoopPacer>(all, "pacer");
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end()); // steppers share names of knobs
    return all;
}

void set_one(Loop& loop, std::string_view text)
{
    const auto equals = text.find('=');
    if (equals == text.npos) throw BadInput{fmt::format("--set takes AXIS.KNOB=VALUE or AXIS=NAME, not '{}'", text)};
    const std::string_view path = text.substr(0, equals), value = text.substr(equals + 1);
    path.find('.') == path.npos ? choose_axis(loop, path, value) : turn_knob(loop, path, value);
}
} // namespace

void add_loop_options(CLI::App& command, LoopOptions& options)
{
    offer(*command.add_option("--loop", options.name, "The loop, by name (see `list loops`).")
               ->type_name("NAME")
               ->capture_default_str(),
          names_in(all_presets));
    command
        .add_option("--hz", options.hz, "Steps per second, as 60, 59.94 or 60000/1001; the loop's own if not given.")
        ->type_name("RATE");
    offer(
        *command
             .add_option("--set", options.set, "A knob of the loop, as filter.n=4, or an axis, as overload=cap-steps.")
             ->type_name("AXIS.KNOB=VALUE"),
        all_settings());
}

Rate parse_rate(std::string_view flag, std::string_view text)
{
    if (const auto rate = timestep::parse_rate(text)) return *rate;
    throw BadInput{fmt::format("{} takes a rate above 0 such as 60, 59.94 or 60000/1001, not '{}'", flag, text)};
}

Loop make_loop(const LoopOptions& options)
{
    const Preset* preset = find_preset(options.name);
    if (preset == nullptr) throw BadInput{lab::unknown("loop", options.name, preset_names)};
    Loop loop = preset->make(options.hz.empty() ? preset->default_rate : parse_rate("--hz", options.hz));
    for (const std::string& text : options.set) set_one(loop, text);
    if (const Refusal refusal = check(loop))
        throw BadInput{
            fmt::format("{}{}{}: {}", refusal.axis, refusal.knob.empty() ? "" : ".", refusal.knob, refusal.reason)};
    return loop;
}

} // namespace cli
