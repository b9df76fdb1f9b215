// lab/settings/preferences.hpp -- the settings that the demo saves when it ends, as TOML lines `path = value`
#pragma once

#include "base/message.hpp"
#include "lab/settings/settings.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lab
{

enum class LessonOutcome : std::uint8_t
{
    seen, ///< the user watched the lesson to its end without guessing
    wrong, ///< the user guessed a wrong answer and has seen the explanation
    right, ///< the user guessed the right answer
};

struct LearningProgress
{
    /// The user's best result in each lesson; the key is the lesson's name.
    std::map<std::string, LessonOutcome, std::less<>> lesson_outcomes{};

    friend bool operator==(const LearningProgress&, const LearningProgress&) = default;
};

struct Preferences
{
    Settings settings{};
    LearningProgress progress{};
    int window_width = 1280; ///< in points
    int window_height = 760; ///< in points
};

/// Omits temporary state (scope::temporary), such as the pause.
std::string preferences_text(const Preferences& preferences);

struct ParsedPreferences
{
    Preferences preferences{};
    bool is_empty = true; ///< true: the text has no setting
    std::vector<std::string> skipped_setting_messages{}; ///< one line for each setting that is unknown or out of range
};

/// Skips invalid settings. Returns an error only if the text is not valid TOML.
base::Result<ParsedPreferences> parse_preferences(std::string_view text);

} // namespace lab
