// Writes the usage example at the top of an exported file.
#include "base/message.hpp"
#include "base/text.hpp"
#include "export/exporter/code_template.hpp"
#include "export/exporter/printer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace exporter
{

std::vector<std::string> Printer::usage_example_lines() const
{
    const UsageExamplePatterns& patterns = syntax_.usage;
    const std::string statement_end{syntax_.statement_end};
    std::vector<std::string> lines;
    const auto add_line = [&](std::string_view text) { lines.emplace_back(text); };
    const auto add_indented_statement = [&](const std::string& text) { add_line("    " + text + statement_end); };
    const auto open_if = [&](const std::string& condition)
    { add_line(fmt::format(fmt::runtime(syntax_.if_head), condition)); };
    const auto close_block = [&]
    {
        if (!syntax_.block_end.empty()) add_line(syntax_.block_end);
    };

    const auto add_lines = [&](const std::string& text) { std::ranges::for_each(base::split(text, "\n"), add_line); };
    const std::string_view clock = patterns.read_clock.empty() ? patterns.clock_expression : patterns.read_clock;

    add_lines(filled_usage_pattern(patterns.create_loop));
    add_line(fmt::format("{} {} once, just before the first frame, and again at the end of a pause",
                         declaration_code(syntax_.local_variable_declaration, NameRole::local, {.name = "last"}, clock),
                         syntax_.comment_mark));
    add_line("");
    if (!patterns.read_clock.empty())
        add_line(declaration_code(syntax_.local_constant_declaration, NameRole::local, {.name = "now"}, clock));
    add_line(filled_usage_pattern(patterns.call_plan));
    add_line("last = now" + statement_end);
    add_line(syntax_.steps_loop_head);
    if (blends_two_states(properties_.presentation)) add_indented_statement("previous = copy_of(current)");
    add_indented_statement(fmt::format("step(current, {})", plan_result_code("dt_seconds")));
    close_block();
    if (program_.find_plan_field("tail_seconds") != nullptr)
    {
        open_if(plan_result_code("tail_seconds") + " > 0.0");
        add_indented_statement(fmt::format("step(current, {})", plan_result_code("tail_seconds")));
        close_block();
    }
    const std::string indentation = properties_.draws_only_stepped_frames ? "    " : "";
    if (properties_.draws_only_stepped_frames) open_if(plan_result_code("steps") + " > 0");
    for (const Statement& statement :
         drawing_statements(properties_.presentation, plan_result_code("alpha"), plan_result_code("dt_seconds")))
        add_line(indentation + statement_code(statement) + statement_end);
    add_line(fmt::format("{}present(){} {} with VSYNC {}", indentation, statement_end, syntax_.comment_mark,
                         properties_.wants_vsync ? "on" : "off"));
    if (properties_.draws_only_stepped_frames) close_block();
    if (program_.find_function("pace") != nullptr) add_lines(filled_usage_pattern(patterns.wait_for_next_frame));
    return lines;
}

std::string Printer::filled_usage_pattern(std::string_view pattern) const
{
    const std::string& name = properties_.options.name;
    const std::string expected_file = name + std::string{language_info_of(properties_.options.language).extension};
    const std::string file =
        properties_.options.file_name.empty() ? expected_file : base::sanitized(properties_.options.file_name);
    const std::string path_attribute = file == expected_file ? "" : fmt::format("#[path = \"{}\"] ", file);
    const std::string plan_arguments = program_.plan_reads_refresh_period()
                                           ? "now - last, " + name_in_language(NameRole::local, "refresh_ns")
                                           : "now - last";
    const Function* const pace = program_.find_function("pace");
    std::string pace_arguments;
    if (pace != nullptr && !pace->parameters.empty())
        pace_arguments =
            fmt::format("{}{}", pace->parameters.size() == 2 ? "now, " : "", syntax_.usage.clock_expression);
    return fmt::format(fmt::runtime(pattern), fmt::arg("name", name), fmt::arg("type", to_pascal_case(name)),
                       fmt::arg("file", file), fmt::arg("module", file.substr(0, file.rfind('.'))),
                       fmt::arg("path", path_attribute), fmt::arg("plan", plan_arguments),
                       fmt::arg("pace", pace_arguments),
                       fmt::arg("next_pace", pace_arguments.empty() ? pace_arguments : ", " + pace_arguments));
}

} // namespace exporter
