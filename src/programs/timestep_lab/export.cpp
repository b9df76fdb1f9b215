// timestep_lab export -- writes the source code of a game loop to one file without dependencies, for use in a game
#include "base/files.hpp"
#include "base/message.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "catalogue/presets.hpp"
#include "export/exporter/exporter.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/lane_options.hpp"
#include "programs/timestep_lab/output.hpp"
#include "timestep/loop.hpp"
#include "timestep/version.hpp"

#include <CLI/App.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace timestep_lab
{

namespace
{

using namespace timestep;

struct ExportOptions
{
    LoopOptions loop_options;
    std::string language;
    std::string part;
    std::string name;
    std::string output_file = "-";
    bool prints_language_support = false;
    bool is_classic_script = false;
    bool is_runner = false;
};

// The programming language of --lang; without --lang, that of the output file's extension; without extension, C++.
const exporter::LanguageInfo& chosen_language(const ExportOptions& options)
{
    if (!options.language.empty()) return row_named(options.language, exporter::all_languages, "language", "--lang");
    const std::string extension =
        base::ascii_lower_case(base::path_to_utf8(base::path_from_utf8(options.output_file).extension()));
    if (extension.empty()) return exporter::all_languages.front();
    for (const exporter::LanguageInfo& language : exporter::all_languages)
        if (language.extension == extension ||
            std::ranges::count(base::words_of(language.other_extensions), extension) > 0)
            return language;
    throw BadInput{"{}: no language has files that end in {}; choose one with --lang {}", options.output_file,
                   extension, fmt::format("{}", fmt::join(names_in(exporter::all_languages), "|"))};
}

std::string exported_name(const ExportOptions& options)
{
    if (options.name.empty())
        return options.output_file == "-"
                   ? exporter::to_identifier(options.part.empty() ? "my_timestep" : options.part)
                   : exporter::to_identifier(base::path_to_utf8(base::path_from_utf8(options.output_file).stem()));
    if (options.name.size() <= base::max_shown_characters && exporter::to_identifier(options.name) == options.name)
        return options.name;
    throw BadInput{
        "--name takes at most 80 letters, digits and _, and the first that is not _ must be a letter, not '{}'",
        options.name};
}

void print_language_support()
{
    base::print("{:<10} {:<26} {}\n", "language", "for", "files");
    for (const exporter::LanguageInfo& language : exporter::all_languages)
        base::print("{:<10} {:<26} {}\n", language.name, language.title, language.extension);
    base::print("\nloop                 ");
    for (const exporter::LanguageInfo& language : exporter::all_languages) base::print(" {:<9}", language.name);
    base::print("\n");
    std::string reasons;
    for (const Preset& preset : catalogue::presets())
    {
        base::print("{:<21}", preset.name);
        for (const exporter::LanguageInfo& language : exporter::all_languages)
        {
            const auto reason = exporter::export_rejection_reason(preset.make(preset.default_rate), language.id);
            base::print(" {:<9}", reason ? "no" : "yes");
            if (reason) reasons += fmt::format("{} in {}: {}\n", preset.name, language.name, *reason);
        }
        base::print("\n");
    }
    if (!reasons.empty()) base::print("\n{}", base::Verbatim{reasons});
    base::print("\nIn every language, with --part:\n");
    for (const exporter::NonLoopGamePart& part : exporter::all_non_loop_game_parts)
        base::print("{:<20}  {}\n", part.name, part.title);
    base::print("\nA file contains the loop's step planning and its pacer. The game itself reads the clock, sleeps and "
                "presents.\n");
}

void write_code(const ExportOptions& options, bool quiet, std::string_view code, std::string_view title)
{
    write_output(options.output_file, code);
    if (options.output_file != "-" && !quiet)
        base::print("{}: {}, in {}\n", base::printable_excerpt(options.output_file), title,
                    chosen_language(options).title);
}

void run_export_command(const ExportOptions& options, bool quiet)
{
    if (options.prints_language_support)
    {
        print_language_support();
        return;
    }
    const exporter::LanguageInfo& language = chosen_language(options);
    if (options.is_classic_script && language.id != exporter::Language::js)
        throw BadInput{"--classic-script needs --lang js: {} has no classic scripts", language.title};
    if (options.is_runner && !exporter::has_runner(language.id))
        throw BadInput{"--runner needs --lang cpp, c, csharp, rust, js or lua, not {}", language.name};
    if (!options.part.empty())
    {
        const auto& part = row_named(options.part, exporter::all_non_loop_game_parts, "part", "--part");
        write_code(
            options, quiet,
            exporter::export_game_part(part, language.id, exported_name(options), options.is_classic_script).text(),
            part.name);
        return;
    }
    const Loop loop = parse_loop(options.loop_options);
    if (const auto rejection_reason = exporter::export_rejection_reason(loop, language.id))
        throw BadInput{"{} cannot be written in {}: {}", options.loop_options.preset_name, language.title,
                       base::Verbatim{*rejection_reason}};

    const Preset& preset = *catalogue::find_preset(options.loop_options.preset_name);
    exporter::FileOptions file_options =
        exporter::make_file_options(preset, loop, options.loop_options.loop_assignments, TIMESTEP_VERSION);
    file_options.language = language.id;
    file_options.name = exported_name(options);
    file_options.is_classic_script = options.is_classic_script;
    if (options.output_file != "-")
        file_options.file_name = base::path_to_utf8(base::path_from_utf8(options.output_file).filename());
    write_code(options, quiet,
               options.is_runner ? exporter::export_runner(loop, file_options)
                                 : exporter::export_loop(loop, file_options).text(),
               file_options.title);
}

} // namespace

void add_export_command(CLI::App& program)
{
    auto [command, options] =
        add_command<ExportOptions>(program, "export",
                                   "Write the code of a loop, or of another part of a game (see --part), as one file "
                                   "without dependencies, to copy into a game.",
                                   run_export_command);
    add_loop_options(command, options.loop_options);
    add_option(command, "--lang", options.language,
               "The programming language; by default chosen by the ending of the written file; without an ending, C++.",
               {.type = "cpp|c|csharp|gdscript|rust|js|ts|lua"});
    CLI::Option& part = add_option(
        command, "--part", options.part,
        "Write the code of another part of a game instead of a loop: smoothing that is equally fast at every "
        "frame rate, or buttons that "
        "pass each press to exactly one step.",
        {.type = "smooth|latched-buttons"});
    for (const char* const loop_option : {"--loop", "--hz", "--set"})
        add_exclusion(part, *command.get_option(loop_option));
    add_option(
        command, "--name", options.name,
        "Name of the namespace, prefix, class or module; by default the name of the written file. If the code cannot "
        "have the name, such as class in C++, _loop is added.",
        {.type = "NAME"});
    add_option(command, "-o,--output", options.output_file, "The file to write; - for the terminal.",
               {.type = "FILE", .shows_default = true});
    add_flag(command, "--classic-script", options.is_classic_script,
             "In JavaScript, write a classic script, which defines one global name, instead of a module.");
    CLI::Option& runner = add_flag(command, "--runner", options.is_runner,
                                   "Write a program around the loop, for --lane-command and conform "
                                   "(docs/your-loop.md).");
    for (const char* const other : {"--part", "--name", "--classic-script"})
        add_exclusion(runner, *command.get_option(other));
    CLI::Option& list = add_flag(command, "--list", options.prints_language_support,
                                 "Print which loops can be written in which languages, and stop.");
    for (CLI::Option* const option : command.get_options())
        if (option != &list && option != command.get_help_ptr()) add_exclusion(list, *option);
}

} // namespace timestep_lab
