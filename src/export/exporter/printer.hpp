// export/exporter/printer.hpp -- the parts of a printer that all languages share; printers/ has the parts of each
// language
#pragma once

#include "export/exporter/exporter.hpp"
#include "export/exporter/notation.hpp"

#include <map>
#include <memory>
#include <vector>

namespace exporter
{

/// The use of a name in the notation. It decides how a language spells the name.
enum class Role : std::uint8_t
{
    local,
    constant,
    state,
    helper,
};

/// The data of the comment at the top of a file, and of the example in it.
struct Sheet
{
    const Order& order;
    std::string about; ///< the five axes with their knobs, and the order's text about the loop
    timestep::Presentation presentation = timestep::Presentation::latest;
    bool vsync                          = false;
    bool draws_only_steps               = false; ///< frames without a step are not drawn
};

/// The lines of the example at the top of a file, in one language. In the example, `plan` is the loop's decision.
struct Example
{
    std::string start;       ///< creates the loop
    std::string decide;      ///< gets the plan
    std::string repeat;      ///< opens the block that runs plan.steps times
    std::string if_tail;     ///< opens the block for a shorter, last step
    std::string if_stepped;  ///< opens the block for frames with a step
    std::string close = "}"; ///< closes a block
    std::string end   = ";"; ///< ends a statement
    std::string dt = "plan.dt", tail = "plan.tail", alpha = "plan.alpha";
    std::vector<std::string> wait; ///< lines that wait until the next frame may begin
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
    // Each language must implement these functions.
    virtual std::string spelled(Role role, const std::string& name) const = 0;
    /// `outer` is the precedence of the operator around the cast; 0 if there is none.
    virtual std::string cast(Type type, const Expression& of, int outer) const                                   = 0;
    virtual std::string extreme(const std::string& min_or_max, const std::string& a, const std::string& b) const = 0;
    virtual std::string declared(const Declared& d, bool may_change) const                                       = 0;
    virtual void give(const std::vector<Declared>& fields)                                                       = 0;

    // Most languages share these functions.
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
    /// Writes the comment at the top: the description of the loop, and an example of its use.
    void top(const Example& example);
    void indent() { ++depth_; }
    void outdent() { --depth_; }
    /// Returns all lines. The comments of adjacent lines of code are aligned in one column.
    Code taken() const;

    bool uses(std::string_view function) const;
    /// Returns true if the function really uses the state. `plan` has the state as a parameter in any case.
    bool uses_state(const Function& f) const;
    const Function* pace() const { return program_.find("pace"); }
    /// Returns plan as a function.
    Function plan() const;
    /// Returns the number of clock readings that pace takes: 0; 1 (now); or 2 (the start of the frame, now).
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
        std::string text;        ///< code, or a comment on its own line, with its indentation
        std::string comment{};   ///< comment after the code, without its mark
        bool is_comment = false; ///< `text` is a comment on its own line
    };
    std::size_t comment_column(std::size_t first) const;

    std::map<std::string, Role, std::less<>> roles_;
    std::vector<OutLine> out_;
    std::vector<std::string> usage_;
    std::size_t depth_ = 0;
};

/// Returns 50000000 as 50'000'000.
std::string grouped(std::string_view digits, char separator);
/// Returns snake_case as SNAKE_CASE.
std::string upper(std::string_view name);
/// Returns snake_case as SnakeCase.
std::string pascal(std::string_view name);
/// Returns snake_case as snakeCase.
std::string camel(std::string_view name);

// Each function is defined in printers/LANGUAGE.cpp.
std::unique_ptr<Printer> cpp_printer(const Program& program, const Sheet& sheet);
std::unique_ptr<Printer> c_printer(const Program& program, const Sheet& sheet);
std::unique_ptr<Printer> csharp_printer(const Program& program, const Sheet& sheet);
std::unique_ptr<Printer> gdscript_printer(const Program& program, const Sheet& sheet);
std::unique_ptr<Printer> rust_printer(const Program& program, const Sheet& sheet);

} // namespace exporter
