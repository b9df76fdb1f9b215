// programs/demo/window/opener.hpp -- opens recordings in the window: reads and ranks a recording on another thread, and
// plays it. A replay file is passed to the window as a request.
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
    /// If `at_once` is true, open() waits until the recording has been read, so that every run of the program is the
    /// same.
    Opener(lab::Lab& lab, bool at_once)
        : lab_{lab}
        , at_once_{at_once}
    {
    }

    /// The card that the panels show. The panels add the user's requests to it.
    RecordingCard card;

    /// Drives the loops with `playback`, and shows its frame times as a strip at the foot of the stage.
    void play(const lab::Playback& playback);
    /// Starts to read a recording, or requests the run of a replay file. An empty path asks the user for a path.
    void open(const std::string& path);
    /// Shows the reason `why` that `path` could not be opened, and asks the user for another path.
    void refuse(const std::string& path, const std::string& why);
    /// Handles the requests of this frame. Shows the card when its recording has been read.
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
    std::optional<lab::Playback> played_{}; ///< the recording that plays, at its first frame
    base::Task<Outcome> coming_;            ///< reads the newest recording
    base::Task<Outcome> unwanted_;          ///< reads an earlier recording; its result is not used
};

} // namespace demo
