#include "programs/demo/window/options.hpp"

#include "base/console.hpp"
#include "base/message.hpp"
#include "base/number.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/set_up.hpp"
#include "programs/demo/window/remembered.hpp"
#include "programs/version/version.hpp"
#include "timestep/presets.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <SDL.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace demo
{

namespace
{

constexpr const char* about = "Compares game-loop timesteps live: flip between loops, slow this PC down, and watch.\n"
                              "Every knob of the panel is a flag; durations take ns, us, ms or s.";

// Texts of the command line that have not been converted to settings yet.
struct Texts
{
    std::map<std::string_view, std::string> controls; ///< the text given for each setting, by the path of the setting
    std::vector<std::string> set;                     ///< texts of the form PATH=VALUE
    std::string spike;
    std::string recording_end = "loop";
    std::string size;
    std::string frames;
    std::string settings;
    bool fresh = false;
    bool reset = false;
    bool slow  = false;
};

void add_controls(CLI::App& cli, Texts& texts)
{
    for (const auto rows : {lab::controls(), lab::list_controls()})
        for (const lab::Control& row : rows)
            cli.add_option(std::string{row.flag}, texts.controls[row.path], std::string{row.tip})
                ->type_name(lab::range_text(row))
                ->group("Knobs");
    cli.add_option("--set", texts.set, "Any knob by its path, as in scene.stiffness=900.")
        ->type_name("PATH=VALUE")
        ->group("Knobs");
    cli.add_option("--spike", texts.spike, "A spike of LENGTH every FRAMES frames, as in 60:250ms.")
        ->type_name("FRAMES:LENGTH")
        ->group("Knobs");
}

void add_files(CLI::App& cli, Options& options, Texts& texts)
{
    cli.add_option("--recording", options.recording, "Drive the loops with the frame times of a recording.")
        ->type_name("FILE");
    cli.add_option("--recording-end", texts.recording_end, "What happens when the recording ends.")
        ->type_name("loop|stop");
#ifdef TIMESTEP_SLOW
    cli.add_flag("--slow", texts.slow, "Slow a game down instead of this PC, and show its frames: --slow -- ./mygame");
#endif
    cli.add_option("--open", options.open,
                   "Open a recording, a replay, a set-up or a lesson; a file without a flag is opened, too.")
        ->type_name("FILE");
    cli.add_option("--record-frames", options.record_frames, "Write this run's frame times as frame_ns CSV.")
        ->type_name("FILE");
    cli.add_option("--record-replay", options.record_replay, "Write what you do with the live loop as a replay file.")
        ->type_name("FILE");
    cli.add_option("--replay", options.replay, "Run a replay file again, with a scrubber and what if.")
        ->type_name("FILE");
    cli.add_option("--telemetry", options.telemetry, "Write one CSV row per frame of the selected lane.")
        ->type_name("FILE");
    cli.add_option("--drive", options.drive, "Follow a file of timed commands.")->type_name("FILE");
    cli.add_option("--screenshot", options.screenshot, "Save the last frame as PNG.")->type_name("FILE");
    cli.add_option("--guided", options.guided, "Draw every loop on one slow PC into a folder, and say what happened.")
        ->type_name("FOLDER");
    cli.add_option("--report-widgets", options.report_widgets, "Write where the panel's controls are, as CSV.")
        ->type_name("FILE");
    cli.add_option("--frames", texts.frames, "Stop after so many frames.")->type_name("COUNT");
    cli.add_option("--size", texts.size, "Size of the window, in pixels.")->type_name("WIDTHxHEIGHT");
    cli.add_flag("--headless", options.headless, "Draw without a display.");
    cli.add_flag("--virtual-clock", options.virtual_clock,
                 "Time passes only when the program waits: repeatable to the byte.");
}

void add_memory(CLI::App& cli, Options& options, Texts& texts)
{
    cli.add_option("--settings", texts.settings,
                   "Keep settings and progress in this file. Runs that end by themselves keep none unless asked to.")
        ->type_name("FILE");
    cli.add_flag("--fresh", texts.fresh, "Start from the defaults instead of the settings of last time.");
    cli.add_flag("--reset-settings", texts.reset, "Forget all settings and what was learnt, and start anew.");
    cli.add_option("--film", options.film, "Film the stage: FILE.gif or FILE.webp by ffmpeg, or a folder of PNG files.")
        ->type_name("FILE|FOLDER");
    cli.add_flag("--tour", options.tour, "Start with the tour of the first screen.");
}

std::optional<std::string> unknown_flag(const CLI::App& cli, const std::vector<std::string>& extras)
{
    if (extras.empty()) return std::nullopt;
    std::vector<std::string> names;
    for (const CLI::Option* option : cli.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    const std::vector<std::string_view> views{names.begin(), names.end()};
    const std::string text = extras.front().substr(0, extras.front().find('='));
    return base::unknown(text.starts_with('-') ? "flag" : "argument", text, views);
}

// If the first of the further arguments is the path of a file, as from a double click on it, opens this file. Returns
// the other arguments.
std::vector<std::string> take_file(Options& options, std::vector<std::string> extras)
{
    std::error_code error;
    if (extras.empty() || !options.open.empty()) return extras;
    if (!std::filesystem::is_regular_file(base::path_of(extras.front()), error)) return extras;
    options.open = extras.front();
    extras.erase(extras.begin());
    return extras;
}

std::optional<std::string> set_size(Options& options, const std::string& text)
{
    if (text.empty()) return std::nullopt;
    const auto x      = text.find('x');
    const auto width  = base::number<double>(text.substr(0, x));
    const auto height = x == text.npos ? std::nullopt : base::number<double>(text.substr(x + 1));
    if (!width || !height || *width < 320 || *height < 240 || *width > 7680 || *height > 4320)
        return base::message("--size takes WIDTHxHEIGHT from 320x240 to 7680x4320, not '{}'", text);
    options.width  = static_cast<int>(*width);
    options.height = static_cast<int>(*height);
    return std::nullopt;
}

std::optional<std::string> set_frames(Options& options, const std::string& text)
{
    const auto count = base::parse_count(text);
    if (!text.empty() && !count) return base::message("--frames takes a whole number from 1 to 1e12, not '{}'", text);
    options.frames = count.value_or(0);
    return std::nullopt;
}

std::optional<std::string> set_recording_end(Options& options, const std::string& text)
{
    static constexpr std::array<std::string_view, 2> ends{"loop", "stop"};
    const auto end = std::find(ends.begin(), ends.end(), text);
    if (end == ends.end()) return base::unknown("--recording-end", text, ends);
    options.recording_end = end == ends.begin() ? lab::AtEnd::loop : lab::AtEnd::stop;
    return std::nullopt;
}

std::optional<std::string> set_by_path(Options& options, const std::string& text)
{
    const auto equals = text.find('=');
    if (equals == text.npos) return base::message("--set takes PATH=VALUE, not '{}'", text);
    const std::string path = text.substr(0, equals);
    const auto error       = lab::set(options.settings, path, text.substr(equals + 1));
    return error ? std::optional{base::message("--set {}: {}", path, base::Verbatim{*error})} : std::nullopt;
}

// Opens the lesson if it is about a network game. The settings of the network choose such a lesson, so the value of
// --lesson does not know it.
bool open_network_lesson(lab::Settings& settings, const lab::Control& row, const std::string& name)
{
    const lab::Lesson* lesson = row.flag == "--lesson" ? lab::find_lesson(name) : nullptr;
    if (lesson == nullptr || !lesson->network) return false;
    lab::open(settings, *lesson);
    return true;
}

std::optional<std::string> set_controls(Options& options, const Texts& texts)
{
    // The mode decides which machine the other flags change.
    if (options.settings.has_virtual_pcs && !lab::set(options.settings, "lab.mode", texts.controls.at("lab.mode")))
        lab::select_machine(options.settings);
    for (const auto rows : {lab::controls(), lab::list_controls()})
        for (const lab::Control& row : rows)
        {
            const std::string& text = texts.controls.at(row.path);
            if (text.empty() || open_network_lesson(options.settings, row, text)) continue;
            if (const auto error = lab::assign(options.settings, row, text))
                return fmt::format("{}: {}", row.flag, *error);
        }
    for (const std::string& text : texts.set)
        if (auto error = set_by_path(options, text)) return error;
    if (!texts.spike.empty())
        if (const auto error = lab::assign_spike(options.settings, texts.spike))
            return fmt::format("--spike: {}", *error);
    return std::nullopt;
}

// Returns true if a user works with the window. Otherwise the run ends by itself or must be repeatable, so it neither
// reads nor writes the user's settings.
bool of_a_person(const Options& options)
{
    return !options.headless && !options.virtual_clock && options.frames == 0 && options.screenshot.empty() &&
           options.guided.empty() && options.drive.empty() && options.film.empty();
}

// Sets `options.remembered` to the path of the settings file, or to an empty path if settings are not stored. Returns
// an error message if the path cannot be used. Does not read or write the file.
std::optional<std::string> find_settings(Options& options, const Texts& texts)
{
    if (texts.settings.empty() && !of_a_person(options)) return std::nullopt;
    options.remembered = texts.settings.empty() ? settings_path() : texts.settings;
    if (options.remembered.empty()) return std::nullopt;
    std::error_code error;
    const auto status = std::filesystem::status(base::path_of(options.remembered), error);
    if (status.type() == std::filesystem::file_type::none)
        return base::message("{}: settings cannot be read: {}", options.remembered, error.message());
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        return base::message("{} is no file; settings are kept in one, which need not be there yet",
                             options.remembered);
    const std::filesystem::path folder = std::filesystem::absolute(base::path_of(options.remembered)).parent_path();
    if (!texts.settings.empty() && !std::filesystem::is_directory(folder, error))
        return base::message("--settings: there is no folder {}", folder);
    if (!texts.settings.empty()) return base::error_if_not_writable(base::path_of(options.remembered));
    return std::nullopt;
}

// Returns a line that names the stored settings that differ from the defaults and that no flag has changed; an empty
// text if there are none. Leaves out the settings "view.*", which change only the display, and the kept set-up, which
// is no part of the present one.
std::string line_about(const lab::Settings& stored, const lab::Settings& present)
{
    constexpr std::size_t most = 4;
    std::vector<std::string> names;
    const std::vector<lab::Change> now = lab::differences(present);
    for (const lab::Change& change : lab::differences(stored, {}, lab::scope::all & ~lab::scope::window))
    {
        if (change.key == "compare.kept") continue;
        const auto same = std::ranges::find(now, change.key, &lab::Change::key);
        if (same == now.end() || same->value != change.value) continue;
        const lab::Control& row = *lab::find_control(stored, change.key);
        names.push_back(fmt::format("{} {}", row.label, lab::value_text(stored, row)));
    }
    if (names.empty()) return "";
    const std::size_t more = names.size() > most ? names.size() - most : 0;
    names.resize(names.size() - more);
    return fmt::format("still set from last time: {}{}; Ctrl+Z for the defaults", fmt::join(names, ", "),
                       more > 0 ? fmt::format(" and {} more", more) : "");
}

// Reads the stored settings and the user's progress. With --fresh, only the progress is read; with --reset-settings,
// neither.
void remember(Options& options, const Texts& texts)
{
    if (options.remembered.empty() || texts.reset) return;
    RememberedFile file = read_remembered(options.remembered);
    options.kept        = lab::preferences_text(file.preferences);
    if (!texts.fresh) options.settings = file.preferences.settings;
    options.progress        = std::move(file.preferences.progress);
    options.width           = file.preferences.width;
    options.height          = file.preferences.height;
    options.notice          = std::move(file.notice);
    options.settings_damage = std::move(file.damage);
}

// Returns true if this is the user's first start, and no option changes a setting or opens a recording. If the settings
// file is damaged (`options.notice` or `options.settings_damage` is set), it is not a first start.
bool is_first_start(const Options& options)
{
    if (!of_a_person(options) || !options.notice.empty() || !options.settings_damage.empty()) return false;
    const bool untouched = lab::differences(options.settings, {}, lab::scope::all & ~lab::scope::window).empty();
    return !options.remembered.empty() && !options.progress.tour_done && untouched && options.recording.empty() &&
           options.open.empty();
}

// Chooses the first screen, with the defaults of a first visit if no option has changed a setting.
void show_first_screen(lab::Settings& settings)
{
    if (lab::differences(settings).empty()) settings.loop = lab::first_settings().loop;
    settings.view.more = false;
}

// Returns an error if the options contradict --slow, or a game is named without it.
std::optional<std::string> check_game(const Options& options, bool slow)
{
    if (!slow && options.game.empty()) return std::nullopt;
    if (!slow) return "arguments behind two dashes are a game's: add --slow";
    if (options.game.empty()) return "--slow: name the game behind two dashes: --slow -- ./mygame";
    if (options.virtual_clock || !options.guided.empty() || !options.replay.empty())
        return "--slow runs a game in real time: leave --virtual-clock, --guided and --replay out";
    return std::nullopt;
}

std::optional<std::string> one_line(std::string text)
{
    std::replace(text.begin(), text.end(), '\n', ' ');
    return base::printable(text, 2 * base::max_shown_characters);
}

} // namespace

std::vector<base::NamedFile> files_of(const Options& options)
{
    return {{"--recording", options.recording},
            {"--open", options.open},
            {"--drive", options.drive},
            {"--replay", options.replay},
            {"--settings", options.remembered, true},
            {"--telemetry", options.telemetry, true},
            {"--record-frames", options.record_frames, true},
            {"--record-replay", options.record_replay, true},
            {"--screenshot", options.screenshot, true},
            {"--film", options.film, true},
            {"--report-widgets", options.report_widgets, true}};
}

std::string version_text()
{
    SDL_version sdl{};
    SDL_GetVersion(&sdl);
    return version::text("timestep_demo", fmt::format("SDL {}.{}.{}, Dear ImGui {}, OpenGL 3.3 core or newer",
                                                      sdl.major, sdl.minor, sdl.patch, IMGUI_VERSION));
}

std::variant<Options, Exit> parse_options(int argc, const char* const* argv)
{
    Options options;
    Texts texts;
    CLI::App cli{about, "timestep_demo"};
    cli.allow_windows_style_options(false); // an argument that begins with a slash is a path on every system
    cli.allow_extras();
    cli.get_formatter()->column_width(42);
    cli.set_version_flag("--version", version_text(), "Print version, commit, compiler and libraries, and stop.");
    add_files(cli, options, texts);
    add_memory(cli, options, texts);
    add_controls(cli, texts);
    base::check_values(cli);

    std::optional<std::string> error;
    const std::span arguments{argv, static_cast<std::size_t>(argc)};
    if (const auto flag = base::find_empty_value(cli, arguments); !flag.empty())
        return Exit{2, base::message("{} needs a value that is not empty (--help lists the flags)", flag)};
    try
    {
        const auto* const dashes = std::find(argv, argv + argc, std::string_view{"--"});
        if (dashes != argv + argc) options.game.assign(dashes + 1, argv + argc);
        cli.parse(static_cast<int>(dashes - argv), argv);
    }
    catch (const CLI::CallForHelp&)
    {
        return Exit{0, cli.help()};
    }
    catch (const CLI::CallForVersion&)
    {
        return Exit{0, cli.version() + "\n"};
    }
    catch (const CLI::ParseError& e)
    {
        error = one_line(e.what());
    }
    if (!error) error = unknown_flag(cli, take_file(options, cli.remaining()));
    if (!error) error = check_game(options, texts.slow);
    if (!error) error = set_frames(options, texts.frames);
    if (!error) error = find_settings(options, texts);
    if (!error) error = base::error_if_same_file(files_of(options));
    if (!error && !options.record_replay.empty() && !options.replay.empty())
        error = "--record-replay records the live loop, and --replay shows another: give one of the two";
    if (!error) remember(options, texts);
    const lab::Settings stored = options.settings;
    if (!error) error = set_controls(options, texts);
    if (!error && !options.settings.has_virtual_pcs) lab::adopt_machine(options.settings, stored.machine);
    if (!error) options.still_set = line_about(stored, options.settings);
    if (!error) error = set_recording_end(options, texts.recording_end);
    if (!error) error = set_size(options, texts.size);
    if (error) return Exit{2, *error + " (--help lists the flags)"};
    // At the first start, the window shows only the first screen, unless an option requests all panels.
    const bool first = !texts.fresh && is_first_start(options);
    if (first && texts.controls.at("view.more").empty()) show_first_screen(options.settings);
    if (!options.record_replay.empty())
        options.settings.view.more = true; // shows all panels: a replay records one loop, but the first screen runs two
    return options;
}

} // namespace demo
