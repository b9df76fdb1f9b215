#include "programs/demo/window/settings_file.hpp"

#include "base/path.hpp"
#include "base/system_files.hpp"
#include "programs/demo/window/demo_files.hpp"
#include "programs/demo/window/main_loop.hpp"

#include <SDL.h>
#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <utility>

namespace demo
{

namespace
{

namespace fs = std::filesystem;
using timestep::Nanos;

constexpr Nanos settings_check_interval{2'000'000'000};

base::OptionalError write_settings_file(const std::string& path, const std::string& text)
{
    const base::OptionalError failure = save_file(path, text, /*waits_for_disk=*/true);
    return failure ? fmt::format("settings cannot be saved: {}", *failure) : failure;
}

} // namespace

std::string default_settings_path()
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
    const auto contents = base::read_small_file(base::path_from_utf8(path));
    if (const auto* read_failure = std::get_if<base::ReadFailure>(&contents))
        return {.damage_reason = "it " + read_failure->reason};
    auto parsed = lab::parse_preferences(std::get<std::string>(contents));
    if (const auto* damage_reason = std::get_if<std::string>(&parsed)) return {.damage_reason = *damage_reason};
    auto& [preferences, is_empty, skipped_lines] = std::get<lab::ParsedPreferences>(parsed);
    std::string notice;
    if (!skipped_lines.empty())
        notice = base::message("{}: {}{}", path, base::Verbatim{skipped_lines.front()},
                               skipped_lines.size() > 1 ? fmt::format(" (and {} more)", skipped_lines.size() - 1) : "");
    return {.preferences = std::move(preferences), .is_empty = is_empty, .notice = std::move(notice)};
}

std::string rename_damaged_settings(const std::string& path, const std::string& damage_reason)
{
    const fs::path damaged_path = base::resolve_symlinks(base::path_from_utf8(path));
    const fs::path new_path = base::path_from_utf8(unused_file_name(base::path_to_utf8(damaged_path) + ".broken", ""));
    std::error_code error;
    fs::rename(damaged_path, new_path, error);
    const std::string rename_outcome = error ? fmt::format("it cannot be renamed ({})", error.message())
                                             : base::message("renamed to {}", new_path.filename());
    return base::message("{}: {}; {}, starting with the defaults", path, base::Verbatim{damage_reason},
                         base::Verbatim{rename_outcome});
}

SettingsFileWriter::SettingsFileWriter(std::string path, std::string file_text)
    : path_{std::move(path)}
    , file_text_{std::move(file_text)}
    , last_checked_text_{file_text_}
    , next_check_time_{settings_check_interval}
{
}

base::OptionalError SettingsFileWriter::start_write(const lab::Preferences& preferences, Nanos now)
{
    next_check_time_ = now + settings_check_interval;
    if (write_task_.holds_untaken_result() && !write_task_.is_done()) return std::nullopt;
    base::OptionalError earlier_failure = finish_write();
    const std::string text = lab::preferences_text(preferences);
    const bool is_settled = text == last_checked_text_;
    last_checked_text_ = text;
    if (is_settled && text != file_text_)
    {
        write_task_ = base::Task<base::OptionalError>{[path = path_, text] { return write_settings_file(path, text); }};
        file_text_ = text;
    }
    return earlier_failure;
}

base::OptionalError SettingsFileWriter::flush(const lab::Preferences& preferences)
{
    if (path_.empty()) return std::nullopt;
    finish_write(); // a failed write is tried again
    const std::string text = lab::preferences_text(preferences);
    std::error_code error;
    const bool file_exists = fs::exists(base::path_from_utf8(path_), error); // the user may have deleted it
    if (text == file_text_ && file_exists && !has_write_failed_) return std::nullopt;
    return write_settings_file(path_, text);
}

base::OptionalError SettingsFileWriter::finish_write()
{
    if (!write_task_.holds_untaken_result()) return std::nullopt;
    base::OptionalError failure = write_task_.take();
    has_write_failed_ = failure.has_value();
    return failure;
}

} // namespace demo
