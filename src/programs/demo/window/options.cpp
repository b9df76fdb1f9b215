#include "programs/demo/window/options.hpp"

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/path.hpp"
#include "base/unsupported_reasons.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/settings/assignments.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/lane_list.hpp"
#include "programs/command_line/options.hpp"
#include "programs/demo/window/main_loop.hpp"
#include "programs/demo/window/settings_file.hpp"
#include "programs/version/version.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <SDL.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <filesystem>
#include <limits>

namespace demo
{

namespace
{

constexpr const char* help_summary =
    "Compares game-loop timesteps live: switch between loops, add lag, and watch the motion.\nEvery control in the "
    "window is also a flag; durations are in ns, us, ms or s.";

using namespace command_line;

// The flags as given on the command line, before they are converted to settings.
struct RawOptions
{
    ControlOptionValues controls;
    std::vector<std::string> setting_assignments; ///< values of --set: PATH=VALUE
    std::vector<std::string> lanes; ///< values of --lane
    std::string spike;
    std::string recording_end_behaviour = "loop";
    std::string window_size;
    std::string frame_count_limit;
    std::string settings_path;
    bool starts_fresh = false;
    bool resets_settings = false;
    bool has_slow_flag = false;
    std::string lane_command; ///< only for --help

    std::string control_value(std::string_view path) const
    {
        const auto found = controls.find(path);
        return found == controls.end() ? "" : found->second;
    }
};

void add_setting_flags(CLI::App& cli, RawOptions& raw_options)
{
    const auto is_any_control = [](const lab::Control&) { return true; };
    add_control_options(cli, raw_options.controls, is_any_control,
                        {.group = "Knobs", .max_listed_choices = std::numeric_limits<std::size_t>::max()});
    add_option(
        cli, "--lane", raw_options.lanes,
        "Add a lane to the stage with settings of its own, as in variable,machine=old-pc-25; the other flags are "
        "those of all lanes. Repeat the flag for each lane, up to six. In a value, %2C is a comma and %20 a "
        "space; program=python3%20my_loop.py runs a program of yours.",
        {.type = "LOOP,KEY=VALUE,...", .group = "Knobs"});
    add_option(cli, "--set", raw_options.setting_assignments,
               "Set the setting named PATH to VALUE, for example scene.stiffness=900.",
               {.type = "PATH=VALUE", .group = "Knobs"});
    add_spike_option(cli, raw_options.spike, "Knobs");
}

void add_run_options(CLI::App& cli, Options& options, RawOptions& raw_options)
{
    add_playback_options(cli, options.recording_path, "Run the loops with the frame times of a recording.",
                         raw_options.recording_end_behaviour);
#ifdef TIMESTEP_SLOW
    add_flag(cli, "--slow", raw_options.has_slow_flag,
             "Run a game, slow the game down, and show its frames instead of this program's: --slow -- ./mygame");
#endif
    const auto add_file = [&](const char* flag, std::string& path, const char* description)
    { add_option(cli, flag, path, description, {.type = "FILE"}); };
    add_file("--open", options.file_to_open,
             "Open a recording, a replay, a set-up or a lesson; FILE without a flag does the same.");
    add_file("--record-frames", options.frame_times_output_path,
             "Write this run's frame times to a CSV file with the column frame_ns.");
    add_file("--record-replay", options.replay_output_path,
             "Write the inputs and settings of the selected lane to a replay file.");
    add_file("--replay", options.replay_path,
             "Run a replay file again; seek in it, or continue it with other settings (what if).");
    add_file("--telemetry", options.telemetry_output_path, "Write one CSV row per frame of the selected loop.");
    add_file("--script", options.script_path,
             "Run a file of timed commands. For example, \"at 5 set machine.delay_ms 100ms\" sets the frame delay to "
             "100 ms after 5 s.");
    add_file("--screenshot", options.screenshot_path, "Save the last frame as PNG.");
    add_option(
        cli, "--guided", options.loop_screenshots_folder,
        "Run the five best-known loops on one slow PC, save their last frames in a folder, and print the results.",
        {.type = "FOLDER"});
    add_file("--report-widgets", options.widget_report_path,
             "Write the positions of all controls in the window to a CSV file.");
    add_option(cli, "--frames", raw_options.frame_count_limit, "Stop the program after this number of frames.",
               {.type = "COUNT"});
    add_option(cli, "--size", raw_options.window_size, "Size of the window, in pixels.", {.type = "WIDTHxHEIGHT"});
    add_flag(cli, "--headless", options.is_headless, "Draw without a display.");
    add_flag(cli, "--virtual-clock", options.uses_virtual_clock,
             "Use a clock that advances only while the program waits, so that runs are reproducible.");
    add_flag(
        cli, "--steady-frames", options.has_steady_frames,
        "With --virtual-clock, run each loop on a virtual PC with steady frames, as the window does in real time.");
}

void add_settings_file_options(CLI::App& cli, RawOptions& raw_options)
{
    add_option(cli, "--settings", raw_options.settings_path,
               "Store settings and progress in this file. Without this flag, a run that ends by itself (--frames) "
               "stores nothing.",
               {.type = "FILE"});
    add_flag(cli, "--fresh", raw_options.starts_fresh,
             "Start with the default settings instead of the settings of the last run.");
    add_flag(cli, "--reset-settings", raw_options.resets_settings,
             "Delete all settings and the progress in the lessons, and start with the defaults.");
}

// If the first argument is a file, as after a double click, makes it the file to open. Returns the other arguments.
std::vector<std::string> take_file_argument(Options& options, std::vector<std::string> unnamed_arguments)
{
    std::error_code error;
    if (unnamed_arguments.empty() || !options.file_to_open.empty()) return unnamed_arguments;
    if (!std::filesystem::is_regular_file(base::path_from_utf8(unnamed_arguments.front()), error))
        return unnamed_arguments;
    options.file_to_open = unnamed_arguments.front();
    unnamed_arguments.erase(unnamed_arguments.begin());
    return unnamed_arguments;
}

void set_window_size(Options& options, const std::string& text)
{
    if (text.empty()) return;
    const auto separator = text.find('x');
    const auto width = base::parse_number<double>(text.substr(0, separator));
    const auto height = separator == text.npos ? std::nullopt : base::parse_number<double>(text.substr(separator + 1));
    if (!width || !height || *width < 320 || *height < 240 || *width > 7680 || *height > 4320)
        throw BadInput{"--size takes WIDTHxHEIGHT from 320x240 to 7680x4320, not '{}'", text};
    options.has_given_size = true;
    options.window_width = static_cast<int>(*width);
    options.window_height = static_cast<int>(*height);
}

void throw_flag_error(std::string_view flag, const base::OptionalError& error)
{
    if (error) throw BadInput{"{}: {}", base::Verbatim{flag}, base::Verbatim{*error}};
}

void apply_setting_flags(lab::Settings& settings, const RawOptions& raw_options)
{
    const std::vector<lab::StageLane> stored_lanes = lanes_of(settings);
    for (const auto controls : {lab::common_controls_except_lists(), lab::list_controls()})
        for (const lab::Control& control : controls)
            if (const std::string value_text = raw_options.control_value(control.path); !value_text.empty())
                throw_flag_error(control.flag, lab::assign(settings, control, value_text));
    for (const std::string& assignment : raw_options.setting_assignments)
    {
        const auto separator = assignment.find('=');
        if (separator == assignment.npos) throw BadInput{"--set takes PATH=VALUE, not '{}'", assignment};
        const std::string path = assignment.substr(0, separator);
        throw_flag_error(base::message("--set {}", path),
                         lab::assign_by_path(settings, path, assignment.substr(separator + 1)));
    }
    if (!raw_options.spike.empty())
        throw_flag_error("--spike", lab::assign_periodic_spike(settings, raw_options.spike));
    share_changes(settings, stored_lanes);
}

// Lanes made of the other settings, as `timestep_lab run` makes them.
void apply_lane_flags(Options& options, const RawOptions& raw_options)
{
    std::vector<lab::LaneSetup> setups;
    for (const std::string& text : raw_options.lanes)
    {
        setups.push_back(lab::parse_lane_option(text, {}, options.settings.lane));
        const std::vector<std::string>& command = setups.back().command;
        if (command.empty()) continue;
        if (!options.lane_command.empty() && options.lane_command != command)
            throw BadInput{"--lane: the window runs one program, not also {}", command.front()};
        options.lane_command = command;
        options.has_program_lanes = true;
    }
    if (!setups.empty()) show_lane_setups(options.settings, setups);
}

// False with an option such as --frames, --script or --headless: a settings file is then used only with --settings.
bool uses_default_settings_file(const Options& options)
{
    return !options.is_headless && !options.uses_virtual_clock && options.frame_count_limit == 0 &&
           options.screenshot_path.empty() && !options.is_guided() && options.script_path.empty() &&
           options.film_path.empty();
}

// Sets `options.settings_path`; keeps it empty if this run stores no settings. Throws BadInput if the path is unusable.
void choose_settings_file(Options& options, const RawOptions& raw_options)
{
    if (raw_options.settings_path.empty() && !uses_default_settings_file(options)) return;
    options.settings_path = raw_options.settings_path.empty() ? default_settings_path() : raw_options.settings_path;
    if (options.settings_path.empty()) return;
    const std::filesystem::path path = base::path_from_utf8(options.settings_path);
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (status.type() == std::filesystem::file_type::none)
        throw BadInput{"{}: settings cannot be read: {}", options.settings_path, error.message()};
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        throw BadInput{"{} is not a file; give the path of a settings file, which may not exist yet",
                       options.settings_path};
    if (raw_options.settings_path.empty()) return;
    const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
    if (!std::filesystem::is_directory(folder, error)) throw BadInput{"--settings: there is no folder {}", folder};
    throw_if_error(base::unwritable_output_error(path));
}

// All stored settings except those of the window. Temporary settings, such as the pause, are never stored.
constexpr lab::Scopes stored_scopes_except_window = lab::scope::all & ~(lab::scope::window | lab::scope::temporary);

// A text that lists settings from the last run that differ from a first start's and are still in use; empty if none.
std::string loaded_settings_text(const lab::Settings& stored_settings, const lab::Settings& current_settings)
{
    constexpr std::size_t max_listed_settings = 4;
    std::vector<std::string> setting_texts;
    const lab::Settings baseline = lab::first_start_settings();
    const std::vector<lab::Assignment> current_changes = lab::differences_from_baseline(current_settings, baseline);
    for (const lab::Assignment& stored_change :
         lab::differences_from_baseline(stored_settings, baseline, stored_scopes_except_window))
    {
        const auto current_change = std::ranges::find(current_changes, stored_change.key, &lab::Assignment::key);
        if (current_change == current_changes.end() || current_change->value != stored_change.value) continue;
        const lab::Control& control = *lab::find_control(stored_settings, stored_change.key);
        setting_texts.push_back(
            fmt::format("{} {}", control.label, lab::parsable_value_text(stored_settings, control)));
    }
    if (setting_texts.empty()) return "";
    const std::size_t unlisted_count =
        setting_texts.size() > max_listed_settings ? setting_texts.size() - max_listed_settings : 0;
    setting_texts.resize(setting_texts.size() - unlisted_count);
    return fmt::format("settings kept from the last run: {}{}; Ctrl+Z restores the defaults",
                       fmt::join(setting_texts, ", "),
                       unlisted_count > 0 ? fmt::format(" and {} more", unlisted_count) : "");
}

// Reads the settings file. With --fresh, reads only the user's progress. With --reset-settings, reads nothing.
void load_stored_settings(Options& options, const RawOptions& raw_options)
{
    if (options.settings_path.empty() || raw_options.resets_settings) return;
    SettingsFileContents file_contents = read_settings_file(options.settings_path);
    options.settings_file_text = lab::preferences_text(file_contents.preferences);
    if (raw_options.starts_fresh) file_contents.preferences.settings = {};
    static_cast<lab::Preferences&>(options) = std::move(file_contents.preferences);
    options.settings.is_paused = browser_prefers_reduced_motion();
    options.settings.view.opening_moves &= !browser_prefers_reduced_motion();
    options.has_stored_settings = !file_contents.is_empty;
    options.notice = std::move(file_contents.notice);
    options.settings_damage_reason = std::move(file_contents.damage_reason);
}

bool is_first_start(const Options& options)
{
    if (!uses_default_settings_file(options) || !options.notice.empty() || !options.settings_damage_reason.empty())
        return false;
    const bool has_default_settings =
        lab::differences_from_baseline(options.settings, {}, stored_scopes_except_window).empty();
    return !options.settings_path.empty() && !options.has_stored_settings && has_default_settings &&
           options.recording_path.empty() && options.file_to_open.empty();
}

void resolve_options(Options& options, const RawOptions& raw_options, bool has_arguments)
{
    if (options.has_steady_frames && !options.uses_virtual_clock)
        throw BadInput{"--steady-frames needs --virtual-clock: in real time, the window has steady frames by itself"};
    const bool has_simulated_time = options.uses_virtual_clock || options.is_guided() || !options.replay_path.empty();
    if (raw_options.has_slow_flag && options.game_command.empty())
        throw BadInput{"--slow: give the game after --, as in --slow -- ./mygame"};
    if (!raw_options.has_slow_flag && !options.game_command.empty())
        throw BadInput{"arguments after -- are those of a game: add --slow"};
    if (raw_options.has_slow_flag && has_simulated_time)
        throw BadInput{"--slow runs a game in real time: leave out --virtual-clock, --guided and --replay"};
    options.frame_count_limit = parse_count_option("--frames", raw_options.frame_count_limit).value_or(0);
    choose_settings_file(options, raw_options);
    throw_if_error(base::file_conflict_error(file_arguments(options)));
    if (!options.replay_output_path.empty() && !options.replay_path.empty())
        throw BadInput{
            "--record-replay records the live loop, but --replay runs a replay: give only one of these flags"};
    load_stored_settings(options, raw_options);
    const lab::Settings stored_settings = options.settings;
    apply_setting_flags(options.settings, raw_options);
    apply_lane_flags(options, raw_options);
    if (!options.lane_command.empty() && base::unsupported_reasons.programs != nullptr)
        throw BadInput{"a program in a lane: {}", base::Verbatim{base::unsupported_reasons.programs}};
    if (!options.lane_command.empty() && has_simulated_time)
        throw BadInput{"a program runs a lane in real time: leave out --virtual-clock, --guided and --replay"};
    if (options.has_stored_settings && !raw_options.starts_fresh)
        options.loaded_settings_notice = loaded_settings_text(stored_settings, options.settings);
    const std::size_t recording_end_behaviour =
        index_of_name(raw_options.recording_end_behaviour, {"loop", "stop"}, "--recording-end");
    options.recording_end_behaviour = static_cast<lab::PlaybackEndBehaviour>(recording_end_behaviour);
    set_window_size(options, raw_options.window_size);
    const bool starts_with_first_screen = !raw_options.starts_fresh && is_first_start(options);
    if (!options.settings.stage.others.empty() && raw_options.control_value("view.more").empty())
        options.settings.view.shows_all_panels = true; // the first screen shows one lane of the list
    else if (starts_with_first_screen && raw_options.control_value("view.more").empty())
    {
        if (lab::differences_from_baseline(options.settings, {}, stored_scopes_except_window).empty())
            options.settings.lane.loop = lab::first_start_settings().lane.loop; // that new users see first
        options.settings.view.shows_all_panels = false;
    }
    const bool is_filmed = !options.film_path.empty() && raw_options.control_value("view.opening") == "on";
    options.shows_opening =
        (!has_arguments || is_filmed) && !page_starts_quietly() && !options.settings.view.shows_all_panels &&
        (is_filmed || uses_default_settings_file(options)) && options.loaded_settings_notice.empty() &&
        options.notice.empty() && options.settings_damage_reason.empty();
    if (!options.replay_output_path.empty())
        options.settings.view.shows_all_panels = true; // a replay records one loop, but the first screen runs two
}

} // namespace

std::vector<base::FileArgument> file_arguments(const Options& options)
{
    std::vector<base::FileArgument> files{{"--recording", options.recording_path},
                                          {"--open", options.file_to_open},
                                          {"--script", options.script_path},
                                          {"--replay", options.replay_path},
                                          {"--settings", options.settings_path, true},
                                          {"--telemetry", options.telemetry_output_path, true},
                                          {"--record-frames", options.frame_times_output_path, true},
                                          {"--record-replay", options.replay_output_path, true},
                                          {"--screenshot", options.screenshot_path, true},
                                          {"--film", options.film_path, true},
                                          {"--report-widgets", options.widget_report_path, true}};
    std::erase_if(files, [](const base::FileArgument& file) { return file.path.empty(); });
    return files;
}

std::string version_text()
{
    SDL_version sdl{};
    SDL_GetVersion(&sdl);
    return version::version_text("timestep_demo", fmt::format("SDL {}.{}.{}, Dear ImGui {}, OpenGL 3.3 core or newer",
                                                              sdl.major, sdl.minor, sdl.patch, IMGUI_VERSION));
}

namespace
{

// Returns false after --help or --version, whose text is already printed: the caller must end the program.
bool parse_arguments(std::span<const char* const> arguments, Options& options, RawOptions& raw_options)
{
    CLI::App cli{help_summary, "timestep_demo"};
    cli.allow_windows_style_options(false); // an argument with a leading slash is a path, also on Windows
    cli.allow_extras();
    cli.get_formatter()->column_width(42);
    cli.set_version_flag("--version", version_text(), "Print version, commit, compiler and libraries, and stop.");
    add_run_options(cli, options, raw_options);
    add_settings_file_options(cli, raw_options);
    add_option(cli, "--film", options.film_path,
               "Film the loops, without panels, to FILE.gif or FILE.webp (needs ffmpeg), or to a folder of PNG files.",
               {.type = "FILE|FOLDER"});
    add_option(cli, "--lane-command", raw_options.lane_command,
               "Let a program of yours run the chosen loop (docs/your-loop.md), as in --lane-command python3 "
               "my_loop.py. Give this option last: all words after it belong to the program. No file keeps it (Linux).",
               {.type = "PROGRAM ARGUMENTS"});
    add_setting_flags(cli, raw_options);
    add_value_checks(cli);
    if (const auto valueless_flag = find_valueless_flag(cli, arguments); !valueless_flag.empty())
        throw BadInput{"{} needs a value that is not empty", valueless_flag};
    const std::string_view lane_command_flag = "--lane-command";
    const auto command_flag = std::ranges::find_if(arguments, [&](std::string_view argument)
                                                   { return argument == "--" || argument == lane_command_flag; });
    if (command_flag != arguments.end())
        (*command_flag == lane_command_flag ? options.lane_command : options.game_command)
            .assign(command_flag + 1, arguments.end());
    const bool lacks_lane_command =
        command_flag != arguments.end() && *command_flag == lane_command_flag && options.lane_command.empty();
    const ParseMessages messages = run_subcommand(cli, {arguments.begin(), command_flag});
    if (messages.help_text)
    {
        base::print_raw(*messages.help_text);
        return false;
    }
    if (!messages.error.empty()) throw BadInput{base::Verbatim{messages.error}};
    if (lacks_lane_command || !raw_options.lane_command.empty())
        throw BadInput{"give the program after --lane-command, as in --lane-command python3 my_loop.py"};
    const std::vector<std::string> unknown_arguments = take_file_argument(options, messages.unknown_arguments);
    if (unknown_arguments.empty()) return true;
    const std::string name = unknown_arguments.front().substr(0, unknown_arguments.front().find('='));
    throw BadInput{base::Verbatim{
        unknown_choice_message(name.starts_with('-') ? "flag" : "argument", name, long_option_names_of(cli))}};
}

} // namespace

std::optional<Options> parse_options(int argc, const char* const* argv)
{
    Options options;
    RawOptions raw_options;
    try
    {
        // Skips the parser if there are no arguments, because parsing takes most of the time until the window opens.
        if (argc > 1 && !parse_arguments({argv, static_cast<std::size_t>(argc)}, options, raw_options))
            return std::nullopt;
        resolve_options(options, raw_options, argc > 1);
        return options;
    }
    catch (const BadInput& error)
    {
        throw BadInput{base::Verbatim{std::string{error.what()} + " (--help lists the flags)"}};
    }
}

} // namespace demo
