// export/exporter/exporter.hpp -- exports a game loop as one source file without dependencies, to be copied into a game
//
// Each loop is written once in a small language of this project (recipe.hpp, notation.hpp), and translated from it to
// the requested programming language (printer.hpp). So the exported files make the same decisions in every language,
// exact to the nanosecond and to the bit.
#pragma once

#include "timestep/loop.hpp"

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
    std::string_view name;      ///< name of the programming language on the command line
    std::string_view title;     ///< name of the programming language, with the oldest version that is supported
    std::string_view extension; ///< file name extension of the programming language
};

inline constexpr std::array all_languages{
    LanguageRow{Language::cpp, "cpp", "C++17", ".hpp"},
    LanguageRow{Language::c, "c", "C99", ".h"},
    LanguageRow{Language::csharp, "csharp", "C# 7", ".cs"},
    LanguageRow{Language::gdscript, "gdscript", "GDScript, Godot 3.2 and 4", ".gd"},
    LanguageRow{Language::rust, "rust", "Rust 2021", ".rs"},
};

/// One line of an exported file: its code, and its comment.
struct CodeLine
{
    std::string code{}; ///< code of the line, including its indentation and the spaces before the comment
    /// Comment including its mark ("//"); if the line has no code, it begins with the indentation.
    std::string comment{};
};

/// An exported source file: its lines, and the usage example that is part of the comment at its top.
struct Code
{
    std::vector<CodeLine> lines{};
    std::vector<std::string> usage{}; ///< lines of the usage example at the top of the file, without comment marks

    /// The whole file. Every line ends with a line feed.
    std::string text() const;
};

struct Options
{
    Language language = Language::cpp;
    /// Name of the loop in snake_case: of the namespace (C++), function prefix (C), class (C#) or module (Rust).
    std::string name = "my_timestep";
    std::string title; ///< description of the loop in the first line of the file: "interpolated at 60 Hz"
    std::string about; ///< lines of description after the title, written into the comment at the top of the file
};

/// The options of an export: the title and the description of the exported loop. `loop` is the loop of `preset`
/// with the settings in `changes` changed. Each change has the form that `timestep_lab export --set` takes. `version`
/// is the version of this program.
Options export_options(const timestep::Preset& preset, const timestep::Loop& loop, std::span<const std::string> changes,
                       std::string_view version);

/// A sentence that says why `loop` cannot be exported to `language`; empty if the loop can be exported.
std::optional<std::string> refusal_reason(const timestep::Loop& loop, Language language);

/// The source file for `loop`, which must not have run yet. Call refusal_reason() before: it must return no reason.
/// Throws std::invalid_argument if options.name is not an identifier.
Code export_loop(const timestep::Loop& loop, const Options& options);

/// Makes an identifier from a file's name without its extension: "my timestep" becomes "my_timestep".
std::string identifier_of(std::string_view file_stem);

} // namespace exporter
