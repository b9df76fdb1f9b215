// lab/settings/preferences.hpp -- the settings that are saved when the demo ends, as TOML text with one `path = value`
// in each line
#pragma once

#include "lab/settings/set_up.hpp"

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lab
{

/// The user's best result in a lesson.
enum class Learnt : std::uint8_t
{
    seen,  ///< the user ran the lesson to its end without a guess
    wrong, ///< the guess was wrong; the user has seen the explanation
    right, ///< the guess was right
};

/// The user's progress in the lessons and the tour.
struct LearningProgress
{
    std::map<std::string, Learnt, std::less<>> lessons{}; ///< results by the name of the lesson
    bool tour_done = false;                               ///< the user has finished or skipped the tour

    friend bool operator==(const LearningProgress&, const LearningProgress&) = default;
};

struct Preferences
{
    Settings settings{};
    LearningProgress progress{};
    int width  = 1280; ///< width of the window in points, 320 to 7680
    int height = 760;  ///< height of the window in points, 240 to 4320
};

/// Returns the text that read_preferences() reads back. It leaves out three settings that only describe the present
/// moment: lab.paused, view.help and replay.at_s.
std::string preferences_text(const Preferences& preferences);

struct ReadPreferences
{
    Preferences preferences{};
    std::vector<std::string> skipped{}; ///< one line for each setting that is unknown or out of range
};

/// Reads saved preferences. Returns one line with the error if the text is not valid TOML. Does not throw for invalid
/// text.
std::variant<ReadPreferences, std::string> read_preferences(std::string_view text);

} // namespace lab
