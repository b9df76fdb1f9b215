// Any bytes at all as each text that people write: what comes out is a value, or one line that can be shown.
// Run: build/fuzz/tests/fuzz_texts CORPUS tests/fuzz/texts
#include "export/exporter/notation.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/settings/drive.hpp"
#include "lab/settings/lag_text.hpp"
#include "lab/settings/preferences.hpp"
#include "lab/settings/set_up.hpp"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>
#include <variant>

namespace
{

void require(bool promise)
{
    if (!promise) std::abort();
}

void check_line(std::string_view text)
{
    require(!text.empty() && text.size() <= 2'000);
    for (const char c : text) require(static_cast<unsigned char>(c) >= ' ' && c != '\x7F');
}

template <class Read>
void check_read(const Read& read)
{
    if (const auto* refusal = std::get_if<std::string>(&read)) check_line(*refusal);
}

void lesson(std::string_view text) { check_read(lab::parse_lesson(text, "fuzz")); }
void drive(std::string_view text) { check_read(lab::parse_drive(text, "fuzz", {})); }
void lag(std::string_view text) { check_read(lab::parse_lag(text)); }

// What was read is written so that it is read again as the same.
void settings(std::string_view text)
{
    const auto read = lab::read_preferences(text);
    check_read(read);
    const auto* kept = std::get_if<lab::ReadPreferences>(&read);
    if (kept == nullptr) return;
    const std::string written = lab::preferences_text(kept->preferences);
    const auto again          = lab::read_preferences(written);
    require(std::holds_alternative<lab::ReadPreferences>(again));
    require(lab::preferences_text(std::get<lab::ReadPreferences>(again).preferences) == written);
}

// "path=value", as `--set` takes it.
void change(std::string_view text)
{
    const std::size_t is = text.find('=');
    if (is == text.npos) return;
    lab::Settings settings;
    if (const auto refusal = lab::set(settings, text.substr(0, is), text.substr(is + 1))) check_line(*refusal);
}

void recipe(std::string_view text)
{
    try
    {
        exporter::parse(text, "fuzz.loop");
    }
    catch (const std::exception& refusal)
    {
        require(*refusal.what() != '\0');
    }
}

constexpr std::array inputs{lesson, drive, lag, settings, change, recipe};

} // namespace

// The first byte says which text the others are.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0) return 0;
    inputs[*data % inputs.size()]({reinterpret_cast<const char*>(data) + 1, size - 1});
    return 0;
}
