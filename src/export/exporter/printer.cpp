#include "export/exporter/printer.hpp"

#include "base/text.hpp"
#include "export/exporter/line.hpp"

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

Printer::Printer(const Program& program, const HeaderData& header, const Spelling& spelling)
    : program_{program}
    , header_{header}
    , spelling_{spelling}
{
    for (const Declared& d : program.constants) roles_[d.name] = Role::constant;
    for (const Declared& d : program.state) roles_[d.name] = Role::state;
}

std::string Printer::name(const std::string& name) const
{
    const auto found             = roles_.find(name);
    const Role role              = found == roles_.end() ? Role::local : found->second;
    const std::string_view owner = role == Role::constant ? spelling_.constants_of
                                   : role == Role::state  ? spelling_.state_of
                                                          : std::string_view{};
    return std::string{owner} + spelled(role, name);
}

std::string Printer::declared(std::string_view pattern, Role role, const Declared& d, std::string_view value) const
{
    return fmt::format(fmt::runtime(pattern), fmt::arg("type", type(d.type)), fmt::arg("name", spelled(role, d.name)),
                       fmt::arg("value", value));
}

// `self` is the first parameter of a function that uses the loop's state.
std::string Printer::parameters(const Function& f, std::string_view self) const
{
    std::vector<std::string> all;
    if (f.uses_state && !self.empty()) all.emplace_back(self);
    for (const Declared& p : f.parameters) all.push_back(declared(spelling_.parameter, Role::local, p));
    return fmt::format("{}", fmt::join(all, ", "));
}

std::string Printer::operand(const Expression& e) const { return text(e, unary_level + 1); }

std::string Printer::literal(const Expression& e) const
{
    std::string code = e.text;
    if (e.type != Type::whole || spelling_.thousands.empty()) return code;
    for (std::size_t at = code.size(); at > 3; at -= 3) code.insert(at - 3, spelling_.thousands);
    return code;
}

std::string Printer::operation(const std::string& op) const
{
    if (op == "&&") return std::string{spelling_.and_};
    if (op == "||") return std::string{spelling_.or_};
    return op == "!" ? std::string{spelling_.not_} : op;
}

std::string Printer::cast(Type to, const Expression& of, int) const
{
    return fmt::format("({}){}", type(to), operand(of));
}

std::string Printer::value(const Declared& d) const
{
    return d.type == Type::single ? cast(Type::single, d.value, 0) : text(d.value);
}

// The expression `e` in the printed programming language. `outer` is the precedence of the operator around `e`; an
// operator of lower precedence is put in parentheses.
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
        // Puts `a && b` in parentheses inside of `||`: compilers warn if they are missing.
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

std::string Printer::condition(std::string_view pattern, const Expression& e) const
{
    return fmt::format(fmt::runtime(pattern), text(e));
}

void Printer::constants(std::string_view pattern)
{
    for (const Declared& d : program_.constants) line(declared(pattern, Role::constant, d, value(d)), d.comment);
}

void Printer::fields(std::string_view pattern)
{
    for (const Declared& d : program_.fields) line(declared(pattern, Role::field, d), d.comment);
}

void Printer::function(const Function& f)
{
    comment(f.comment);
    open(head(f));
    begin_body(f);
    statements(f.body);
    close();
    line();
}

void Printer::public_functions()
{
    function(plan());
    if (pace() != nullptr) function(*pace());
}

void Printer::private_functions()
{
    for (const Function& f : program_.helpers)
        if (f.name != "pace") function(f);
}

// Writes the first line of a block and the statements in it, but not its end: an `else` may follow.
void Printer::body(std::string_view head, const std::vector<Statement>& all, std::string_view comment)
{
    open(head, comment);
    statements(all);
    close({});
}

void Printer::branch(const Statement& s)
{
    body(condition(spelling_.if_, s.value), s.body, s.comment);
    const std::vector<Statement>* rest = &s.otherwise;
    while (rest->size() == 1 && rest->front().kind == SKind::branch)
    {
        body(condition(spelling_.else_if, rest->front().value), rest->front().body);
        rest = &rest->front().otherwise;
    }
    if (!rest->empty()) body(spelling_.else_, *rest);
    if (!spelling_.end.empty()) line(spelling_.end);
}

void Printer::loop(const Statement& s)
{
    open(condition(spelling_.while_, s.value), s.comment);
    statements(s.body);
    close();
}

void Printer::give(const std::vector<Declared>& fields)
{
    line();
    line(fmt::format("{} plan;", plan_type()));
    for (const Declared& d : fields) line(fmt::format("plan.{} = {};", spelled(Role::field, d.name), text(d.value)));
    line("return plan;");
}

void Printer::statement(const Statement& s)
{
    const std::string_view end = spelling_.semicolon;
    const Declared& d          = s.declared;
    switch (s.kind)
    {
    case SKind::let: return line(declared(spelling_.let, Role::local, d, text(d.value)), s.comment);
    case SKind::var: return line(declared(spelling_.var, Role::local, d, text(d.value)), s.comment);
    case SKind::assign:
    case SKind::call: return line(fmt::format("{}{}", simple(s), end), s.comment);
    case SKind::branch: return branch(s);
    case SKind::loop: return loop(s);
    case SKind::give: return give(s.fields);
    case SKind::yield:
        if (s.value.text.empty()) return line(fmt::format("return{}", end));
        return line(fmt::format("return {}{}", text(s.value), end), s.comment);
    default: return line();
    }
}

// The code of an assignment or of a function call, without the semicolon.
std::string Printer::simple(const Statement& s) const
{
    if (s.kind == SKind::call) return text(s.value);
    return fmt::format("{} {} {}", text(s.target), s.op, text(s.value));
}

void Printer::statements(const std::vector<Statement>& all)
{
    for (const Statement& s : all) statement(s);
}

// Adds a line. Several empty lines become one; a block neither starts nor ends with an empty line.
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

void Printer::open(std::string_view text, std::string_view comment)
{
    line(text, comment);
    ++depth_;
}

void Printer::close(std::string_view text)
{
    --depth_;
    if (!text.empty()) line(text);
}

// The column at which the comments of adjacent lines begin, from line `first` on. Returns 0 if a line with its comment
// would then be too long.
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
        line.comment = fmt::format("{} {}", spelling_.comment, comment);
    }
    return code;
}

void Printer::comment(std::string_view text)
{
    for (const std::string_view each : base::split(text, "\n")) comment_line(each);
}

void Printer::comment_line(std::string_view text)
{
    const std::string indentation(depth_ * 4, ' ');
    out_.push_back({.text = fmt::format("{}{}{}{}", indentation, spelling_.comment, text.empty() ? "" : " ", text),
                    .is_comment = true});
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
