// export/exporter/printer.hpp -- what the languages have in common; printers/ holds what is each one's own
#pragma once

#include "export/exporter/exporter.hpp"
#include "export/exporter/notation.hpp"

#include <map>
#include <memory>
#include <vector>

namespace exporter
{

/// How a name of the notation is used, which decides how a language spells it.
enum class Role : std::uint8_t
{
    local,
    constant,
    state,
    helper,
};

/// What the comment at the top, and the example in it, depend on.
struct Sheet
{
    const Order& order;
    std::string about; ///< the five axes and their knobs, and what the order has to say
    timestep::Presentation presentation = timestep::Presentation::latest;
    bool vsync                          = false;
    bool draws_only_steps               = false; ///< a frame without a step is not drawn
};

/// The lines of the example at the top, in one language. `plan` is what the loop has decided.
struct Example
{
    std::string start;       ///< makes the loop
    std::string decide;      ///< makes the plan
    std::string repeat;      ///< opens what is done plan.steps times
    std::string if_tail;     ///< opens what is done when there is a shorter, last step
    std::string if_stepped;  ///< opens what is done when there was a step
    std::string close = "}"; ///< any of these
    std::string end   = ";"; ///< of a statement
    std::string dt = "plan.dt", tail = "plan.tail", alpha = "plan.alpha";
    std::vector<std::string> wait; ///< until the next frame may begin
};

class Printer
{
public:
    Printer(const Program& program, const Sheet& sheet);
    virtual ~Printer()             = default;
    Printer(const Printer&)        = delete;
    void operator=(const Printer&) = delete;

    /// Returns the whole file.
    virtual Code print() = 0;

protected:
    // What a language must say for itself.
    virtual std::string spelled(Role role, const std::string& name) const = 0;
    /// `outer` is the level of what is around it; 0: nothing.
    virtual std::string cast(Type type, const Expression& of, int outer) const                                   = 0;
    virtual std::string extreme(const std::string& min_or_max, const std::string& a, const std::string& b) const = 0;
    virtual std::string declared(const Declared& d, bool may_change) const                                       = 0;
    virtual void give(const std::vector<Declared>& fields)                                                       = 0;

    // What most languages share.
    virtual std::string literal(const Expression& e) const { return e.text; }
    virtual std::string call(const Function& f, std::vector<std::string> arguments) const;
    virtual std::string element(const std::string& array, const Expression& index) const;
    virtual std::string operation(const std::string& op) const { return op; }
    virtual void branch(const Statement& s);
    virtual void loop(const Statement& s);
    virtual std::string_view comment_mark() const { return "//"; }
    virtual std::string_view end() const { return ";"; }
    virtual bool parenthesised_conditions() const { return true; }

    std::string text(const Expression& e, int outer = 0) const;
    std::string name(const std::string& name) const;
    std::string condition(const Expression& e) const;
    void statements(const std::vector<Statement>& all);

    void line(std::string_view text = {}, std::string_view comment = {});
    void comment(std::string_view text);
    /// The comment at the top: what it is, how it is used.
    void top(const Example& example);
    void indent() { ++depth_; }
    void outdent() { --depth_; }
    /// Returns all lines, with adjacent comments behind code in one column.
    Code taken() const;

    bool uses(std::string_view function) const;
    /// Whether it really does: plan is given the state in any case.
    bool uses_state(const Function& f) const;
    const Function* pace() const { return program_.find("pace"); }
    /// plan as a function of its own.
    Function plan() const;
    /// How many clock readings pace takes: none, now, or the start of the frame and now.
    std::size_t pace_parameters() const { return pace() == nullptr ? 0 : pace()->parameters.size(); }

    const Program& program_;
    const Sheet& sheet_;

private:
    void statement(const Statement& s);
    std::string simple(const Statement& s) const;
    void comment_line(std::string_view text);
    std::vector<std::string> usage_of(const Example& example) const;
    std::vector<std::string> drawing(const Example& example) const;
    bool has_field(std::string_view name) const;

    struct OutLine
    {
        std::string text;        ///< with its indentation: code, or a comment that stands alone
        std::string comment{};   ///< behind the code, without its mark
        bool is_comment = false; ///< `text` is a comment
    };
    std::size_t comment_column(std::size_t first) const;

    std::map<std::string, Role, std::less<>> roles_;
    std::vector<OutLine> out_;
    std::vector<std::string> usage_;
    std::size_t depth_ = 0;
};

/// 50000000 as 50'000'000.
std::string grouped(std::string_view digits, char separator);
/// snake_case as SNAKE_CASE, SnakeCase, snakeCase.
std::string upper(std::string_view name);
std::string pascal(std::string_view name);
std::string camel(std::string_view name);

// One file each.
std::unique_ptr<Printer> cpp_printer(const Program& program, const Sheet& sheet);
std::unique_ptr<Printer> c_printer(const Program& program, const Sheet& sheet);
std::unique_ptr<Printer> csharp_printer(const Program& program, const Sheet& sheet);
std::unique_ptr<Printer> gdscript_printer(const Program& program, const Sheet& sheet);
std::unique_ptr<Printer> rust_printer(const Program& program, const Sheet& sheet);

} // namespace exporter
