#include "app/remembered.hpp"

#include <SDL.h>
#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>

#if defined(__unix__)
#include <unistd.h>
#endif

namespace app
{

namespace
{

using timestep::Nanos;
namespace fs = std::filesystem;

constexpr Nanos between_looks{2'000'000'000};
constexpr std::size_t longest = 1'000'000;

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// The text, or why there is none.
std::variant<std::string, std::string_view> contents(const std::string& path)
{
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return std::string_view{"it is no file"};
    const File file{std::fopen(path.c_str(), "rb"), &std::fclose};
    if (!file) return std::string_view{std::strerror(errno)};
    std::string text(longest + 1, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), file.get()));
    if (std::ferror(file.get()) != 0) return std::string_view{"it cannot be read"};
    return text;
}

RememberedFile set_aside(const std::string& path, std::string_view why)
{
    std::string aside;
    for (int i = 1; aside.empty() || fs::exists(aside); ++i) aside = fmt::format("{}.broken-{}", path, i);
    std::error_code error;
    fs::rename(path, aside, error);
    const std::string where = error ? fmt::format("it stays where it is ({})", error.message())
                                    : fmt::format("set aside as {}", fs::path{aside}.filename().string());
    return {.notice = fmt::format("{}: {}; {}, starting with the defaults", path, why, where)};
}

bool through_to_the_disk(std::FILE* file)
{
    if (std::fflush(file) != 0) return false;
#if defined(__unix__)
    return fsync(fileno(file)) == 0;
#else
    return true;
#endif
}

std::string cannot(const std::string& path, const char* why)
{
    return fmt::format("{}: settings cannot be kept; {}", path, why);
}

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
    if (!fs::exists(path, error) && !error) return {};
    const auto text = contents(path);
    if (const auto* why = std::get_if<1>(&text)) return set_aside(path, *why);
    auto read = lab::read_preferences(std::get<0>(text));
    if (const auto* why = std::get_if<std::string>(&read)) return set_aside(path, *why);
    auto& [preferences, skipped] = std::get<lab::ReadPreferences>(read);
    std::string notice;
    if (!skipped.empty())
        notice = fmt::format("{}: {}{}", path, skipped.front(),
                             skipped.size() > 1 ? fmt::format(" (and {} more)", skipped.size() - 1) : "");
    return {std::move(preferences), std::move(notice)};
}

std::string write_remembered(const std::string& path, const std::string& text)
{
    std::string unfinished = path + ".part";
#if defined(__unix__)
    unfinished += std::to_string(getpid()); // somebody may have two windows open
#endif
    File file{std::fopen(unfinished.c_str(), "wb"), &std::fclose};
    if (!file) return cannot(path, std::strerror(errno));
    const bool whole =
        std::fwrite(text.data(), 1, text.size(), file.get()) == text.size() && through_to_the_disk(file.get());
    const int reason  = errno;
    const bool closed = std::fclose(file.release()) == 0;
    std::error_code error;
    if (whole && closed) fs::rename(unfinished, path, error);
    if (whole && closed && !error) return "";
    std::error_code ignored;
    fs::remove(unfinished, ignored);
    return cannot(path, error ? error.message().c_str() : std::strerror(reason));
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
    if (writing_.valid() && writing_.wait_for(std::chrono::seconds::zero()) != std::future_status::ready) return "";
    std::string failure = written();
    std::string text    = lab::preferences_text(preferences);
    const bool at_rest  = text == changed_;
    changed_            = std::move(text);
    if (!at_rest || changed_ == kept_) return failure;
    kept_    = changed_;
    writing_ = std::async(std::launch::async, write_remembered, path_, kept_);
    return failure;
}

std::string Keeper::finish(const lab::Preferences& preferences)
{
    if (path_.empty()) return "";
    std::string failure    = written();
    const std::string text = lab::preferences_text(preferences);
    if (text == kept_ && fs::exists(path_)) return failure;
    return write_remembered(path_, text);
}

std::string Keeper::written() { return writing_.valid() ? writing_.get() : ""; }

} // namespace app
