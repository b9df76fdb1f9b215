#include "programs/demo/window/remembered.hpp"

#include "base/files.hpp"
#include "base/message.hpp"
#include "base/path.hpp"

#include <SDL.h>
#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <utility>

namespace demo
{

namespace
{

using timestep::Nanos;
namespace fs = std::filesystem;

constexpr Nanos between_looks{2'000'000'000};

} // namespace

std::string settings_path()
{
    if (const char* given = SDL_getenv("TIMESTEP_SETTINGS")) return given;
    const std::unique_ptr<char, void (*)(void*)> folder{SDL_GetPrefPath("", "timestep-lab"), &SDL_free};
    return folder ? std::string{folder.get()} + "settings.toml" : "";
}

RememberedFile read_remembered(const std::string& path)
{
    std::error_code error;
    if (!fs::exists(base::path_of(path), error) && !error) return {};
    const auto text = base::read_small_file(base::path_of(path));
    if (const auto* unread = std::get_if<base::Unread>(&text)) return {.damage = "it " + unread->why};
    auto read = lab::read_preferences(std::get<0>(text));
    if (const auto* why = std::get_if<std::string>(&read)) return {.damage = *why};
    auto& [preferences, skipped] = std::get<lab::ReadPreferences>(read);
    std::string notice;
    if (!skipped.empty())
        notice = base::message("{}: {}{}", path, base::Verbatim{skipped.front()},
                               skipped.size() > 1 ? fmt::format(" (and {} more)", skipped.size() - 1) : "");
    return {.preferences = std::move(preferences), .notice = std::move(notice)};
}

std::string set_aside(const std::string& path, const std::string& damage)
{
    const fs::path broken = base::followed(base::path_of(path));
    fs::path aside;
    std::error_code error;
    for (int i = 1; aside.empty() || fs::exists(aside, error); ++i)
        aside = base::path_of(fmt::format("{}.broken-{}", base::utf8_of(broken), i));
    fs::rename(broken, aside, error);
    const std::string where = error ? fmt::format("it stays where it is ({})", error.message())
                                    : base::message("set aside as {}", aside.filename());
    return base::message("{}: {}; {}, starting with the defaults", path, base::Verbatim{damage}, base::Verbatim{where});
}

std::string write_remembered(const std::string& path, const std::string& text)
{
    base::WholeFile file{base::path_of(path)};
    file.add(text);
    const auto why = file.finish(true);
    return why ? fmt::format("settings cannot be kept: {}", *why) : "";
}

Keeper::Keeper(std::string path, std::string kept)
    : path_{std::move(path)}
    , kept_{std::move(kept)}
    , changed_{kept_}
    , look_again_{between_looks}
{
}

std::string Keeper::keep(const lab::Preferences& preferences, Nanos now)
{
    look_again_ = now + between_looks;
    if (writing_.is_pending() && !writing_.is_done()) return "";
    std::string failure = written();
    std::string text    = lab::preferences_text(preferences);
    const bool at_rest  = text == changed_;
    changed_            = std::move(text);
    if (!at_rest || changed_ == kept_) return failure;
    kept_    = changed_;
    writing_ = base::Task<std::string>{[path = path_, text = kept_] { return write_remembered(path, text); }};
    return failure;
}

std::string Keeper::finish(const lab::Preferences& preferences)
{
    if (path_.empty()) return "";
    std::string failure    = written();
    const std::string text = lab::preferences_text(preferences);
    std::error_code error;
    if (text == kept_ && fs::exists(base::path_of(path_), error)) return failure;
    return write_remembered(path_, text);
}

std::string Keeper::written() { return writing_.is_pending() ? writing_.take() : ""; }

} // namespace demo
