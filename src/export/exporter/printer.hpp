// export/exporter/printer.hpp -- writes a game loop as source code; the rules of each language are in printers/
// In the source code, plan() computes the steps of a frame, and pace() the time to wait after the frame.
#pragma once

#include "export/exporter/exporter.hpp"
#include "export/exporter/line_writer.hpp"
#include "export/exporter/syntax_tree.hpp"
#include "timestep/step_plan.hpp"

#include <fmt/format.h>

#include <map>

namespace exporter
{

/// The role of a name in exported code. Languages spell the roles differently, for example constants in capitals.
enum class NameRole : std::uint8_t
{
    local,
    constant,
    state,
    function,
    field, ///< a result of plan()
};

/// Code of the usage example at the top of an exported file. Names in braces, such as {name}, are placeholders.
struct UsageExamplePatterns
{
    std::string_view create_loop; ///< creates the loop; one or more lines
    std::string_view read_clock = ""; ///< clock reading as an integer; empty if every clock returns one
    std::string_view call_plan; ///< calls plan for a frame
    std::string_view wait_for_next_frame; ///< waits until the next frame may begin; several lines
    std::string_view clock_expression = "clock()"; ///< clock reading for pace
};

struct TypeNames
{
    std::string_view none = "", integer = "", float64 = "", float32 = "", boolean = "";

    constexpr std::string_view of(Type type) const
    {
        if (type == Type::integer) return integer;
        if (type == Type::float64) return float64;
        if (type == Type::float32) return float32;
        return type == Type::boolean ? boolean : none;
    }
};

/// Code patterns of a programming language. Each pair of braces, such as {name} or {}, is a placeholder.
struct LanguageSyntax
{
    TypeNames type_names{}; ///< empty in languages without type names
    std::string_view local_constant_declaration; ///< declares a local constant
    std::string_view local_variable_declaration; ///< declares a local variable
    std::string_view parameter_declaration = "{type} {name}";
    std::string_view constant_prefix = ""; ///< prefix of each use of a constant, such as "Self::"
    std::string_view state_prefix = ""; ///< prefix of each use of a state variable, such as "self."
    std::string_view if_head = "if ({}) {{";
    std::string_view else_if_head = "}} else if ({}) {{";
    std::string_view else_head = "} else {";
    std::string_view while_head = "while ({}) {{";
    std::string_view steps_loop_head; ///< opens the loop over plan.steps in the usage example
    std::string_view block_end = "}"; ///< closes a block; empty if indentation closes it
    std::string_view statement_end = ";";
    std::string_view comment_mark = "//";
    std::string_view and_operator = "&&";
    std::string_view or_operator = "||";
    std::string_view not_operator = "!";
    std::string_view thousands_separator = ""; ///< separator between groups of three digits
    std::string_view equal_operator = "==";
    std::string_view unequal_operator = "!=";
    bool has_compound_assignment = true; ///< the language has += and -=
    bool has_zero_filled_arrays = true; ///< the elements of a new array are 0 or false
    std::string_view min_or_max_call = ""; ///< a call of {name}, which is min or max, with {a} and {b}
    std::string_view receiver_argument = ""; ///< first argument of functions that use state variables
    std::string_view result_field_line = ""; ///< a field of a returned record; empty if it is assigned to a variable
    UsageExamplePatterns usage{};
    // Functions of languages that store integers as floating-point numbers, such as JavaScript; empty for others.
    std::string_view to_integer_function = "", to_float32_function = "", remainder_function = "",
                     to_finite_function = "";

    constexpr bool stores_integers_as_floats() const { return !to_integer_function.empty(); }
};

// to_upper_case(), to_pascal_case() and to_camel_case() convert a name in snake_case.
std::string to_upper_case(std::string_view snake_case_name);
std::string to_pascal_case(std::string_view snake_case_name);
std::string to_camel_case(std::string_view snake_case_name);

struct FileProperties
{
    FileOptions options; ///< with the language and the name of the exported class or module
    /// Text below the title of the exported file, for example the settings of the loop.
    std::string full_description;
    timestep::Presentation presentation = timestep::Presentation::latest;
    bool wants_vsync = false;
    bool draws_only_stepped_frames = false; ///< only frames with a step are drawn
};

/// Base of the classes that print a Program in a programming language.
class Printer : protected LineWriter
{
public:
    Printer(const Program& program, const FileProperties& properties, const LanguageSyntax& syntax);
    virtual ~Printer() = default;
    Printer(const Printer&) = delete;
    void operator=(const Printer&) = delete;

    /// Generates the whole file.
    SourceCode generate() &&;

protected:
    /// Prints everything except the comment at the top of the file.
    virtual void print_file_body() = 0;
    virtual std::string function_head(const Function& function) const = 0;

    /// Spelling of `name` in the exported code. By default, constants are in capitals.
    virtual std::string name_in_language(NameRole role, const std::string& name) const
    {
        return role == NameRole::constant ? to_upper_case(name) : name;
    }
    /// Code that converts to `type`. `outer_precedence` is that of the operator around the code; 0 if there is none.
    virtual std::string cast_code(Type type, const Expression& operand, int outer_precedence) const;
    /// Returns the code before the name of a called function, such as "self.".
    virtual std::string call_prefix(const Function&) const { return ""; }
    virtual std::string element_code(const std::string& array, const Expression& index) const
    {
        return fmt::format("{}[{}]", array, expression_code(index));
    }
    virtual std::string scalar_code(const Declaration& declaration) const;
    virtual std::string initial_value_code(const Declaration& declaration) const { return scalar_code(declaration); }
    virtual std::string record_type(const std::string& record_name) const { return to_pascal_case(record_name); }
    /// In languages without integers, replaces arguments that are not numbers: NaN would stay in the state for ever.
    virtual void print_function_prologue(const Function& function);
    virtual void print_return_of_record(const std::string& record_name,
                                        const std::vector<Declaration>& fields_and_values);

    std::string type_name(Type type) const { return std::string{syntax_.type_names.of(type)}; }
    std::string expression_code(const Expression& expression, int outer_precedence = 0) const;
    /// Returns the code of `expression` for use inside a type conversion: in parentheses if it contains an operator.
    std::string cast_operand_code(const Expression& expression) const
    {
        return expression_code(expression, unary_precedence + 1);
    }
    std::string variable_use_code(const std::string& name) const;
    std::string declaration_code(std::string_view pattern, NameRole role, const Declaration& declaration,
                                 std::string_view value = {}) const;
    std::string parameter_list(const Function& function, std::string_view self = {}) const;
    std::string result_type(const Function& function) const
    {
        if (!function.returned_record_name.empty()) return record_type(function.returned_record_name);
        return type_name(function.result_type);
    }
    /// Code for the initial value of element i of an array.
    std::string array_element_value_code(const Declaration& declaration) const
    {
        return declaration.value.text == "index" ? "i" : scalar_code(declaration);
    }

    /// True if the initial value is 0 or false. In most languages, the elements of a new array have this value.
    static bool is_zero_initialised(const Declaration& declaration)
    {
        return declaration.value.text == "0" || declaration.value.text == "false";
    }
    /// Prints all constants of the exported program. `pattern` contains {name}, {type} and {value}.
    void print_constants(std::string_view pattern);
    /// Prints the struct types of the exported code. `field_pattern` contains {type}, {name} and {value}.
    void print_records(std::string_view head_pattern, std::string_view field_pattern, std::string_view end_pattern,
                       std::string_view attribute = {});
    void print_state_declarations(std::string_view pattern, std::string_view array_pattern);
    /// Prints nothing if the language itself fills all arrays of the state with their initial values.
    void print_array_constructor(std::string_view head, std::string_view filling_code_pattern);
    void print_function(const Function& function);
    void print_public_functions() { print_functions_where(&Function::is_public, true); }
    void print_private_functions() { print_functions_where(&Function::is_public, false); }
    void print_methods() { print_functions_where(&Function::is_method, true); }
    void print_free_functions() { print_functions_where(&Function::is_method, false); }
    /// Prints a function for an operation that the programming language lacks, such as rounding to a 32-bit float.
    void print_helper_function(std::string_view comment, std::string_view head,
                               std::initializer_list<std::string_view> lines);
    using LineWriter::close_block;
    void close_block()
    {
        end_indentation();
        print_block_end();
    }

    bool is_stateless() const { return program_.is_stateless(); }
    std::string class_name() const
    {
        return program_.is_game_loop() ? "Loop" : to_pascal_case(properties_.options.name);
    }
    bool has_public_integer_parameter() const;
    std::vector<Record> records() const;
    Function exported_plan_function() const;

    virtual std::string literal_code(const Expression& expression) const;

    const Program& program_;
    const FileProperties& properties_;
    const LanguageSyntax& syntax_;

private:
    std::string call_code(const Expression& expression, int outer_precedence) const;
    std::string binary_code(const Expression& expression, int outer_precedence) const;
    std::string operator_code(const std::string& op) const;
    std::string condition_head_code(std::string_view pattern, const Expression& expression) const
    {
        return fmt::format(fmt::runtime(pattern), expression_code(expression));
    }
    void print_functions_where(bool Function::*property, bool value);
    void print_block_end()
    {
        if (!syntax_.block_end.empty()) print_line(syntax_.block_end);
    }
    /// Prints a block without the line that closes it, because an `else` may follow.
    void print_branch(std::string_view head, const std::vector<Statement>& statements, std::string_view comment = {});
    void print_local_declaration(std::string_view pattern, const Statement& statement);
    void print_statements(const std::vector<Statement>& statements);
    void print_statement(const Statement& statement);
    void print_if(const Statement& statement);
    std::string statement_code(const Statement& statement) const;
    /// Empty if integers of the language have 64 bits.
    std::string integer_limits_comment() const;
    std::vector<std::string> usage_example_lines() const;
    std::string filled_usage_pattern(std::string_view pattern) const;
    std::string plan_result_code(const std::string& field) const
    {
        return "plan." + name_in_language(NameRole::field, field);
    }

    std::map<std::string, NameRole, std::less<>> role_of_name_;
    std::string returned_record_name_; ///< the record that the printed function returns
};

/// Generates the whole file in one language. The functions of this type are defined in printers/LANGUAGE.cpp.
using CodeGenerator = SourceCode(const Program& program, const FileProperties& properties);
CodeGenerator generate_cpp, generate_c, generate_csharp, generate_gdscript, generate_rust;
CodeGenerator generate_js; ///< for JavaScript and TypeScript
CodeGenerator generate_lua;

} // namespace exporter
