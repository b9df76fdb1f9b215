// tests/export/exporter/interpreter.hpp -- interprets a program of the exporter's notation, so that tests need no
// compiler
#pragma once

#include "export/exporter/syntax_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <utility>
#include <variant>

namespace interpreter
{

using namespace exporter;

using Value = std::variant<std::int64_t, double, float, bool>;

/// Interprets a program. Mixed types and integer overflow are errors, because the exported languages treat them
/// differently.
class Machine
{
public:
    explicit Machine(const Program& program)
        : program_{program}
    {
        for (const Declaration& d : program.constants) outer_[d.name] = {of_type(d.type, value(d.value))};
        for (const Declaration& d : program.state)
            for (std::size_t i = 0; i < std::max<std::size_t>(d.array_size, 1); ++i)
                outer_[d.name].push_back(d.value.text == "index" ? Value{static_cast<std::int64_t>(i)}
                                                                 : of_type(d.type, value(d.value)));
        for (const Function& f : program.functions) helpers_[f.name] = &f;
    }

    std::map<std::string, Value> plan(std::int64_t frame_ns, std::int64_t refresh_ns)
    {
        locals_ = {{"frame_ns", frame_ns}, {"refresh_ns", refresh_ns}};
        given_.clear();
        run(program_.plan_body);
        return given_;
    }
    std::int64_t pace(std::int64_t start, std::int64_t now)
    {
        const std::size_t parameters = helpers_.at("pace")->parameters.size();
        return std::get<std::int64_t>(parameters == 0   ? call("pace", {})
                                      : parameters == 1 ? call("pace", {now})
                                                        : call("pace", {start, now}));
    }

    /// Calls a public function; returns its value, or the fields of its record.
    std::variant<Value, std::map<std::string, Value>> result_of(const std::string& function,
                                                                std::vector<Value> arguments)
    {
        locals_.clear();
        given_.clear();
        const Value value = call(function, std::move(arguments));
        if (given_.empty()) return value;
        return given_;
    }

private:
    using Kind = Expression::Kind;

    // Converts the initial value of a constant or state of type single, which is written as a real.
    static Value of_type(Type type, const Value& v)
    {
        return type == Type::float32 ? Value{static_cast<float>(std::get<double>(v))} : v;
    }

    Value& place(std::string_view name, std::size_t index = 0)
    {
        for (auto local = locals_.rbegin(); local != locals_.rend(); ++local)
            if (local->first == name) return local->second;
        if (!outer_.contains(name)) throw std::logic_error{fmt::format("nothing is called {}", name)};
        return outer_.at(name).at(index);
    }

    Value value(const Expression& e)
    {
        switch (e.kind)
        {
        case Kind::literal:
            if (e.type == Type::boolean) return e.text == "true";
            return e.type == Type::integer ? Value{std::int64_t{std::stoll(e.text)}} : Value{std::stod(e.text)};
        case Kind::name: return place(e.text);
        case Kind::index: return place(e.text, static_cast<std::size_t>(whole(e.operands[0])));
        case Kind::unary:
            if (e.text == "!") return !std::get<bool>(value(e.operands[0]));
            return binary(std::visit([]<class N>(N) { return Value{N{}}; }, value(e.operands[0])), "-",
                          value(e.operands[0]));
        case Kind::binary: return operation(e);
        case Kind::call: return called(e);
        case Kind::placeholder: break;
        }
        throw std::logic_error{"a placeholder without a value"};
    }
    std::int64_t whole(const Expression& e) { return std::get<std::int64_t>(value(e)); }

    // An operator of one or two characters as a number for `switch`.
    static constexpr int code(std::string_view op) { return op[0] + (op.size() > 1 ? 256 * op[1] : 0); }

    Value operation(const Expression& e)
    {
        const Value first = value(e.operands[0]);
        switch (code(e.text))
        {
        case code("&&"): return std::get<bool>(first) && std::get<bool>(value(e.operands[1]));
        case code("||"): return std::get<bool>(first) || std::get<bool>(value(e.operands[1]));
        default: return binary(first, e.text, value(e.operands[1]));
        }
    }

    static Value computed(std::int64_t a, int op, std::int64_t b)
    {
        std::int64_t result = 0;
        const bool overflow = op == '+'   ? __builtin_add_overflow(a, b, &result)
                              : op == '-' ? __builtin_sub_overflow(a, b, &result)
                              : op == '*' ? __builtin_mul_overflow(a, b, &result)
                                          : b == 0 || (a == INT64_MIN && b == -1);
        if (op == '/') throw std::logic_error{"/ between whole numbers"};
        if (overflow) throw std::overflow_error{fmt::format("{} {} {}", a, static_cast<char>(op), b)};
        return op == code("//") ? a / b : op == '%' ? a % b : result;
    }
    template <class Real>
    static Value computed(Real a, int op, Real b)
    {
        if (op == code("//")) throw std::logic_error{"// between numbers that are not whole"};
        return op == '+' ? a + b : op == '-' ? a - b : op == '*' ? a * b : a / b;
    }
    static Value binary(const Value& a, std::string_view op, const Value& b)
    {
        return std::visit(
            [&]<class A>(A x) -> Value
            {
                const A y = std::get<A>(b);
                switch (code(op))
                {
                case code("=="): return x == y;
                case code("!="): return x != y;
                case code("<"): return x < y;
                case code(">"): return x > y;
                case code("<="): return x <= y;
                case code(">="): return x >= y;
                default:
                    if constexpr (!std::is_same_v<A, bool>) return computed(x, code(op), y);
                    throw std::logic_error{"arithmetic with truths"};
                }
            },
            a);
    }

    Value called(const Expression& e)
    {
        std::vector<Value> arguments;
        for (const Expression& operand : e.operands) arguments.push_back(value(operand));
        const auto as = [&]<class To>(To)
        { return std::visit([](auto v) { return static_cast<To>(v); }, arguments.at(0)); };
        if (e.text == "real") return as(double{});
        if (e.text == "single") return as(float{});
        if (e.text == "whole") return as(std::int64_t{});
        if (e.text != "min" && e.text != "max") return call(e.text, std::move(arguments));
        const auto [a, b] =
            std::minmax(std::get<std::int64_t>(arguments.at(0)), std::get<std::int64_t>(arguments.at(1)));
        return e.text == "min" ? a : b;
    }

    Value call(const std::string& helper, std::vector<Value> arguments)
    {
        if (!helpers_.contains(helper)) throw std::logic_error{fmt::format("no helper is called {}", helper)};
        const Function& f = *helpers_.at(helper);
        std::vector<std::pair<std::string_view, Value>> mine;
        for (std::size_t i = 0; i < arguments.size(); ++i) mine.emplace_back(f.parameters.at(i).name, arguments[i]);
        std::swap(mine, locals_);
        run(f.body);
        std::swap(mine, locals_);
        return std::exchange(returned_, Value{});
    }

    // Runs the statements; returns whether one of them was a return.
    bool run(const std::vector<Statement>& all)
    {
        const std::size_t outside = locals_.size();
        bool done = false;
        for (std::size_t i = 0; i < all.size() && !done; ++i) done = run(all[i]);
        locals_.resize(outside);
        return done;
    }

    bool run(const Statement& s)
    {
        switch (s.kind)
        {
        case Statement::Kind::let:
        case Statement::Kind::var: locals_.emplace_back(s.declaration.name, typed(s.declaration)); return false;
        case Statement::Kind::assign: return assign(s);
        case Statement::Kind::if_else: return run(std::get<bool>(value(s.value)) ? s.body : s.else_body);
        case Statement::Kind::while_loop:
            while (std::get<bool>(value(s.value)))
                if (run(s.body)) return true;
            return false;
        case Statement::Kind::set_results:
            for (const Declaration& d : s.declarations) given_[d.name] = value(d.value);
            return false;
        case Statement::Kind::function_return:
            if (!s.value.text.empty()) returned_ = value(s.value);
            return true;
        case Statement::Kind::call: value(s.value); return false;
        default: return false;
        }
    }

    // The value of a declaration; throws std::logic_error if the value has another type than the declaration.
    Value typed(const Declaration& d)
    {
        static constexpr std::array order{Type::integer, Type::float64, Type::float32, Type::boolean};
        Value v = value(d.value);
        if (order.at(v.index()) != d.type) throw std::logic_error{d.name + " is of another type"};
        return v;
    }

    bool assign(const Statement& s)
    {
        Value v = value(s.value);
        Value& place = s.target.kind == Kind::index
                           ? this->place(s.target.text, static_cast<std::size_t>(whole(s.target.operands[0])))
                           : this->place(s.target.text);
        if (v.index() != place.index()) throw std::logic_error{s.target.text + " is of another type"};
        place = s.assignment_operator == "=" ? v : binary(place, s.assignment_operator.substr(0, 1), v);
        return false;
    }

    const Program& program_;
    std::map<std::string_view, std::vector<Value>> outer_;
    std::map<std::string_view, const Function*> helpers_;
    std::vector<std::pair<std::string_view, Value>> locals_;
    std::map<std::string, Value> given_;
    Value returned_;
};

} // namespace interpreter
