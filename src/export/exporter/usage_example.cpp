// Writes the comment at the top of an exported file: the description of the loop, and the usage example.
#include "export/exporter/printer.hpp"
#include "export/exporter/recipe.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace exporter
{

namespace
{
bool blends(timestep::Presentation p)
{
    return p == timestep::Presentation::interpolate || p == timestep::Presentation::step_ahead;
}
} // namespace

void Printer::print_header()
{
    print_comment(
        fmt::format("{} -- the game loop {}\n\n{}", header_.options.name, header_.options.title, header_.about));
    print_comment("\nOnce a frame, with `now` from a monotonic clock that counts nanoseconds:\n\n");
    usage_ = usage();
    for (const std::string& text : usage_) print_comment(text.empty() ? "\n" : "    " + text);
}

std::vector<std::string> Printer::usage() const
{
    const Example example = this->example();
    const std::string end{spelling_.semicolon};
    std::vector<std::string> lines;
    const auto add  = [&](std::string_view text) { lines.emplace_back(text); };
    const auto does = [&](const std::string& text) { add("    " + text + end); };
    const auto when = [&](const std::string& condition) { add(fmt::format(fmt::runtime(spelling_.if_), condition)); };
    const auto shut = [&] { spelling_.end.empty() ? void() : add(spelling_.end); };

    add(example.start);
    add("");
    add(example.decide);
    add("last = now" + end);
    add(spelling_.repeat);
    if (blends(header_.presentation)) does("previous = copy_of(current)");
    does(fmt::format("step(current, {})", result_of_plan("dt")));
    shut();
    if (has_field("tail"))
    {
        when(result_of_plan("tail") + " > 0.0");
        does(fmt::format("step(current, {})", result_of_plan("tail")));
        shut();
    }
    const std::string margin = header_.draws_only_steps ? "    " : "";
    if (header_.draws_only_steps) when(result_of_plan("steps") + " > 0");
    for (const std::string& text : drawing()) add(margin + text + end);
    add(fmt::format("{}present(){} {} with VSYNC {}", margin, end, spelling_.comment, header_.vsync ? "on" : "off"));
    if (header_.draws_only_steps) shut();
    if (pace() != nullptr) lines.insert(lines.end(), example.wait.begin(), example.wait.end());
    return lines;
}

std::vector<std::string> Printer::drawing() const
{
    std::vector<std::string> lines;
    for (const Statement& s : drawing_statements(header_.presentation, result_of_plan("alpha"), result_of_plan("dt")))
        lines.push_back(simple_statement(s));
    return lines;
}

std::string Printer::plan_arguments() const
{
    return "now - last" + (program_.reads_refresh_period() ? ", " + spelled(Role::local, "refresh_ns") : "");
}

std::string Printer::pace_arguments(std::string_view clock) const
{
    const std::size_t readings = pace() == nullptr ? 0 : pace()->parameters.size();
    if (readings == 0) return "";
    return fmt::format("{}{}", readings == 2 ? "now, " : "", clock);
}

bool Printer::has_field(std::string_view name) const
{
    return std::any_of(program_.fields.begin(), program_.fields.end(),
                       [&](const Declared& d) { return d.name == name; });
}

} // namespace exporter
