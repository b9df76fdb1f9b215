// export/exporter/exporter.hpp -- exports a loop as one source file without dependencies, to be copied into a game
//
// Each loop is written once in a notation of this project (recipe.hpp, notation.hpp), which is then printed in the
// requested language (printer.hpp). So the files in all languages make the same decisions in each frame, exact to the
// nanosecond and to the bit.
#pragma once

#include "timestep/presets.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace exporter
{

enum class Language : std::uint8_t
{
    cpp,
    c,
    csharp,
    gdscript,
    rust,
};

struct LanguageRow
{
    Language id;
    std::string_view name;      ///< name on the command line
    std::string_view title;     ///< the language with its oldest supported version
    std::string_view extension; ///< file name extension of the language
};

inline constexpr std::array all_languages{
    LanguageRow{Language::cpp, "cpp", "C++17", ".hpp"},
    LanguageRow{Language::c, "c", "C99", ".h"},
    LanguageRow{Language::csharp, "csharp", "C# 7", ".cs"},
    LanguageRow{Language::gdscript, "gdscript", "GDScript, Godot 3.2 and 4", ".gd"},
    LanguageRow{Language::rust, "rust", "Rust 2021", ".rs"},
};

/// A line of an exported file.
struct CodeLine
{
    std::string code{};    ///< code with its indentation and the blanks before its comment
    std::string comment{}; ///< comment with its mark; also with its indentation if there is no code
};

/// An exported file: its lines, and the example in the comment at its top.
struct Code
{
    std::vector<CodeLine> lines{};
    std::vector<std::string> usage{}; ///< lines of the example, without comment marks

    /// Returns the text of the file, with a line end after each line.
    std::string text() const;
};

struct Order
{
    Language language = Language::cpp;
    std::string name  = "my_timestep"; ///< snake_case name of the namespace, the prefix, the class or the module
    std::string title;                 ///< description of the loop for the first line: "interpolated at 60 Hz"
    std::string about;                 ///< more lines about the loop
};

/// Returns the order for a loop that is `preset` with `changes`, written as for `timestep_lab export --set`. `version`
/// is the version of this program.
Order order_of(const timestep::Preset& preset, const timestep::Loop& loop, std::span<const std::string> changes,
               std::string_view version);

/// Returns the reason why `loop` cannot be written in that language, in one sentence; empty if it can be written.
std::optional<std::string> why_not(const timestep::Loop& loop, Language language);

/// Returns the exported file. `loop` must not have run yet, and `why_not` must return no reason. Throws
/// std::invalid_argument if the order's name is not an identifier.
Code write(const timestep::Loop& loop, const Order& order);

/// Makes an identifier from a file's name without its extension: "my timestep" becomes "my_timestep".
std::string identifier_of(std::string_view file_stem);

} // namespace exporter
