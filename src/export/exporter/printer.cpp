#include "export/exporter/printer.hpp"

#include "export/exporter/line.hpp"
#include "export/exporter/recipe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace exporter
{

namespace
{

using EKind = Expression::Kind;
using SKind = Statement::Kind;

constexpr std::size_t widest = 110; // largest number of characters in a line of an exported file, with its comment

} // namespace

Printer::Printer(const Program& program, const HeaderData& header)
    : program_{program}
    , header_{header}
{
    for (const Declared& d : program.constants) roles_[d.name] = Role::constant;
    for (const Declared& d : program.state) roles_[d.name] = Role::state;
}

std::string Printer::name(const std::string& name) const
{
    const auto found = roles_.find(name);
    return spelled(found == roles_.end() ? Role::local : found->second, name);
}

// Returns the expression `e` in the printed programming language. `outer` is the precedence of the operator around `e`;
// an operator of lower precedence is put in parentheses.
std::string Printer::text(const Expression& e, int outer) const
{
    switch (e.kind)
    {
    case EKind::literal: return literal(e);
    case EKind::blank: // does not occur: a program has no placeholders
    case EKind::name: return name(e.text);
    case EKind::index: return element(name(e.text), e.parts[0]);
    case EKind::unary:
    {
        const std::string inner = operation(e.text) + text(e.parts[0], unary_level);
        return outer > unary_level ? fmt::format("({})", inner) : inner;
    }
    case EKind::binary:
    {
        const int level = level_of(e.text);
        // Puts `a && b` in parentheses inside of `||`. The parentheses are not necessary, but compilers warn if they
        // are missing.
        const auto part = [&](const Expression& p, int least)
        { return text(p, e.text == "||" && p.text == "&&" ? unary_level : least); };
        const std::string inner = part(e.parts[0], level) + " " + operation(e.text) + " " + part(e.parts[1], level + 1);
        return outer > level ? fmt::format("({})", inner) : inner;
    }
    case EKind::call: break;
    }

    if (e.text == "real") return cast(Type::real, e.parts[0], outer);
    if (e.text == "single") return cast(Type::single, e.parts[0], outer);
    if (e.text == "whole") return cast(Type::whole, e.parts[0], outer);
    std::vector<std::string> arguments;
    for (const Expression& part : e.parts) arguments.push_back(text(part));
    if (e.text == "min" || e.text == "max") return extreme(e.text, arguments.at(0), arguments.at(1));
    const Function* const helper = program_.find(e.text);
    // If the loop has no helper function of this name, the user's program must define the function.
    return helper == nullptr ? fmt::format("{}({})", e.text, fmt::join(arguments, ", "))
                             : call(*helper, std::move(arguments));
}

std::string Printer::call(const Function& f, std::vector<std::string> arguments) const
{
    return fmt::format("{}({})", spelled(Role::helper, f.name), fmt::join(arguments, ", "));
}

std::string Printer::element(const std::string& array, const Expression& index) const
{
    return fmt::format("{}[{}]", array, text(index));
}

std::string Printer::condition(const Expression& e) const
{
    return parenthesised_conditions() ? fmt::format("({})", text(e)) : text(e);
}

void Printer::branch(const Statement& s)
{
    line(fmt::format("if {} {{", condition(s.value)), s.comment);
    const Statement* at = &s;
    for (;; at = &at->otherwise.front())
    {
        indent();
        statements(at->body);
        outdent();
        const bool chained = at->otherwise.size() == 1 && at->otherwise.front().kind == SKind::branch;
        if (!chained) break;
        line(fmt::format("}} else if {} {{", condition(at->otherwise.front().value)));
    }
    if (!at->otherwise.empty())
    {
        line("} else {");
        indent();
        statements(at->otherwise);
        outdent();
    }
    line("}");
}

void Printer::loop(const Statement& s)
{
    line(fmt::format("while {} {{", condition(s.value)), s.comment);
    indent();
    statements(s.body);
    outdent();
    line("}");
}

void Printer::statement(const Statement& s)
{
    switch (s.kind)
    {
    case SKind::let: return line(declared(s.declared, false), s.comment);
    case SKind::var: return line(declared(s.declared, true), s.comment);
    case SKind::assign:
    case SKind::call: return line(fmt::format("{}{}", simple(s), end()), s.comment);
    case SKind::branch: return branch(s);
    case SKind::loop: return loop(s);
    case SKind::give: return give(s.fields);
    case SKind::yield:
        if (s.value.text.empty()) return line(fmt::format("return{}", end()));
        return line(fmt::format("return {}{}", text(s.value), end()), s.comment);
    default: return line();
    }
}

// Returns the code of an assignment or of a function call, without the semicolon.
std::string Printer::simple(const Statement& s) const
{
    if (s.kind == SKind::call) return text(s.value);
    return fmt::format("{} {} {}", text(s.target), s.op, text(s.value));
}

void Printer::statements(const std::vector<Statement>& all)
{
    for (const Statement& s : all) statement(s);
}

// Adds a line to the exported file. Several empty lines in a row become one; a block neither starts nor ends with an
// empty line.
void Printer::line(std::string_view text, std::string_view comment)
{
    const auto ends_with = [&](char c) { return !out_.empty() && out_.back().text.ends_with(c); };
    if (text.empty())
    {
        const bool wanted = !out_.empty() && !out_.back().text.empty() && !ends_with('{') && !ends_with(':');
        if (wanted) out_.emplace_back();
        return;
    }
    if (text.front() == '}')
        while (out_.back().text.empty()) out_.pop_back();
    std::string indented = std::string(depth_ * 4, ' ').append(text);
    if (!comment.empty() && indented.size() + comment.size() > widest)
    {
        comment_line(comment);
        comment = {};
    }
    out_.push_back({.text = std::move(indented), .comment = std::string{comment}});
}

// Returns the column at which the comments of adjacent lines begin, from line `first` on. Returns 0 if a line with its
// comment would then be too long.
std::size_t Printer::comment_column(std::size_t first) const
{
    std::size_t column = 0;
    for (std::size_t i = first; i < out_.size() && !out_[i].comment.empty(); ++i)
        column = std::max(column, out_[i].text.size());
    for (std::size_t i = first; i < out_.size() && !out_[i].comment.empty(); ++i)
        if (column + out_[i].comment.size() > widest) return 0;
    return column;
}

Code Printer::taken() const
{
    Code code{.usage = usage_};
    std::size_t column = 0;
    for (std::size_t i = 0; i < out_.size(); ++i)
    {
        const auto& [text, comment, is_comment] = out_[i];
        if (i == 0 || out_[i - 1].comment.empty()) column = comment_column(i);
        CodeLine& line                          = code.lines.emplace_back();
        (is_comment ? line.comment : line.code) = text;
        if (comment.empty()) continue;
        line.code.append(std::max(column, text.size()) - text.size() + 1, ' ');
        line.comment = fmt::format("{} {}", comment_mark(), comment);
    }
    return code;
}

void Printer::comment(std::string_view text)
{
    while (!text.empty())
    {
        const std::size_t end = std::min(text.find('\n'), text.size());
        comment_line(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

void Printer::comment_line(std::string_view text)
{
    const std::string indentation(depth_ * 4, ' ');
    out_.push_back({.text       = fmt::format("{}{}{}{}", indentation, comment_mark(), text.empty() ? "" : " ", text),
                    .is_comment = true});
}

void Printer::top(const Example& example)
{
    comment(fmt::format("{} -- the game loop {}\n\n{}", header_.order.name, header_.order.title, header_.about));
    comment("\nOnce a frame, with `now` from a monotonic clock that counts nanoseconds:\n\n");
    usage_ = usage_of(example);
    for (const std::string& text : usage_) comment(text.empty() ? "\n" : "    " + text);
}

namespace
{
bool blends(timestep::Presentation p)
{
    return p == timestep::Presentation::interpolate || p == timestep::Presentation::step_ahead;
}
} // namespace

std::vector<std::string> Printer::usage_of(const Example& example) const
{
    std::vector<std::string> lines;
    const auto add  = [&](std::string text) { lines.push_back(std::move(text)); };
    const auto does = [&](const std::string& text) { add("    " + text + example.end); };
    const auto shut = [&] { example.close.empty() ? void() : add(example.close); };

    add(example.start);
    add("");
    add(example.decide);
    add("last = now" + example.end);
    add(example.repeat);
    if (blends(header_.presentation)) does("previous = copy_of(current)");
    does(fmt::format("step(current, {})", example.dt));
    shut();
    if (has_field("tail"))
    {
        add(example.if_tail);
        does(fmt::format("step(current, {})", example.tail));
        shut();
    }
    const std::string present =
        fmt::format("present{} with VSYNC {}", "()" + example.end + " " + std::string{comment_mark()},
                    header_.vsync ? "on" : "off");
    const std::string margin = header_.draws_only_steps ? "    " : "";
    if (header_.draws_only_steps) add(example.if_stepped);
    for (const std::string& text : drawing(example)) add(margin + text + example.end);
    add(margin + present);
    if (header_.draws_only_steps) shut();
    if (pace() != nullptr) lines.insert(lines.end(), example.wait.begin(), example.wait.end());
    return lines;
}

std::vector<std::string> Printer::drawing(const Example& example) const
{
    std::vector<std::string> lines;
    for (const Statement& s : drawing_of(header_.presentation, example.alpha, example.dt)) lines.push_back(simple(s));
    return lines;
}

bool Printer::uses(std::string_view function) const
{
    const auto is = [&](const Expression& e) { return e.kind == EKind::call && e.text == function; };
    return has_any(program_.plan, is) || std::any_of(program_.helpers.begin(), program_.helpers.end(),
                                                     [&](const Function& f) { return has_any(f.body, is); });
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

Function Printer::plan() const
{
    Function f{.name       = "plan",
               .parameters = {{.name = "frame_ns"}},
               .uses_state = true,
               .comment    = "Decides the steps of a frame from its measured time in nanoseconds.",
               .body       = program_.plan};
    if (!program_.asks_refresh()) return f;
    f.parameters.push_back({.name = "refresh_ns"});
    f.comment += " The refresh period of the display is in nanoseconds, 0 if it is unknown.";
    return f;
}

bool Printer::has_field(std::string_view name) const
{
    return std::any_of(program_.fields.begin(), program_.fields.end(),
                       [&](const Declared& d) { return d.name == name; });
}

std::string grouped(std::string_view digits, char separator)
{
    std::string text{digits};
    for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, 1, separator);
    return text;
}

std::string upper(std::string_view name)
{
    std::string text{name};
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

std::string pascal(std::string_view name)
{
    std::string text;
    bool starts = true;
    for (const char c : name)
    {
        if (c != '_') text += starts ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
        starts = c == '_';
    }
    return text;
}

std::string camel(std::string_view name)
{
    std::string text = pascal(name);
    text.front()     = static_cast<char>(std::tolower(static_cast<unsigned char>(text.front())));
    return text;
}

} // namespace exporter
