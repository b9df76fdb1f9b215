// app/opener.hpp -- recordings that are opened in the window: read and judged on a thread of their own, played and
// sought; a play is handed on
#pragma once

#include "io/task.hpp"
#include "lab/lab.hpp"
#include "lab/opened.hpp"

#include <optional>
#include <string>
#include <variant>

namespace app
{

class Opener
{
public:
    /// With `at_once` it waits for each card: then every run is the same.
    Opener(lab::Lab& lab, bool at_once)
        : lab_{lab}
        , at_once_{at_once}
    {
    }

    /// What the panels show, and write their wishes into.
    lab::Opened opened;

    /// Plays it, and shows its strip.
    void play(const lab::Playback& playback);
    /// A recording, or a play, which the window is asked to play.
    void open(const std::string& path);
    /// Asks for another path, and says why that one would not do.
    void refuse(const std::string& path, const std::string& why);
    /// Grants the wishes of this frame, and puts the card down once it is done.
    void look();

private:
    using Outcome = std::variant<lab::Card, std::string>;

    void handle(const lab::wish::Open& wish) { open(wish.path); }
    void handle(const lab::wish::Complete& wish);
    void handle(const lab::wish::Watch& wish);
    void handle(const lab::wish::Seek& wish);
    void handle(const lab::wish::Stop& wish);
    void show_card();

    lab::Lab& lab_;
    bool at_once_;
    std::optional<lab::Playback> played_{}; ///< from its beginning
    io::Task<Outcome> coming_;
    io::Task<Outcome> unwanted_; ///< another was asked for meanwhile
};

} // namespace app
