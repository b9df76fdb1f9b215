// lab/settings/preferences.hpp -- what is remembered from one start to the next, as text: TOML, one `path = value` a
// line
#pragma once

#include "lab/settings/set_up.hpp"

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lab
{

/// How far somebody has come with a lesson.
enum class Learnt : std::uint8_t
{
    seen,  ///< it was run to its end without a guess
    wrong, ///< the guess was wrong, and the explanation shown
    right, ///< the guess was right
};

/// How far somebody has come.
struct LearningProgress
{
    std::map<std::string, Learnt, std::less<>> lessons{}; ///< by name
    bool tour_done = false;                               ///< or skipped

    friend bool operator==(const LearningProgress&, const LearningProgress&) = default;
};

struct Preferences
{
    Settings settings{};
    LearningProgress progress{};
    int width  = 1280; ///< of the window, in points, 320 to 7680
    int height = 760;  ///< 240 to 4320
};

/// What `read_preferences` reads back. A pause and the list of keys are of the moment, and left out.
std::string preferences_text(const Preferences& preferences);

struct ReadPreferences
{
    Preferences preferences{};
    std::vector<std::string> skipped{}; ///< one line for each setting that is not known, or not in its range, any more
};

/// What was remembered; or one line that says why the text is none of ours at all. Never throws for what is in it.
std::variant<ReadPreferences, std::string> read_preferences(std::string_view text);

} // namespace lab
