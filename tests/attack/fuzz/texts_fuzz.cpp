// Fuzz target: reads random bytes as each kind of text that users write. The result must be a value, or an error of one
// printable line.
// Run: build/fuzz/tests/fuzz_texts CORPUS tests/attack/fuzz/texts
#include "export/exporter/template_parser.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/settings/assignments.hpp"
#include "lab/settings/lag_text.hpp"
#include "lab/settings/preferences.hpp"
#include "lab/settings/script.hpp"
#include "require.hpp"

#include <array>
#include <cstdint>
#include <exception>
#include <string>
#include <variant>

namespace
{

void check_line(std::string_view text)
{
    require(!text.empty() && text.size() <= 2'000);
    check_printable(text);
}

template <class Read>
void check_read(const Read& read)
{
    if (const auto* refusal = std::get_if<std::string>(&read)) check_line(*refusal);
}

void lesson(std::string_view text) { check_read(lab::parse_lesson(text, "fuzz")); }
void script(std::string_view text) { check_read(lab::parse_script(text, "fuzz", {})); }
void lag(std::string_view text) { check_read(lab::parse_lag(text)); }

// Preferences that were read must be written and read again unchanged.
void settings(std::string_view text)
{
    const auto read = lab::parse_preferences(text);
    check_read(read);
    const auto* kept = std::get_if<lab::ParsedPreferences>(&read);
    if (kept == nullptr) return;
    const std::string written = lab::preferences_text(kept->preferences);
    const auto again = lab::parse_preferences(written);
    require(std::holds_alternative<lab::ParsedPreferences>(again));
    require(lab::preferences_text(std::get<lab::ParsedPreferences>(again).preferences) == written);
}

// The text is "path=value", as in `--set`.
void change(std::string_view text)
{
    const std::size_t is = text.find('=');
    if (is == text.npos) return;
    lab::Settings settings;
    if (const auto refusal = lab::assign_by_path(settings, text.substr(0, is), text.substr(is + 1)))
        check_line(*refusal);
}

void code_template(std::string_view text)
{
    try
    {
        exporter::parse_code_template(text, "fuzz.loop");
    }
    catch (const std::exception& refusal)
    {
        require(*refusal.what() != '\0');
    }
}

constexpr std::array inputs{lesson, script, lag, settings, change, code_template};

} // namespace

// The first byte of the data selects the kind of text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0) return 0;
    inputs[*data % inputs.size()]({reinterpret_cast<const char*>(data) + 1, size - 1});
    return 0;
}
