#include "exporter/recipe.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace exporter
{

using timestep::Nanos;

namespace
{

std::string real_code(double value)
{
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".e") == text.npos) text += ".0";
    if (const auto plus = text.find('+'); plus != text.npos) text.erase(plus, 1);
    return text;
}

std::string time_text(Nanos time)
{
    const auto ns = static_cast<double>(time.count());
    if (ns >= 3.15576e16) return fmt::format("{:.0f} years", ns / 3.15576e16);
    if (ns >= 3.6e12) return fmt::format("{:.0f} hours", ns / 3.6e12);
    if (ns >= 1e6) return fmt::format("{:.6g} ms", ns / 1e6);
    if (ns >= 1e3) return fmt::format("{:.6g} us", ns / 1e3);
    return fmt::format("{:.0f} ns", ns);
}

} // namespace

Blank::Blank(std::string_view blank, std::int64_t value)
    : name{blank}
    , code{fmt::to_string(value)}
    , text{code}
{
}
Blank::Blank(std::string_view blank, Nanos value)
    : name{blank}
    , code{fmt::to_string(value.count())}
    , text{time_text(value)}
{
}
Blank::Blank(std::string_view blank, double value)
    : name{blank}
    , code{real_code(value)}
    , text{fmt::format("{:g}", value)}
{
}
Blank::Blank(std::string_view blank, std::string value)
    : name{blank}
    , code{std::move(value)}
    , text{code}
{
}

std::string fill(std::string_view text, std::initializer_list<Blank> blanks)
{
    std::string filled;
    for (auto dollar = text.find('$'); dollar != text.npos; dollar = text.find('$'))
    {
        filled += text.substr(0, dollar);
        text.remove_prefix(dollar + 1);
        const std::string_view name = text.substr(0, text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"));
        const auto* const blank =
            std::find_if(blanks.begin(), blanks.end(), [&](const Blank& b) { return b.name == name; });
        if (blank == blanks.end()) throw std::logic_error{fmt::format("recipe: nothing fills ${}", name)};
        text.remove_prefix(name.size());
        const bool for_people = text.starts_with(":text");
        if (for_people) text.remove_prefix(5);
        filled += for_people ? blank->text : blank->code;
    }
    return filled.append(text);
}

std::string recipe(const timestep::Loop& loop)
{
    const std::string filter = filter_recipe(loop.filter);
    const PacerRecipe pacer  = pacer_recipe(loop);
    return fill(R"(
field steps # full steps to simulate in this frame
field dt: real # seconds in each of them
$filter
$pace
let backwards = min(frame_ns, 0) # a clock that was set back buys no time
let frame = $frame
$stepper
field carried_ns # time left over for later frames
field dropped_ns # time given up on; negative: made up
)",
                {{"filter", filter},
                 {"pace", pacer.method},
                 {"frame", filter.empty() ? "frame_ns - backwards" : "filtered(frame_ns - backwards)"},
                 {"stepper", stepper_recipe(loop, pacer.note)}});
}

} // namespace exporter
