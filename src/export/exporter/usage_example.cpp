// Writes the comment at the top of an exported file, with the usage example.
#include "base/text.hpp"
#include "export/exporter/code_template.hpp"
#include "export/exporter/printer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace exporter
{

void Printer::print_top_comment()
{
    print_comment_lines(fmt::format("{} -- {}{}\n\n{}{}", properties_.options.name,
                                    exports_game_loop() ? "the game loop " : "", properties_.options.title,
                                    properties_.description, integer_limits_comment_or_empty()));
    if (!exports_game_loop()) return;
    print_comment_lines("\nOnce a frame, with `now` from a monotonic clock that counts nanoseconds:\n\n");
    usage_lines_ = make_usage_lines();
    for (const std::string& text : usage_lines_) print_comment_lines(text.empty() ? "\n" : "    " + text);
}

std::vector<std::string> Printer::make_usage_lines() const
{
    const UsageExamplePatterns& patterns = syntax_.usage;
    const std::string statement_end{syntax_.statement_end};
    std::vector<std::string> lines;
    const auto add           = [&](std::string_view text) { lines.emplace_back(text); };
    const auto add_statement = [&](const std::string& text) { add("    " + text + statement_end); };
    const auto open_if       = [&](const std::string& condition)
    { add(fmt::format(fmt::runtime(syntax_.if_head), condition)); };
    const auto close_block_if_needed = [&] { syntax_.block_end.empty() ? void() : add(syntax_.block_end); };

    add(filled_usage_pattern(patterns.create_loop));
    add("");
    if (!patterns.read_clock.empty()) add(patterns.read_clock);
    add(filled_usage_pattern(patterns.call_plan));
    add("last = now" + statement_end);
    add(syntax_.steps_loop_head);
    if (blends_two_states(properties_.presentation)) add_statement("previous = copy_of(current)");
    add_statement(fmt::format("step(current, {})", plan_result_code("dt")));
    close_block_if_needed();
    if (find_plan_field("tail") != nullptr)
    {
        open_if(plan_result_code("tail") + " > 0.0");
        add_statement(fmt::format("step(current, {})", plan_result_code("tail")));
        close_block_if_needed();
    }
    const std::string indentation = properties_.draws_only_stepped_frames ? "    " : "";
    if (properties_.draws_only_stepped_frames) open_if(plan_result_code("steps") + " > 0");
    for (const std::string& text : drawing_lines_of_usage_example()) add(indentation + text + statement_end);
    add(fmt::format("{}present(){} {} with VSYNC {}", indentation, statement_end, syntax_.comment_mark,
                    properties_.wants_vsync ? "on" : "off"));
    if (properties_.draws_only_stepped_frames) close_block_if_needed();
    if (find_pace_function() != nullptr)
        std::ranges::for_each(base::split_at_each(filled_usage_pattern(patterns.wait_for_next_frame), "\n"), add);
    return lines;
}

std::string Printer::filled_usage_pattern(std::string_view pattern) const
{
    const std::string& name = properties_.options.name;
    const std::string pace  = pace_arguments_of_usage_example();
    return fmt::format(fmt::runtime(pattern), fmt::arg("name", name), fmt::arg("type", to_pascal_case(name)),
                       fmt::arg("plan", plan_arguments_of_usage_example()), fmt::arg("pace", pace),
                       fmt::arg("next_pace", pace.empty() ? pace : ", " + pace));
}

std::vector<std::string> Printer::drawing_lines_of_usage_example() const
{
    std::vector<std::string> lines;
    for (const Statement& statement :
         drawing_statements(properties_.presentation, plan_result_code("alpha"), plan_result_code("dt")))
        lines.push_back(assignment_or_call_code_without_end(statement));
    return lines;
}

std::string Printer::plan_arguments_of_usage_example() const
{
    return "now - last" +
           (program_.plan_reads_refresh_period() ? ", " + name_in_language(NameRole::local, "refresh_ns") : "");
}

std::string Printer::pace_arguments_of_usage_example() const
{
    const std::size_t pace_parameter_count =
        find_pace_function() == nullptr ? 0 : find_pace_function()->parameters.size();
    if (pace_parameter_count == 0) return "";
    return fmt::format("{}{}", pace_parameter_count == 2 ? "now, " : "", syntax_.usage.clock_expression);
}

const Declaration* Printer::find_plan_field(std::string_view name) const
{
    return base::find_row_by_name(program_.plan_fields, name, &Declaration::name);
}

std::string Printer::plan_field_comment_text(std::string_view field) const
{
    const Declaration* const declaration = find_plan_field(field);
    return declaration == nullptr ? "" : declaration->comment;
}

// Returns one or two sentences about the range of exact integers in a language without integers; empty for other
// languages and for code without state variables.
std::string Printer::integer_limits_comment_or_empty() const
{
    if (language_info_of(properties_.options.language).integer_bits == 64 || is_stateless()) return "";
    const auto longest = std::ranges::find(program_.constants, "longest", &Declaration::name);
    return fmt::format(
        "Integers are exact below 2^53: `now` must be an integer below 2^53 ns (104 days).\n{}",
        longest == program_.constants.end()
            ? ""
            : fmt::format(
                  "A frame time above {0} ns counts as {0} ns, so that sums of times stay below 2^53, and exact.\n",
                  expression_code(longest->value)));
}

} // namespace exporter
