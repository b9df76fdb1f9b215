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
    const auto found = roles_.find(name);
    const Role role  = found == roles_.end() ? Role::local : found->second;
    std::string owner;
    if (role == Role::constant) owner = spelling_.constants_of;
    if (role == Role::state) owner = spelling_.state_of;
    return owner + spelled(role, name);
}

std::string Printer::declaration(std::string_view pattern, Role role, const Declared& d, std::string_view value) const
{
    return fmt::format(fmt::runtime(pattern), fmt::arg("type", type(d.type)), fmt::arg("name", spelled(role, d.name)),
                       fmt::arg("value", value), fmt::arg("size", d.size));
}

// `self` is the first parameter of a function that uses the loop's state.
std::string Printer::parameters(const Function& f, std::string_view self) const
{
    std::vector<std::string> all;
    if (f.uses_state && !self.empty()) all.emplace_back(self);
    for (const Declared& p : f.parameters) all.push_back(declaration(spelling_.parameter, Role::local, p));
    return fmt::format("{}", fmt::join(all, ", "));
}

std::string Printer::operand(const Expression& e) const { return text(e, unary_precedence + 1); }

std::string Printer::literal_code(const Expression& e) const
{
    std::string code = e.text;
    if (e.type != Type::whole || spelling_.thousands.empty()) return code;
    for (std::size_t at = code.size(); at > 3; at -= 3) code.insert(at - 3, spelling_.thousands);
    return code;
}

std::string Printer::operator_code(const std::string& op) const
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
    case EKind::literal: return literal_code(e);
    case EKind::placeholder: // does not occur: a program has no placeholders
    case EKind::name: return name(e.text);
    case EKind::index: return element(name(e.text), e.parts[0]);
    case EKind::unary:
    {
        const std::string inner = operator_code(e.text) + text(e.parts[0], unary_precedence);
        return outer > unary_precedence ? fmt::format("({})", inner) : inner;
    }
    case EKind::binary:
    {
        const int level = precedence_of(e.text);
        // Puts `a && b` in parentheses inside of `||`: compilers warn if they are missing.
        const auto part = [&](const Expression& p, int least)
        { return text(p, e.text == "||" && p.text == "&&" ? unary_precedence : least); };
        const std::string inner =
            part(e.parts[0], level) + " " + operator_code(e.text) + " " + part(e.parts[1], level + 1);
        return outer > level ? fmt::format("({})", inner) : inner;
    }
    case EKind::call: break;
    }

    if (e.text == "real") return cast(Type::real, e.parts[0], outer);
    if (e.text == "single") return cast(Type::single, e.parts[0], outer);
    if (e.text == "whole") return cast(Type::whole, e.parts[0], outer);
    std::vector<std::string> arguments;
    for (const Expression& part : e.parts) arguments.push_back(text(part));
    if (e.text == "min" || e.text == "max") return min_or_max_call(e.text, arguments.at(0), arguments.at(1));
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

void Printer::print_constants(std::string_view pattern)
{
    for (const Declared& d : program_.constants)
        print_line(declaration(pattern, Role::constant, d, value(d)), d.comment);
}

void Printer::print_fields(std::string_view pattern)
{
    for (const Declared& d : program_.fields) print_line(declaration(pattern, Role::field, d), d.comment);
}

void Printer::print_state(std::string_view pattern, std::string_view array_pattern)
{
    for (const Declared& d : program_.state)
        print_line(declaration(d.size > 0 ? array_pattern : pattern, Role::state, d, initial_state(d)), d.comment);
}

void Printer::print_function(const Function& f)
{
    print_comment(f.comment);
    open_block(function_head(f));
    print_body_prefix(f);
    print_statements(f.body);
    close_block();
    print_line();
}

void Printer::print_public_functions()
{
    print_function(plan());
    if (pace() != nullptr) print_function(*pace());
}

void Printer::print_private_functions()
{
    for (const Function& f : program_.helpers)
        if (f.name != "pace") print_function(f);
}

// Writes the first line of a block and the statements in it, but not its end: an `else` may follow.
void Printer::print_body(std::string_view head, const std::vector<Statement>& all, std::string_view comment)
{
    open_block(head, comment);
    print_statements(all);
    close_block({});
}

void Printer::print_branch(const Statement& s)
{
    print_body(condition(spelling_.if_, s.value), s.body, s.comment);
    const std::vector<Statement>* rest = &s.otherwise;
    while (rest->size() == 1 && rest->front().kind == SKind::branch)
    {
        print_body(condition(spelling_.else_if, rest->front().value), rest->front().body);
        rest = &rest->front().otherwise;
    }
    if (!rest->empty()) print_body(spelling_.else_, *rest);
    if (!spelling_.end.empty()) print_line(spelling_.end);
}

void Printer::print_loop(const Statement& s)
{
    open_block(condition(spelling_.while_, s.value), s.comment);
    print_statements(s.body);
    close_block();
}

void Printer::print_result(const std::vector<Declared>& fields)
{
    print_line();
    print_line(fmt::format("{} plan;", plan_type()));
    for (const Declared& d : fields)
        print_line(fmt::format("plan.{} = {};", spelled(Role::field, d.name), text(d.value)));
    print_line("return plan;");
}

void Printer::print_statement(const Statement& s)
{
    const std::string_view end = spelling_.semicolon;
    const Declared& d          = s.declared;
    switch (s.kind)
    {
    case SKind::let: return print_line(declaration(spelling_.let, Role::local, d, text(d.value)), s.comment);
    case SKind::var: return print_line(declaration(spelling_.var, Role::local, d, text(d.value)), s.comment);
    case SKind::assign:
    case SKind::call: return print_line(fmt::format("{}{}", simple_statement(s), end), s.comment);
    case SKind::branch: return print_branch(s);
    case SKind::loop: return print_loop(s);
    case SKind::give: return print_result(s.fields);
    case SKind::yield:
        if (s.value.text.empty()) return print_line(fmt::format("return{}", end));
        return print_line(fmt::format("return {}{}", text(s.value), end), s.comment);
    default: return print_line();
    }
}

// The code of an assignment or of a function call, without the semicolon.
std::string Printer::simple_statement(const Statement& s) const
{
    if (s.kind == SKind::call) return text(s.value);
    return fmt::format("{} {} {}", text(s.target), s.op, text(s.value));
}

void Printer::print_statements(const std::vector<Statement>& all)
{
    for (const Statement& s : all) print_statement(s);
}

// Adds a line. Several empty lines become one; a block neither starts nor ends with an empty line.
void Printer::print_line(std::string_view text, std::string_view comment)
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
        print_comment_line(comment);
        comment = {};
    }
    out_.push_back({.text = std::move(indented), .comment = std::string{comment}});
}

void Printer::print_lines(std::initializer_list<std::string_view> texts)
{
    for (const std::string_view text : texts) print_line(text);
}

void Printer::open_block(std::string_view text, std::string_view comment)
{
    print_line(text, comment);
    ++depth_;
}

void Printer::close_block(std::string_view text)
{
    --depth_;
    if (!text.empty()) print_line(text);
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

Code Printer::printed_code() const
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

void Printer::print_comment(std::string_view text)
{
    for (const std::string_view each : base::split(text, "\n")) print_comment_line(each);
}

void Printer::print_comment_line(std::string_view text)
{
    const std::string indentation(depth_ * 4, ' ');
    out_.push_back({.text = fmt::format("{}{}{}{}", indentation, spelling_.comment, text.empty() ? "" : " ", text),
                    .is_comment = true});
}

bool Printer::calls(std::string_view function) const
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
    if (!program_.reads_refresh_period()) return f;
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
