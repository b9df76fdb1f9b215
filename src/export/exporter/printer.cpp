#include "export/exporter/printer.hpp"

#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace exporter
{

namespace
{

using EKind = Expression::Kind;
using SKind = Statement::Kind;

constexpr std::size_t max_exported_line_length = 110; // largest line length of an exported file, with comments

} // namespace

Printer::Printer(const Program& program, const FileHeader& header, const Spelling& spelling)
    : program_{program}
    , header_{header}
    , spelling_{spelling}
{
    for (const Declaration& d : program.constants) roles_[d.name] = Role::constant;
    for (const Declaration& d : program.state) roles_[d.name] = Role::state;
}

Code Printer::generate()
{
    print_header_comment();
    print_file();
    return code_printed_so_far();
}

std::string Printer::spelled_name(Role role, const std::string& name) const
{
    return role == Role::constant ? to_upper_case(name) : name;
}

std::string Printer::name_code(const std::string& name) const
{
    const auto found = roles_.find(name);
    const Role role  = found == roles_.end() ? Role::local : found->second;
    std::string prefix;
    if (role == Role::constant) prefix = spelling_.constant_prefix;
    if (role == Role::state) prefix = spelling_.state_prefix;
    return prefix + spelled_name(role, name);
}

std::string Printer::declaration_code(std::string_view pattern, Role role, const Declaration& d,
                                      std::string_view value) const
{
    return fmt::format(fmt::runtime(pattern), fmt::arg("type", type_name(d.type)),
                       fmt::arg("name", spelled_name(role, d.name)), fmt::arg("value", value),
                       fmt::arg("size", d.size));
}

// Returns the parameters of `f`. `self` is the first of them if `f` uses state variables and `self` is not empty.
std::string Printer::parameter_list(const Function& f, std::string_view self) const
{
    std::vector<std::string> parameters;
    if (f.uses_state && !self.empty()) parameters.emplace_back(self);
    for (const Declaration& p : f.parameters)
        parameters.push_back(declaration_code(spelling_.parameter, Role::local, p));
    return fmt::format("{}", fmt::join(parameters, ", "));
}

std::string Printer::operand_code(const Expression& e) const { return expression_code(e, unary_precedence + 1); }

std::string Printer::literal_code(const Expression& e) const
{
    std::string code = e.text;
    if (e.type != Type::whole || spelling_.thousands.empty()) return code;
    for (std::size_t digit_position = code.size(); digit_position > 3; digit_position -= 3)
        code.insert(digit_position - 3, spelling_.thousands);
    return code;
}

std::string Printer::operator_code(const std::string& op) const
{
    if (op == "&&") return std::string{spelling_.and_};
    if (op == "||") return std::string{spelling_.or_};
    if (op == "==") return std::string{spelling_.equal};
    if (op == "!=") return std::string{spelling_.unequal};
    if (op == "//") return "/";
    return op == "!" ? std::string{spelling_.not_} : op;
}

std::string Printer::cast_code(Type to, const Expression& converted, int outer_precedence) const
{
    if (!spelling_.to_whole.empty() && to == Type::real) return expression_code(converted, outer_precedence);
    if (!spelling_.to_whole.empty())
        return fmt::format("{}({})", to == Type::single ? spelling_.to_single : spelling_.to_whole,
                           expression_code(converted));
    return fmt::format("({}){}", type_name(to), operand_code(converted));
}

std::string Printer::value_code(const Declaration& d) const
{
    return d.type == Type::single && spelling_.to_whole.empty() ? cast_code(Type::single, d.value, 0)
                                                                : expression_code(d.value);
}

// Returns the code of `e`: in parentheses if its operator has a lower precedence than the operator around it.
std::string Printer::expression_code(const Expression& e, int outer_precedence) const
{
    switch (e.kind)
    {
    case EKind::literal: return literal_code(e);
    case EKind::placeholder: // not in a program
    case EKind::name: return name_code(e.text);
    case EKind::index: return element_code(name_code(e.text), e.parts[0]);
    case EKind::unary:
    {
        const std::string code = operator_code(e.text) + expression_code(e.parts[0], unary_precedence);
        return outer_precedence > unary_precedence ? fmt::format("({})", code) : code;
    }
    case EKind::binary: return binary_code(e, outer_precedence);
    case EKind::call: break;
    }

    if (e.text == "real") return cast_code(Type::real, e.parts[0], outer_precedence);
    if (e.text == "single") return cast_code(Type::single, e.parts[0], outer_precedence);
    if (e.text == "whole") return cast_code(Type::whole, e.parts[0], outer_precedence);
    std::vector<std::string> arguments;
    for (const Expression& argument : e.parts) arguments.push_back(expression_code(argument));
    if (e.text == "min" || e.text == "max")
        return fmt::format(fmt::runtime(spelling_.min_or_max), fmt::arg("name", spelled_name(Role::helper, e.text)),
                           fmt::arg("a", arguments.at(0)), fmt::arg("b", arguments.at(1)));
    const Function* const helper = program_.find(e.text);
    // If the exported file does not define the called function, the user's program must define it.
    return helper == nullptr ? fmt::format("{}({})", e.text, fmt::join(arguments, ", "))
                             : call_code(*helper, std::move(arguments));
}

std::string Printer::binary_code(const Expression& e, int outer_precedence) const
{
    if (e.text == "%" && !spelling_.remainder.empty())
        return fmt::format("{}({}, {})", spelling_.remainder, expression_code(e.parts[0]), expression_code(e.parts[1]));
    const bool rounds    = e.text == "//" && !spelling_.to_whole.empty();
    const int precedence = precedence_of(e.text);
    // Puts `a && b` inside of `||` in parentheses, because compilers warn about missing parentheses there.
    const auto operand_code_in = [&](const Expression& p, int min_precedence)
    { return expression_code(p, e.text == "||" && p.text == "&&" ? unary_precedence : min_precedence); };
    const std::string code = operand_code_in(e.parts[0], precedence) + " " + operator_code(e.text) + " " +
                             operand_code_in(e.parts[1], precedence + 1);
    if (rounds) return fmt::format("{}({})", spelling_.to_whole, code);
    return outer_precedence > precedence ? fmt::format("({})", code) : code;
}

std::string Printer::call_code(const Function& f, std::vector<std::string> arguments) const
{
    if (f.uses_state && !spelling_.receiver.empty()) arguments.emplace(arguments.begin(), spelling_.receiver);
    return fmt::format("{}{}({})", call_prefix(f), spelled_name(Role::helper, f.name), fmt::join(arguments, ", "));
}

std::string Printer::element_code(const std::string& array, const Expression& index) const
{
    return fmt::format("{}[{}]", array, expression_code(index));
}

std::string Printer::condition_line(std::string_view pattern, const Expression& e) const
{
    return fmt::format(fmt::runtime(pattern), expression_code(e));
}

void Printer::print_constants(std::string_view pattern)
{
    for (const Declaration& d : program_.constants)
        print_line(declaration_code(pattern, Role::constant, d, value_code(d)), d.comment);
    print_line();
}

void Printer::print_records(std::string_view head, std::string_view field, std::string_view end,
                            std::string_view attribute)
{
    for (const Record& record : records())
    {
        const auto filled = [&](std::string_view pattern)
        {
            return fmt::format(fmt::runtime(pattern), fmt::arg("record", record_type(record.name)),
                               fmt::arg("name", to_pascal_case(record.name)));
        };
        if (!attribute.empty()) print_line(attribute);
        open_block(filled(head));
        for (const Declaration& d : record.fields)
            print_line(declaration_code(field, Role::field, d, d.type == Type::truth ? " = false" : "{}"), d.comment);
        close_block(filled(end));
        print_line();
    }
}

void Printer::print_state(std::string_view pattern, std::string_view array_pattern)
{
    for (const Declaration& d : program_.state)
        print_line(declaration_code(d.size > 0 ? array_pattern : pattern, Role::state, d, initial_value_code(d)),
                   d.comment);
}

void Printer::print_constructor_filling_arrays(std::string_view head, std::string_view array_pattern, bool fills_zeros)
{
    const auto is_filled = [&](const Declaration& d) { return d.size > 0 && (fills_zeros || !starts_with_zeros(d)); };
    if (std::ranges::none_of(program_.state, is_filled)) return;
    open_block(head);
    for (const Declaration& d : program_.state)
    {
        const std::string statements = declaration_code(array_pattern, Role::state, d, element_value_code(d));
        if (is_filled(d))
            for (const std::string_view line : base::split(statements, "\n")) print_line(line);
    }
    close_block();
    print_line();
}

void Printer::print_function(const Function& f)
{
    print_wrapped_comment(f.comment);
    record_ = f.record;
    open_block(function_head(f));
    print_body_prefix(f);
    print_statements(f.body);
    close_block();
    print_line();
}

void Printer::print_public_functions()
{
    if (has_loop()) print_function(plan_function());
    print_functions_where(&Function::is_public, true);
}

void Printer::print_private_functions() { print_functions_where(&Function::is_public, false); }

void Printer::print_all_methods()
{
    if (has_loop()) print_function(plan_function());
    print_functions_where(&Function::uses_state, true);
}

void Printer::print_free_functions() { print_functions_where(&Function::uses_state, false); }

void Printer::print_functions_where(bool Function::*property, bool value)
{
    for (const Function& f : program_.helpers)
        if (f.*property == value) print_function(f);
}

// Prints a block without the line that closes it, because an `else` may follow.
void Printer::print_body(std::string_view head, const std::vector<Statement>& statements, std::string_view comment)
{
    open_block(head, comment);
    print_statements(statements);
    close_block({});
}

void Printer::print_branch(const Statement& s)
{
    print_body(condition_line(spelling_.if_, s.value), s.body, s.comment);
    const std::vector<Statement>* otherwise = &s.otherwise;
    while (otherwise->size() == 1 && otherwise->front().kind == SKind::branch)
    {
        print_body(condition_line(spelling_.else_if, otherwise->front().value), otherwise->front().body);
        otherwise = &otherwise->front().otherwise;
    }
    if (!otherwise->empty()) print_body(spelling_.else_, *otherwise);
    if (!spelling_.end.empty()) print_line(spelling_.end);
}

void Printer::print_loop(const Statement& s)
{
    open_block(condition_line(spelling_.while_, s.value), s.comment);
    print_statements(s.body);
    close_block();
}

void Printer::print_return_of_record(const std::string& record, const std::vector<Declaration>& fields)
{
    print_line();
    if (!spelling_.result_field.empty())
    {
        open_block("return {");
        for (const Declaration& d : fields)
            print_line(declaration_code(spelling_.result_field, Role::field, d, expression_code(d.value)),
                       record_type(record).empty() ? field_comment(d.name) : "");
        return close_block(fmt::format("}}{}", spelling_.semicolon));
    }
    print_line(fmt::format("{} {};", record_type(record), record));
    for (const Declaration& d : fields)
        print_line(fmt::format("{}.{} = {};", record, spelled_name(Role::field, d.name), expression_code(d.value)));
    print_line(fmt::format("return {};", record));
}

void Printer::print_statement(const Statement& s)
{
    const std::string_view end = spelling_.semicolon;
    const Declaration& d       = s.declaration;
    switch (s.kind)
    {
    case SKind::let:
        return print_line(declaration_code(spelling_.let, Role::local, d, expression_code(d.value)), s.comment);
    case SKind::var:
        return print_line(declaration_code(spelling_.var, Role::local, d, expression_code(d.value)), s.comment);
    case SKind::assign:
    case SKind::call: return print_line(fmt::format("{}{}", simple_statement_code(s), end), s.comment);
    case SKind::branch: return print_branch(s);
    case SKind::loop: return print_loop(s);
    case SKind::give: return print_return_of_record(record_, s.fields);
    case SKind::yield:
        if (s.value.text.empty()) return print_line(fmt::format("return{}", end));
        return print_line(fmt::format("return {}{}", expression_code(s.value), end), s.comment);
    default: return print_line();
    }
}

// The code of an assignment or a function call, without the semicolon.
std::string Printer::simple_statement_code(const Statement& s) const
{
    if (s.kind == SKind::call) return expression_code(s.value);
    if (!spelling_.has_compound_assignment && s.op != "=")
        return fmt::format("{0} = {0} {1} {2}", expression_code(s.target), s.op.substr(0, 1),
                           expression_code(s.value, precedence_of("+") + 1));
    return fmt::format("{} {} {}", expression_code(s.target), s.op, expression_code(s.value));
}

void Printer::print_statements(const std::vector<Statement>& statements)
{
    for (const Statement& s : statements) print_statement(s);
}

// Prints a line. Prints no empty line after another one, or at the start or end of a block.
void Printer::print_line(std::string_view text, std::string_view comment)
{
    const auto ends_with = [&](char c) { return !output_lines_.empty() && output_lines_.back().text.ends_with(c); };
    if (text.empty())
    {
        const bool is_needed = !output_lines_.empty() && !output_lines_.back().text.empty() &&
                               !output_lines_.back().opens_block && !ends_with('{') && !ends_with(':');
        if (is_needed) output_lines_.emplace_back();
        return;
    }
    if (text.front() == '}')
        while (output_lines_.back().text.empty()) output_lines_.pop_back();
    std::string indented = std::string(block_depth_ * 4, ' ').append(text);
    if (!comment.empty() && indented.size() + comment.size() > max_exported_line_length)
    {
        print_comment_line(comment);
        comment = {};
    }
    output_lines_.push_back({.text = std::move(indented), .comment = std::string{comment}});
}

void Printer::print_lines(std::initializer_list<std::string_view> lines)
{
    for (const std::string_view line : lines) print_line(line);
}

void Printer::print_helper(std::string_view comment, std::string_view head,
                           std::initializer_list<std::string_view> lines)
{
    print_wrapped_comment(comment);
    open_block(head);
    print_lines(lines);
    close_block();
    print_line();
}

void Printer::open_block(std::string_view text, std::string_view comment)
{
    print_line(text, comment);
    output_lines_.back().opens_block = true;
    ++block_depth_;
}

void Printer::close_block(std::string_view text)
{
    --block_depth_;
    if (!text.empty()) print_line(text);
}

// Returns the column for the comments on adjacent lines from `first_line` on; 0 if a line would become too long.
std::size_t Printer::comment_column(std::size_t first_line) const
{
    std::size_t column = 0;
    for (std::size_t i = first_line; i < output_lines_.size() && !output_lines_[i].comment.empty(); ++i)
        column = std::max(column, output_lines_[i].text.size());
    for (std::size_t i = first_line; i < output_lines_.size() && !output_lines_[i].comment.empty(); ++i)
        if (column + output_lines_[i].comment.size() > max_exported_line_length) return 0;
    return column;
}

Code Printer::code_printed_so_far() const
{
    Code code{.usage = usage_lines_};
    std::size_t column = 0;
    for (std::size_t i = 0; i < output_lines_.size(); ++i)
    {
        const auto& [text, comment, is_comment, opens_block] = output_lines_[i];
        if (i == 0 || output_lines_[i - 1].comment.empty()) column = comment_column(i);
        CodeLine& line                          = code.lines.emplace_back();
        (is_comment ? line.comment : line.code) = text;
        if (comment.empty()) continue;
        line.code.append(std::max(column, text.size()) - text.size() + 1, ' ');
        line.comment = fmt::format("{} {}", spelling_.comment, comment);
    }
    return code;
}

void Printer::print_comment_lines(std::string_view text)
{
    for (const std::string_view line : base::split(text, "\n")) print_comment_line(line);
}

void Printer::print_wrapped_comment(std::string_view text)
{
    const std::size_t width = max_exported_line_length - block_depth_ * 4 - spelling_.comment.size() - 1;
    while (text.size() > width)
    {
        const std::size_t space = text.rfind(' ', width);
        if (space == text.npos) break;
        print_comment_line(text.substr(0, space));
        text.remove_prefix(space + 1);
    }
    if (!text.empty()) print_comment_line(text);
}

void Printer::print_comment_line(std::string_view text)
{
    const std::string indentation(block_depth_ * 4, ' ');
    output_lines_.push_back(
        {.text       = fmt::format("{}{}{}{}", indentation, spelling_.comment, text.empty() ? "" : " ", text),
         .is_comment = true});
}

bool Printer::calls_function(std::string_view function) const
{
    return has_any(program_, [&](const Expression& e) { return e.kind == EKind::call && e.text == function; });
}

bool Printer::program_uses_operator(std::string_view op) const
{
    return has_any(program_, [&](const Expression& e) { return e.kind == EKind::binary && e.text == op; });
}

bool Printer::uses_state(const Function& f) const
{
    return has_any(f.body,
                   [&](const Expression& e)
                   {
                       const Function* const called = program_.find(e.text);
                       const auto role              = roles_.find(e.text);
                       return (called != nullptr && called->uses_state) ||
                              (role != roles_.end() && role->second == Role::state);
                   });
}

std::vector<Record> Printer::records() const
{
    std::vector<Record> records = program_.records;
    if (has_loop()) records.push_back({"plan", program_.fields});
    return records;
}

bool Printer::is_public(const std::string& function) const
{
    const Function* const f = program_.find(function);
    return f != nullptr && f->is_public;
}

Function Printer::plan_function() const
{
    Function f{.name       = "plan",
               .parameters = {{.name = "frame_ns"}},
               .record     = "plan",
               .uses_state = true,
               .is_public  = true,
               .comment =
                   "Computes the number and the length of the steps of a frame from the frame time in nanoseconds.",
               .body = program_.plan};
    if (!program_.reads_refresh_period()) return f;
    f.parameters.push_back({.name = "refresh_ns"});
    f.comment += " The refresh period of the display is in nanoseconds, 0 if it is unknown.";
    return f;
}

std::string to_upper_case(std::string_view name)
{
    std::string text{name};
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

std::string to_pascal_case(std::string_view name)
{
    std::string text;
    bool is_word_start = true;
    for (const char c : name)
    {
        if (c != '_') text += is_word_start ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
        is_word_start = c == '_';
    }
    return text;
}

std::string to_camel_case(std::string_view name)
{
    std::string text = to_pascal_case(name);
    text.front()     = static_cast<char>(std::tolower(static_cast<unsigned char>(text.front())));
    return text;
}

} // namespace exporter
