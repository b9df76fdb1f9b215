#include "exporter/notation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <set>
#include <stdexcept>
#include <utility>

namespace exporter
{

namespace
{

using EKind = Expression::Kind;
using SKind = Statement::Kind;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::size_t token_length(std::string_view rest)
{
    static constexpr std::array<std::string_view, 9> pairs{"&&", "||", "==", "!=", "<=", ">=", "+=", "-=", "->"};
    if (!is_word(rest.front())) return std::find(pairs.begin(), pairs.end(), rest.substr(0, 2)) == pairs.end() ? 1 : 2;
    const bool number = is_digit(rest.front());
    std::size_t n     = 1;
    while (n < rest.size() &&
           (is_word(rest[n]) || (number && (rest[n] == '.' || (rest[n] == '-' && rest[n - 1] == 'e')))))
        ++n;
    return n;
}

int precedence(std::string_view op)
{
    using Level = std::pair<std::string_view, int>;
    static constexpr std::array<Level, 13> table{{{"||", 1},
                                                  {"&&", 2},
                                                  {"==", 3},
                                                  {"!=", 3},
                                                  {"<", 3},
                                                  {">", 3},
                                                  {"<=", 3},
                                                  {">=", 3},
                                                  {"+", 4},
                                                  {"-", 4},
                                                  {"*", 5},
                                                  {"/", 5},
                                                  {"%", 5}}};
    for (const auto& [name, level] : table)
        if (name == op) return level;
    return 0;
}

Type type_named(std::string_view name)
{
    static constexpr std::array<std::pair<std::string_view, Type>, 4> table{
        {{"whole", Type::whole}, {"real", Type::real}, {"single", Type::single}, {"truth", Type::truth}}};
    for (const auto& [known, type] : table)
        if (known == name) return type;
    throw std::logic_error{fmt::format("notation: there is no type '{}'", name)};
}

// One line, token by token.
class Line
{
public:
    explicit Line(std::string_view text)
        : text_{text}
        , rest_{text}
    {
        skip_blanks();
    }

    std::string_view peek() const { return rest_.empty() ? rest_ : rest_.substr(0, token_length(rest_)); }
    std::string take()
    {
        if (rest_.empty()) fail("more");
        std::string token{peek()};
        rest_.remove_prefix(token.size());
        skip_blanks();
        return token;
    }
    bool accept(std::string_view token)
    {
        if (peek() != token) return false;
        take();
        return true;
    }
    void expect(std::string_view token)
    {
        if (!accept(token)) fail(token);
    }
    void end() const
    {
        if (!rest_.empty()) fail("the end of the line");
    }

    Expression expression(int least = 1)
    {
        Expression left = unary();
        for (int level = precedence(peek()); level >= least; level = precedence(peek()))
        {
            std::string op   = take();
            Expression right = expression(level + 1);
            left             = {EKind::binary, std::move(op), {std::move(left), std::move(right)}};
        }
        return left;
    }

    /// NAME, NAME: TYPE or NAME[SIZE]
    Declared declared()
    {
        Declared d{.name = take()};
        if (accept("["))
        {
            d.size = static_cast<std::size_t>(std::stoul(take()));
            expect("]");
        }
        if (accept(":")) d.type = type_named(take());
        return d;
    }
    Declared defined()
    {
        Declared d = declared();
        expect("=");
        d.value = expression();
        return d;
    }

private:
    [[noreturn]] void fail(std::string_view wanted) const
    {
        throw std::logic_error{fmt::format("notation: expected {} at '{}' in: {}", wanted, rest_, text_)};
    }
    void skip_blanks()
    {
        while (rest_.starts_with(' ')) rest_.remove_prefix(1);
    }

    Expression unary()
    {
        for (const std::string_view op : {"-", "!"})
            if (accept(op)) return {EKind::unary, std::string{op}, {unary()}};
        return primary();
    }

    Expression primary()
    {
        if (accept("("))
        {
            Expression inner = expression();
            expect(")");
            return inner;
        }
        std::string word = take();
        if (!is_word(word.front())) fail("a value");
        if (is_digit(word.front()))
        {
            const bool is_real = word.find_first_of(".e") != word.npos;
            return {EKind::literal, std::move(word), {}, is_real ? Type::real : Type::whole};
        }
        if (word == "true" || word == "false") return {EKind::literal, std::move(word), {}, Type::truth};
        if (accept("["))
        {
            Expression element{EKind::index, std::move(word), {expression()}};
            expect("]");
            return element;
        }
        if (accept("(")) return call(std::move(word));
        return {EKind::name, std::move(word), {}};
    }

    Expression call(std::string function)
    {
        Expression result{EKind::call, std::move(function), {}};
        while (!accept(")"))
        {
            result.parts.push_back(expression());
            if (peek() != ")") expect(",");
        }
        return result;
    }

    std::string_view text_, rest_;
};

// Text, line by line.
class Parser
{
public:
    explicit Parser(std::string_view text)
        : rest_{text}
    {
        advance();
    }

    Program program()
    {
        Program p;
        while (!ended_)
        {
            Line line{code_};
            if (line.accept("const"))
                p.constants.push_back(commented(line.defined()));
            else if (line.accept("state"))
                p.state.push_back(commented(line.defined()));
            else if (line.accept("field"))
                p.fields.push_back(commented(line.declared()));
            else if (line.peek() == "fn" || line.peek() == "method")
                p.helpers.push_back(function(line));
            else
                append(p.plan, statement());
        }
        return p;
    }

private:
    Declared commented(Declared d)
    {
        d.comment = comment_;
        advance();
        return d;
    }

    Function function(Line& line)
    {
        Function f;
        f.comment    = comment_;
        f.uses_state = line.take() == "method";
        f.name       = line.take();
        line.expect("(");
        while (!line.accept(")"))
        {
            f.parameters.push_back(line.declared());
            line.accept(",");
        }
        if (line.accept("->")) f.result = type_named(line.take());
        f.body = braced(line);
        return f;
    }

    // From the brace at the end of this line to the one that closes it.
    std::vector<Statement> braced(Line& line)
    {
        line.expect("{");
        line.end();
        advance();
        std::vector<Statement> statements = block();
        if (code_ != "}") throw std::logic_error{fmt::format("notation: expected }} at '{}'", code_)};
        advance();
        return statements;
    }

    std::vector<Statement> block()
    {
        std::vector<Statement> statements;
        while (!ended_ && !code_.starts_with('}')) append(statements, statement());
        return statements;
    }

    // One `give` after another is one.
    static void append(std::vector<Statement>& all, Statement s)
    {
        if (s.kind == SKind::give && !all.empty() && all.back().kind == SKind::give)
            std::move(s.fields.begin(), s.fields.end(), std::back_inserter(all.back().fields));
        else
            all.push_back(std::move(s));
    }

    Statement statement()
    {
        Statement s{.comment = std::string{comment_}};
        Line line{code_};
        if (code_.empty())
        {
            s.kind = comment_.empty() ? SKind::blank : SKind::comment;
            advance();
        }
        else if (line.accept("if"))
            branch(line, s);
        else if (line.accept("while"))
        {
            s.kind  = SKind::loop;
            s.value = line.expression();
            s.body  = braced(line);
        }
        else
        {
            simple(line, s);
            line.end();
            advance();
        }
        return s;
    }

    void branch(Line& line, Statement& s)
    {
        s.kind  = SKind::branch;
        s.value = line.expression();
        line.expect("{");
        advance();
        s.body = block();
        Line closing{code_};
        closing.expect("}");
        if (!closing.accept("else")) return advance();
        if (closing.accept("if"))
            branch(closing, s.otherwise.emplace_back());
        else
            s.otherwise = braced(closing);
    }

    static void simple(Line& line, Statement& s)
    {
        if (line.accept("let") || line.peek() == "var")
        {
            s.kind     = line.accept("var") ? SKind::var : SKind::let;
            s.declared = line.defined();
        }
        else if (line.accept("give"))
        {
            s.kind = SKind::give;
            do s.fields.push_back(line.defined());
            while (line.accept(","));
        }
        else if (line.accept("return"))
        {
            s.kind = SKind::yield;
            if (!line.peek().empty()) s.value = line.expression();
        }
        else
            assignment(line, s);
    }

    static void assignment(Line& line, Statement& s)
    {
        Expression first = line.expression();
        if (first.kind == EKind::call)
        {
            s.kind  = SKind::call;
            s.value = std::move(first);
            return;
        }
        s.kind   = SKind::assign;
        s.target = std::move(first);
        s.op     = line.take();
        s.value  = line.expression();
    }

    // To the next line: what it says, and its comment.
    void advance()
    {
        ended_ = rest_.empty();
        if (ended_)
        {
            code_ = comment_ = {};
            return;
        }
        const std::size_t end       = std::min(rest_.find('\n'), rest_.size());
        const std::string_view line = rest_.substr(0, end);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));

        const std::size_t hash = line.find('#');
        code_                  = trimmed(line.substr(0, hash));
        comment_               = hash == line.npos ? std::string_view{} : trimmed(line.substr(hash + 1));
    }

    static std::string_view trimmed(std::string_view text)
    {
        while (text.starts_with(' ')) text.remove_prefix(1);
        while (text.ends_with(' ')) text.remove_suffix(1);
        return text;
    }

    std::string_view rest_, code_, comment_;
    bool ended_ = false;
};

// No name means two things: the recipes of the axes are put together from texts that know nothing of each other.
class Names
{
public:
    explicit Names(const Program& p)
    {
        for (const Declared& d : p.constants) add(d.name);
        for (const Declared& d : p.state) add(d.name);
        for (const Function& f : p.helpers) add(f.name);
        for (const Function& f : p.helpers)
        {
            for (const Declared& parameter : f.parameters) check(parameter.name);
            check(f.body);
        }
        check(p.plan);
    }

private:
    void add(const std::string& name)
    {
        check(name);
        outer_.insert(name);
    }
    void check(const std::string& name) const
    {
        if (outer_.contains(name)) throw std::logic_error{fmt::format("notation: two things are called {}", name)};
    }
    void check(const std::vector<Statement>& statements) const
    {
        for (const Statement& s : statements)
        {
            if (s.kind == SKind::let || s.kind == SKind::var) check(s.declared.name);
            check(s.body);
            check(s.otherwise);
        }
    }

    std::set<std::string> outer_;
};

} // namespace

const Function* Program::find(std::string_view helper) const
{
    const auto found =
        std::find_if(helpers.begin(), helpers.end(), [&](const Function& f) { return f.name == helper; });
    return found == helpers.end() ? nullptr : &*found;
}

Program parse(std::string_view text)
{
    Program program = Parser{text}.program();
    const Names checked{program};
    return program;
}

} // namespace exporter
