// export/exporter/exporter.hpp -- one loop as one file without dependencies, to be copied into a game
//
// A loop is written once in a notation of our own (recipe.hpp, notation.hpp) and printed in the language asked for
// (printer.hpp), so that all of them decide alike, frame by frame, to the nanosecond and to the bit.
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
    std::string_view name;      ///< as on the command line
    std::string_view title;     ///< and the oldest version that takes it
    std::string_view extension; ///< of its files
};

inline constexpr std::array all_languages{
    LanguageRow{Language::cpp, "cpp", "C++17", ".hpp"},
    LanguageRow{Language::c, "c", "C99", ".h"},
    LanguageRow{Language::csharp, "csharp", "C# 7", ".cs"},
    LanguageRow{Language::gdscript, "gdscript", "GDScript, Godot 3.2 and 4", ".gd"},
    LanguageRow{Language::rust, "rust", "Rust 2021", ".rs"},
};

/// A line of a file.
struct CodeLine
{
    std::string code{};    ///< with its indentation, and with the blanks that align a comment behind it
    std::string comment{}; ///< with its mark; of a line without code with its indentation
};

/// One file: its lines, and the example that the comment at its top shows.
struct Code
{
    std::vector<CodeLine> lines{};
    std::vector<std::string> usage{}; ///< lines of the example, without comment marks

    /// Returns the file as it is written, with an end behind every line.
    std::string text() const;
};

struct Order
{
    Language language = Language::cpp;
    std::string name  = "my_timestep"; ///< snake_case: of the namespace, the prefix, the class or the module
    std::string title;                 ///< of the loop, for the first line, as "interpolated at 60 Hz"
    std::string about;                 ///< more lines about it
};

/// The order for a loop that is a preset with `changes`, each as `timestep_lab export --set` takes it; `version` is
/// this program's.
Order order_of(const timestep::Preset& preset, const timestep::Loop& loop, std::span<const std::string> changes,
               std::string_view version);

/// Why `loop` cannot be written in that language, in one sentence; nothing when it can.
std::optional<std::string> why_not(const timestep::Loop& loop, Language language);

/// Returns the file. `loop` must be fresh, and `why_not` must have no reason against it. Throws std::invalid_argument
/// for a name that is no identifier.
Code write(const timestep::Loop& loop, const Order& order);

/// "my timestep.hpp" -> "my_timestep": what a file of that name may be called inside.
std::string identifier_of(std::string_view file_stem);

} // namespace exporter
