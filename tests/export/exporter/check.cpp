#include "export/exporter/check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>

namespace exporter
{

namespace
{

using EKind = Expression::Kind;
using SKind = Statement::Kind;

enum class Use : std::uint8_t
{
    fixed, ///< a name whose value never changes: a constant, a parameter, or a name declared with `let`
    variable,
    state,
    array,
    helper,
};

// Checks a complete loop, written in the small language for exported loops (notation.hpp). A helper function must be
// declared before its callers, because C requires this. A name outside of functions must be unique, because the parts
// of the loop are written independently of each other.
class Checker
{
public:
    explicit Checker(const Program& program)
        : program_{program}
    {
    }

    void check()
    {
        for (const Declaration& d : program_.constants) outside(d, Use::fixed);
        for (const Declaration& d : program_.state) outside(d, d.size > 0 ? Use::array : Use::state);
        for (const Function& f : program_.helpers) name(f.location, f.name, Use::helper);
        for (const Function& f : program_.helpers)
        {
            const Scope scope = local(f.parameters);
            in_method_        = f.uses_state;
            results_          = record(f);
            statements(f.body, scope);
            known_.push_back(&f);
        }
        in_method_ = true;
        if (program_.fields.empty() && std::ranges::any_of(program_.helpers, &Function::is_public)) return; // a part
        results_ = &program_.fields;
        statements(program_.plan, {{"frame_ns", Use::fixed}, {"refresh_ns", Use::fixed}});
        if (program_.plan.empty() || program_.plan.back().kind != SKind::give)
            fail(program_.plan.empty() ? SourceLocation{} : program_.plan.back().location,
                 "plan is to end with what it gives");
    }

private:
    using Scope = std::map<std::string, Use, std::less<>>;

    void name(const SourceLocation& location, const std::string& name, Use use)
    {
        if (!outside_.insert({name, use}).second) twice(location, name);
    }
    void outside(const Declaration& d, Use use)
    {
        if (d.size == 0 || d.value.text != "index") value(d.location, d.value, {});
        name(d.location, d.name, use);
    }
    void inside(Scope& scope, const Declaration& d, Use use) const
    {
        if (outside_.contains(d.name) || scope.contains(d.name)) twice(d.location, d.name);
        if (d.size > 0) fail(d.location, "only the state has arrays");
        scope[d.name] = use;
    }
    [[noreturn]] static void twice(const SourceLocation& location, const std::string& name)
    {
        fail(location, fmt::format("two things are called {}", name));
    }
    Scope local(const std::vector<Declaration>& parameters) const
    {
        Scope scope;
        for (const Declaration& d : parameters) inside(scope, d, Use::fixed);
        return scope;
    }

    // Checks the statements of one block. `scope`, the names known in the block, is a copy: a name that the block
    // declares is unknown after the block.
    void statements(const std::vector<Statement>& all, Scope scope)
    {
        for (const Statement& s : all)
        {
            value(s.location, s.value, scope);
            if (s.kind == SKind::let || s.kind == SKind::var)
            {
                value(s.location, s.declaration.value, scope);
                inside(scope, s.declaration, s.kind == SKind::var ? Use::variable : Use::fixed);
            }
            if (s.kind == SKind::assign) changed(s, scope);
            if (s.kind == SKind::give) given(s, scope);
            if (s.kind == SKind::yield && results_ != nullptr) fail(s.location, "plan gives, it does not return");
            statements(s.body, scope);
            statements(s.otherwise, scope);
        }
    }

    const std::vector<Declaration>* record(const Function& f) const
    {
        if (f.record.empty()) return nullptr;
        for (const Record& r : program_.records)
            if (r.name == f.record) return &r.fields;
        fail(f.location, fmt::format("no record is called {}", f.record));
    }

    void changed(const Statement& s, const Scope& scope)
    {
        value(s.location, s.target, scope);
        const Use use = s.target.kind == EKind::index  ? Use::array
                        : s.target.kind == EKind::name ? use_of(s.location, s.target.text, scope)
                                                       : Use::fixed;
        if (use == Use::fixed) fail(s.location, "only a var and the state may change");
    }

    void given(const Statement& s, const Scope& scope)
    {
        if (results_ == nullptr) fail(s.location, "only plan gives");
        for (const Declaration& d : s.fields) value(s.location, d.value, scope);
        const auto times = [&](const std::string& name) {
            return std::count_if(s.fields.begin(), s.fields.end(),
                                 [&](const Declaration& d) { return d.name == name; });
        };
        for (const Declaration& field : *results_)
            if (times(field.name) != 1) fail(s.location, fmt::format("the field {} is to be given once", field.name));
        if (s.fields.size() != results_->size()) fail(s.location, "what is given is no field");
    }

    void value(const SourceLocation& location, const Expression& e, const Scope& scope) const
    {
        for (const Expression& part : e.parts) value(location, part, scope);
        if (e.kind == EKind::placeholder) fail(location, fmt::format("${} has no value", e.text));
        if (e.kind == EKind::call) called(location, e);
        if (e.kind == EKind::name && !e.text.empty() && use_of(location, e.text, scope) == Use::array)
            fail(location, fmt::format("{} is an array", e.text));
        if (e.kind == EKind::index && use_of(location, e.text, scope) != Use::array)
            fail(location, fmt::format("{} is no array", e.text));
    }

    Use use_of(const SourceLocation& location, const std::string& name, const Scope& scope) const
    {
        const auto here = scope.find(name);
        if (here != scope.end()) return here->second;
        const auto there = outside_.find(name);
        if (there == outside_.end() || there->second == Use::helper)
            fail(location, fmt::format("nothing is called {}", name));
        if (there->second != Use::fixed && !in_method_) fail(location, "a function that uses the state is a method");
        return there->second;
    }

    void called(const SourceLocation& location, const Expression& e) const
    {
        static constexpr std::array<std::pair<std::string_view, std::size_t>, 5> built_in{
            {{"min", 2}, {"max", 2}, {"real", 1}, {"single", 1}, {"whole", 1}}};
        std::size_t arguments = 0;
        bool found            = false;
        for (const auto& [name, count] : built_in)
            if (name == e.text) arguments = count, found = true;
        for (const Function* const f : known_)
            if (f->name == e.text)
            {
                arguments = f->parameters.size(), found = true;
                if (f->uses_state && !in_method_) fail(location, "a function that uses the state is a method");
            }
        if (!found) fail(location, fmt::format("no helper above is called {}", e.text));
        if (arguments != e.parts.size()) fail(location, fmt::format("{} takes {} arguments", e.text, arguments));
    }

    const Program& program_;
    Scope outside_;
    std::vector<const Function*> known_;
    bool in_method_                          = true;
    const std::vector<Declaration>* results_ = nullptr; ///< what the checked function gives; null if it returns a value
};

} // namespace

void check(const Program& program) { Checker{program}.check(); }

} // namespace exporter
