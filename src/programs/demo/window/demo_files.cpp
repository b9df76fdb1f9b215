#include "programs/demo/window/demo_files.hpp"

#include "base/files.hpp"
#include "base/message.hpp"
#include "base/path.hpp"
#include "base/system_files.hpp"
#include "base/text.hpp"
#include "lab/settings/lane_setup.hpp"
#include "programs/demo/window/demo.hpp"

#ifdef TIMESTEP_SLOW
#include "lab/game/game_session.hpp"
#include "lab/game/program.hpp"
#endif

#include <SDL.h>
#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <span>
#include <utility>

namespace demo
{

namespace
{

namespace fs = std::filesystem;

constexpr Nanos frame_time_write_interval{1'000'000'000};
constexpr Nanos settings_check_interval{2'000'000'000};

base::OptionalError write_settings_file(const std::string& path, const std::string& text)
{
    const base::OptionalError failure = save_text_file(path, text, /*waits_for_disk=*/true);
    return failure ? fmt::format("settings cannot be saved: {}", *failure) : failure;
}

} // namespace

std::string unused_file_name(std::string_view stem, std::string_view extension)
{
    std::error_code error; // ignored: writing the file will fail and report the error
    for (int i = 1;; ++i)
        if (std::string name = fmt::format("{}-{}{}{}", stem, i, extension.empty() ? "" : ".", extension);
            !fs::exists(base::path_from_utf8(name), error))
            return name;
}

lab::RecordingPlayback load_playback(const std::string& path, lab::PlaybackEndBehaviour end_behaviour)
{
    return {path, base::value_or_throw(lab::load_frame_times(path)), end_behaviour};
}

lab::TimedCommands load_and_check_script(const Options& options)
{
    lab::TimedCommands commands = base::value_or_throw(lab::read_script(options.script_path, options.settings));
    std::vector<base::FileArgument> files = input_and_output_files(options);
    const std::size_t input_count         = files.size();
    for (const lab::TimedCommand& command : commands)
        if (command.kind == lab::TimedCommand::Kind::save_screenshot)
            files.push_back({"the screenshot of --script", command.screenshot_file, true});
    base::throw_if_error(base::error_if_output_is_also_input_or_output(files));
    base::throw_if_error(base::error_if_output_not_writable(std::span{files}.subspan(input_count)));
    return commands;
}

base::Verbatim name_and_folder(const std::string& path)
{
    std::error_code error; // after an error, the folder is empty
    const fs::path full_path = fs::absolute(base::path_from_utf8(path), error).lexically_normal();
    return base::Verbatim{base::message("{} in {}", full_path.filename(), full_path.parent_path())};
}

base::OptionalError save_text_file(const std::string& path, const std::string& text, bool waits_for_disk)
{
    base::AtomicFileWriter file{base::path_from_utf8(path)};
    file.add(text);
    return file.finish(waits_for_disk);
}

std::string widgets_csv(const WidgetLog& widget_log, std::int64_t frame_number)
{
    std::string text = fmt::format("name,x,y,w,h,value\nwindow.frame,0,0,0,0,{}\n", frame_number);
    for (const LoggedWidget& w : widget_log)
        text += fmt::format("{},{},{},{},{},{}\n", base::csv_quoted(w.name), w.rect.x, w.rect.y, w.rect.w, w.rect.h,
                            base::csv_quoted(w.value));
    return text;
}

void save_widgets_csv(const std::string& path, const WidgetLog& widget_log, std::int64_t frame_number)
{
    base::throw_if_error(save_text_file(path, widgets_csv(widget_log, frame_number)));
}

FrameTimeRecorder::FrameTimeRecorder(std::string path)
    : path_{std::move(path)}
    , file_{base::path_from_utf8(path_), "frame_ns\n"}
{
    base::throw_if_error(file_.failure());
}

void FrameTimeRecorder::write_new_frame_times_if_due(std::span<const Nanos> all_frame_times, Nanos now)
{
    if (now < next_write_) return;
    next_write_ = now + frame_time_write_interval;
    append_new_frame_times(all_frame_times);
}

void FrameTimeRecorder::finish(std::span<const Nanos> all_frame_times)
{
    append_new_frame_times(all_frame_times);
    base::throw_if_error(file_.flush_and_get_error());
}

void FrameTimeRecorder::append_new_frame_times(std::span<const Nanos> all_frame_times)
{
    std::string lines;
    for (; written_count_ < all_frame_times.size(); ++written_count_)
        lines += fmt::format("{}\n", all_frame_times[written_count_].count());
    if (!lines.empty()) base::throw_if_error(file_.add(lines));
}

std::string settings_file_path()
{
    if (const char* environment_path = SDL_getenv("TIMESTEP_SETTINGS")) return environment_path;
    const std::unique_ptr<char, void (*)(void*)> folder{SDL_GetPrefPath("", "timestep-lab"), &SDL_free};
    return folder ? std::string{folder.get()} + "settings.toml" : "";
}

SettingsFileContents read_settings_file(const std::string& path)
{
    std::error_code error;
    if (!fs::exists(base::path_from_utf8(path), error) && !error)
    {
        SettingsFileContents defaults;
        defaults.preferences.settings.view.uses_light_theme = browser_prefers_light_theme();
        return defaults;
    }
    const auto contents = base::read_small_file_or_pipe(base::path_from_utf8(path));
    if (const auto* read_failure = std::get_if<base::ReadFailure>(&contents))
        return {.damage_reason = "it " + read_failure->reason};
    auto parsed = lab::parse_preferences(std::get<0>(contents));
    if (const auto* damage_reason = std::get_if<std::string>(&parsed)) return {.damage_reason = *damage_reason};
    auto& [preferences, skipped_lines] = std::get<lab::ParsedPreferences>(parsed);
    std::string notice;
    if (!skipped_lines.empty())
        notice = base::message("{}: {}{}", path, base::Verbatim{skipped_lines.front()},
                               skipped_lines.size() > 1 ? fmt::format(" (and {} more)", skipped_lines.size() - 1) : "");
    return {.preferences = std::move(preferences), .notice = std::move(notice)};
}

std::string rename_damaged_settings_and_get_notice(const std::string& path, const std::string& damage_reason)
{
    const fs::path damaged_path = base::resolve_symlinks(base::path_from_utf8(path));
    const fs::path new_path = base::path_from_utf8(unused_file_name(base::path_to_utf8(damaged_path) + ".broken", ""));
    std::error_code error;
    fs::rename(damaged_path, new_path, error);
    const std::string result_text = error ? fmt::format("it cannot be renamed ({})", error.message())
                                          : base::message("renamed to {}", new_path.filename());
    return base::message("{}: {}; {}, starting with the defaults", path, base::Verbatim{damage_reason},
                         base::Verbatim{result_text});
}

SettingsFileWriter::SettingsFileWriter(std::string path, std::string file_text)
    : path_{std::move(path)}
    , file_text_{std::move(file_text)}
    , last_checked_text_{file_text_}
    , next_check_{settings_check_interval}
{
}

base::OptionalError SettingsFileWriter::start_write_if_settled(const lab::Preferences& preferences, Nanos now)
{
    next_check_ = now + settings_check_interval;
    if (write_task_.holds_untaken_result() && !write_task_.is_done()) return std::nullopt;
    base::OptionalError failure = wait_for_write_and_get_error();
    std::string text            = lab::preferences_text(preferences);
    const bool is_unchanged     = text == last_checked_text_;
    last_checked_text_          = std::move(text);
    if (!is_unchanged || last_checked_text_ == file_text_) return failure;
    file_text_ = last_checked_text_;
    write_task_ =
        base::Task<base::OptionalError>{[path = path_, text = file_text_] { return write_settings_file(path, text); }};
    return failure;
}

base::OptionalError SettingsFileWriter::finish(const lab::Preferences& preferences)
{
    if (path_.empty()) return std::nullopt;
    base::OptionalError failure = wait_for_write_and_get_error();
    const std::string text      = lab::preferences_text(preferences);
    std::error_code error;
    if (text == file_text_ && fs::exists(base::path_from_utf8(path_), error)) return failure;
    return write_settings_file(path_, text);
}

base::OptionalError SettingsFileWriter::wait_for_write_and_get_error()
{
    return write_task_.holds_untaken_result() ? write_task_.take() : std::nullopt;
}

#ifdef TIMESTEP_SLOW
std::unique_ptr<sim::Pc> launch_slowed_game(const Options& options)
{
    lab::find_slowable_program(options.game_command.front()); // throws if the game cannot be slowed down
    lab::GameLaunchOptions launch_options{.command_line = options.game_command};
    launch_options.message_prefix = "timestep_demo";
    launch_options.game_setup     = {
            .slowing_pid = base::process_id(), .seed = options.settings.seed, .machine = options.settings.machine};
    if (!options.recording_path.empty())
        launch_options.game_setup.recording = {
            load_playback(options.recording_path, options.recording_end_behaviour).frame_times(),
            options.recording_end_behaviour == lab::PlaybackEndBehaviour::repeat};
    return std::make_unique<lab::GamePc>(std::move(launch_options));
}
#else // a build without TIMESTEP_SLOW has no option --slow
std::unique_ptr<sim::Pc> launch_slowed_game(const Options&) { return nullptr; }
#endif

} // namespace demo
