// Writes the comment at the top of an exported file, with the usage example.
#include "export/exporter/printer.hpp"
#include "export/exporter/recipe.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace exporter
{

namespace
{
bool blends_two_states(timestep::Presentation p)
{
    return p == timestep::Presentation::interpolate || p == timestep::Presentation::step_ahead;
}
} // namespace

void Printer::print_header()
{
    print_comment(
        fmt::format("{} -- the game loop {}\n\n{}", header_.options.name, header_.options.title, header_.about));
    print_comment("\nOnce a frame, with `now` from a monotonic clock that counts nanoseconds:\n\n");
    usage_lines_ = usage_lines();
    for (const std::string& text : usage_lines_) print_comment(text.empty() ? "\n" : "    " + text);
}

std::vector<std::string> Printer::usage_lines() const
{
    const UsageExample example = usage_example();
    const std::string semicolon{spelling_.semicolon};
    std::vector<std::string> lines;
    const auto add           = [&](std::string_view text) { lines.emplace_back(text); };
    const auto add_statement = [&](const std::string& text) { add("    " + text + semicolon); };
    const auto open_if       = [&](const std::string& condition)
    { add(fmt::format(fmt::runtime(spelling_.if_), condition)); };
    const auto close_if_needed = [&] { spelling_.end.empty() ? void() : add(spelling_.end); };

    add(example.create_line);
    add("");
    add(example.plan_line);
    add("last = now" + semicolon);
    add(spelling_.repeat);
    if (blends_two_states(header_.presentation)) add_statement("previous = copy_of(current)");
    add_statement(fmt::format("step(current, {})", plan_result_code("dt")));
    close_if_needed();
    if (has_field("tail"))
    {
        open_if(plan_result_code("tail") + " > 0.0");
        add_statement(fmt::format("step(current, {})", plan_result_code("tail")));
        close_if_needed();
    }
    const std::string indentation = header_.draws_only_stepped_frames ? "    " : "";
    if (header_.draws_only_stepped_frames) open_if(plan_result_code("steps") + " > 0");
    for (const std::string& text : drawing_lines()) add(indentation + text + semicolon);
    add(fmt::format("{}present(){} {} with VSYNC {}", indentation, semicolon, spelling_.comment,
                    header_.wants_vsync ? "on" : "off"));
    if (header_.draws_only_stepped_frames) close_if_needed();
    if (pace_function() != nullptr) lines.insert(lines.end(), example.wait_lines.begin(), example.wait_lines.end());
    return lines;
}

std::vector<std::string> Printer::drawing_lines() const
{
    std::vector<std::string> lines;
    for (const Statement& s :
         drawing_statements(header_.presentation, plan_result_code("alpha"), plan_result_code("dt")))
        lines.push_back(simple_statement_code(s));
    return lines;
}

std::string Printer::plan_arguments() const
{
    return "now - last" + (program_.reads_refresh_period() ? ", " + spelled_name(Role::local, "refresh_ns") : "");
}

std::string Printer::pace_arguments(std::string_view clock) const
{
    const std::size_t reading_count = pace_function() == nullptr ? 0 : pace_function()->parameters.size();
    if (reading_count == 0) return "";
    return fmt::format("{}{}", reading_count == 2 ? "now, " : "", clock);
}

bool Printer::has_field(std::string_view name) const
{
    return std::any_of(program_.fields.begin(), program_.fields.end(),
                       [&](const Declaration& d) { return d.name == name; });
}

} // namespace exporter
