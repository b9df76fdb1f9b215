// programs/demo/window/opener.hpp -- recordings that are opened in the window: read and judged on a thread of their
// own, played and sought; a replay is passed on
#pragma once

#include "base/task.hpp"
#include "lab/stage/lab.hpp"
#include "programs/demo/panels/recording_card.hpp"

#include <optional>
#include <string>
#include <variant>

namespace demo
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

    /// Shown by the panels, which add their requests to it.
    RecordingCard card;

    /// Plays it, and shows its strip.
    void play(const lab::Playback& playback);
    /// Opens a recording, or asks the window to run a replay.
    void open(const std::string& path);
    /// Asks for another path, and says why that one would not do.
    void refuse(const std::string& path, const std::string& why);
    /// Handles this frame's requests, and shows a card that is complete.
    void look();

private:
    using Outcome = std::variant<RecordingSummary, std::string>;

    void handle(const card_request::Open& request) { open(request.path); }
    void handle(const card_request::Complete& request);
    void handle(const card_request::Watch& request);
    void handle(const card_request::Seek& request);
    void handle(const card_request::Stop& request);
    void show_card();

    lab::Lab& lab_;
    bool at_once_;
    std::optional<lab::Playback> played_{}; ///< from its beginning
    base::Task<Outcome> coming_;
    base::Task<Outcome> unwanted_; ///< another was asked for meanwhile
};

} // namespace demo
