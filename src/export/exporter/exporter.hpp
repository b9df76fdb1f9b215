// export/exporter/exporter.hpp -- exports a game loop, or a helper such as smoothing, as one source file
#pragma once

#include "timestep/preset.hpp"

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
    js,
    ts,
    lua,
};

struct LanguageInfo
{
    Language id;
    std::string_view name; ///< name on the command line
    std::string_view title; ///< name with the oldest supported version of the language
    std::string_view extension; ///< extension of file names
    /// Number of bits of an integer: 64, or 53 in languages whose only numbers are floating-point numbers.
    int integer_bits = 64;
    std::string_view other_extensions{}; ///< further extensions of files in this language, in lower case
};

inline constexpr std::array all_languages{
    LanguageInfo{Language::cpp, "cpp", "C++17", ".hpp", 64, ".cc .cpp .cxx .h++ .hh .hxx"},
    LanguageInfo{Language::c, "c", "C99", ".h", 64, ".c"},
    LanguageInfo{Language::csharp, "csharp", "C# 7", ".cs"},
    LanguageInfo{Language::gdscript, "gdscript", "GDScript for Godot 3.2 and Godot 4", ".gd"},
    LanguageInfo{Language::rust, "rust", "Rust 2021", ".rs"},
    LanguageInfo{Language::js, "js", "JavaScript, ES2022", ".js", 53, ".mjs"},
    LanguageInfo{Language::ts, "ts", "TypeScript 4.8", ".ts", 53},
    LanguageInfo{Language::lua, "lua", "Lua 5.4 and LuaJIT", ".lua", 53},
};
constexpr const LanguageInfo& language_info_of(Language id) { return all_languages[static_cast<std::size_t>(id)]; }

struct CodeLine
{
    std::string code{}; ///< code with its indentation and the spaces before the comment
    /// Includes the comment mark ("//"). On a line without code, also includes the indentation.
    std::string comment{};
};

struct SourceCode
{
    std::vector<CodeLine> lines{};
    std::vector<std::string>
        usage_example{}; ///< usage example from the comment at the top of the file, without comment marks

    /// Returns the lines of the file, each with a line feed at its end.
    std::string text() const;
};

struct FileOptions
{
    Language language = Language::cpp;
    /// Name of the namespace (C++), function prefix (C), class (C#, JS, TS) or module (Rust, Lua), in snake_case. If
    /// the code cannot have this name, such as "class" in C++, "_loop" is added to it.
    std::string name = "my_timestep";
    std::string title; ///< title in the first line of the file: "interpolated at 60 Hz"
    std::string description; ///< below the title
    std::string file_name{}; ///< without folders, for the usage example; empty: the name with the language's extension
    /// JavaScript only: a script that defines one global name, instead of an ES module.
    bool is_classic_script = false;
};

/// `changes` are the settings in which `loop` differs from `preset`, such as "overload.limit=100ms".
FileOptions make_file_options(const timestep::Preset& preset, const timestep::Loop& loop,
                              std::span<const std::string> changes, std::string_view version);

/// Returns a sentence that says why `loop` cannot be exported to `language`; std::nullopt if it can.
std::optional<std::string> export_rejection_reason(const timestep::Loop& loop, Language language);

/// The loop must be exportable, and must not have run. A bad options.name throws std::invalid_argument.
SourceCode export_loop(const timestep::Loop& loop, const FileOptions& options);

constexpr bool has_runner(Language language) { return language != Language::gdscript && language != Language::ts; }

/// The file of export_loop() as a program that plans the frames of docs/your-loop.md. It keeps its step rate until a
/// frame has another one. Ignores options.name. Throws std::invalid_argument for a language without a runner.
std::string export_runner(const timestep::Loop& loop, FileOptions options);

/// Code for a part of a game other than its loop, such as smoothing. It can be exported to every Language.
struct NonLoopGamePart
{
    std::string_view name; ///< name on the command line
    std::string_view title; ///< description in the first line of the file
    std::string_view description; ///< below the title; each line ends with a line feed
};

inline constexpr std::array all_non_loop_game_parts{
    NonLoopGamePart{
        "smooth", "smoothing by time instead of by frame: equally fast at every frame rate",
        "This code gives exactly the same results as timestep/smooth.hpp, with only +, -, * and / of 64-bit "
        "floating-point numbers. Times are in seconds.\n`value = approach(value, goal, half_life, dt)` replaces "
        "`value = lerp(value, goal, k * dt)`.\n"},
    NonLoopGamePart{
        "latched-buttons", "each press and each release of a button in exactly one step",
        "This code does exactly what LatchedButtons in timestep/latched_input.hpp does. Times are whole nanoseconds of "
        "one clock.\nFor each event, call push. Before step i of a frame, call begin_step(now, step_end(now, i, "
        "...)), then query the buttons.\n"},
};

/// `name` becomes the namespace, class or module. Throws std::invalid_argument if it is not an identifier.
SourceCode export_game_part(const NonLoopGamePart& part, Language language, const std::string& name,
                            bool is_classic_script = false);

/// Converts a file name without its extension to an identifier whose first character other than "_" is a letter:
/// "my timestep" becomes "my_timestep", and "2d" becomes "loop_2d".
std::string to_identifier(std::string_view file_stem);

} // namespace exporter
