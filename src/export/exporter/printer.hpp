// export/exporter/printer.hpp -- writes a loop as source code. This header has the functions that all programming
// languages share; the files in printers/ have the functions for one language each
#pragma once

#include "export/exporter/exporter.hpp"
#include "export/exporter/notation.hpp"

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace exporter
{

/// The kind of a name in a loop. It decides how a programming language spells the name, for example in capitals.
enum class Role : std::uint8_t
{
    local,
    constant,
    state,
    helper,
};

/// The data for the comment at the top of an exported file, and for the usage example in it.
struct HeaderData
{
    const Order& order;
    /// Text for the comment at the top: the five exchangeable parts of the loop with their settings, and the lines of
    /// description after the title.
    std::string about;
    timestep::Presentation presentation = timestep::Presentation::latest;
    bool vsync                          = false;
    bool draws_only_steps               = false; ///< true if the example draws only the frames with at least one step
};

/// The lines of the usage example at the top of an exported file, in one programming language. The variable `plan` in
/// the example is the loop's decision for a frame.
struct Example
{
    std::string start;  ///< line of the usage example that creates the loop
    std::string decide; ///< line of the usage example that gets the loop's decision for a frame, `plan`
    std::string repeat; ///< line of the usage example that opens the block that is executed plan.steps times
    /// Line of the usage example that opens the block for a shorter, last step, with which some loops end a frame.
    std::string if_tail;
    std::string if_stepped;  ///< line of the usage example that opens the block for frames with at least one step
    std::string close = "}"; ///< line of the usage example that closes a block
    std::string end   = ";"; ///< text at the end of each statement in the example
    std::string dt = "plan.dt", tail = "plan.tail", alpha = "plan.alpha";
    /// Lines of the usage example that wait until the time when the next frame may begin.
    std::vector<std::string> wait;
};

class Printer
{
public:
    Printer(const Program& program, const HeaderData& header);
    virtual ~Printer()             = default;
    Printer(const Printer&)        = delete;
    void operator=(const Printer&) = delete;

    /// Returns the whole exported file.
    virtual Code print() = 0;

protected:
    // Returns a name of the loop as the programming language spells it, for example in capitals. Each language
    // overrides this function and the next four.
    virtual std::string spelled(Role role, const std::string& name) const = 0;
    /// Returns the code that converts the expression `of` to `type`. `outer` is the precedence of the operator around
    /// the conversion; 0 if there is no such operator.
    virtual std::string cast(Type type, const Expression& of, int outer) const                                   = 0;
    virtual std::string extreme(const std::string& min_or_max, const std::string& a, const std::string& b) const = 0;
    virtual std::string declared(const Declared& d, bool may_change) const                                       = 0;
    virtual void give(const std::vector<Declared>& fields)                                                       = 0;

    // Returns a number or a truth value as code. A programming language overrides this function, or one of the next
    // eight, only if it differs from C++.
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
    /// Writes the comment at the top of the file: the description of the loop, and the usage example.
    void top(const Example& example);
    void indent() { ++depth_; }
    void outdent() { --depth_; }
    /// Returns all lines written so far as a file. Comments on adjacent lines of code begin in the same column.
    Code taken() const;

    bool uses(std::string_view function) const;
    /// Returns true if the function `f` reads or changes the loop's state (the variables that it keeps from frame to
    /// frame).
    bool uses_state(const Function& f) const;
    const Function* pace() const { return program_.find("pace"); }
    /// Returns the loop's main function, plan, which decides the steps of a frame.
    Function plan() const;
    /// Returns the number of parameters of pace, the function that says how long to wait for the next frame. They are
    /// clock readings: 0 if the loop has no such function; 1 (now); or 2 (the start of the frame, and now).
    std::size_t pace_parameters() const { return pace() == nullptr ? 0 : pace()->parameters.size(); }

    const Program& program_;
    const HeaderData& header_;

private:
    void statement(const Statement& s);
    std::string simple(const Statement& s) const;
    void comment_line(std::string_view text);
    std::vector<std::string> usage_of(const Example& example) const;
    std::vector<std::string> drawing(const Example& example) const;
    bool has_field(std::string_view name) const;

    struct OutLine
    {
        std::string text;        ///< code or comment of the line, with its indentation
        std::string comment{};   ///< comment after the code, without its mark ("//")
        bool is_comment = false; ///< true if `text` is a comment
    };
    std::size_t comment_column(std::size_t first) const;

    std::map<std::string, Role, std::less<>> roles_;
    std::vector<OutLine> out_;
    std::vector<std::string> usage_;
    std::size_t depth_ = 0;
};

/// Inserts a separator between groups of three digits: returns "50'000'000" for "50000000".
std::string grouped(std::string_view digits, char separator);
/// Converts a name from snake_case to SNAKE_CASE.
std::string upper(std::string_view name);
/// Converts a name from snake_case to SnakeCase.
std::string pascal(std::string_view name);
/// Converts a name from snake_case to snakeCase.
std::string camel(std::string_view name);

// Makes the printer for C++. Each programming language has such a function, in printers/LANGUAGE.cpp.
std::unique_ptr<Printer> cpp_printer(const Program& program, const HeaderData& header);
std::unique_ptr<Printer> c_printer(const Program& program, const HeaderData& header);
std::unique_ptr<Printer> csharp_printer(const Program& program, const HeaderData& header);
std::unique_ptr<Printer> gdscript_printer(const Program& program, const HeaderData& header);
std::unique_ptr<Printer> rust_printer(const Program& program, const HeaderData& header);

} // namespace exporter
