// programs/demo/window/opener.hpp -- opens a recording in the window: reads the recording and ranks loops for it on
// another thread, and plays the recording. If the file is a replay, a set-up or a lesson, requests that the window
// shows the file.
#pragma once

#include "base/message.hpp"
#include "base/threads.hpp"
#include "lab/stage/lab.hpp"
#include "programs/demo/panels/recording_card.hpp"

#include <optional>
#include <string>

namespace demo
{

class Opener
{
public:
    /// If `is_synchronous` is true, open() waits until the recording has been read, so that each run of the program
    /// gives equal results.
    Opener(lab::Lab& lab, bool is_synchronous)
        : lab_{lab}
        , is_synchronous_{is_synchronous}
    {
    }

    RecordingCard card;

    /// Runs the loops with the frame times of the recording, and shows its strip.
    void play(const lab::Playback& playback);
    /// Opens a recording, a replay, a set-up or a lesson. If `path` is empty, asks the user for a path.
    void open(const std::string& path);
    /// Shows the reason `reason`, and asks the user for another path.
    void show_refusal(const std::string& path, const std::string& reason);
    /// Carries out the user's requests of this frame, and shows the card when its recording has been read.
    void handle_requests();

private:
    using Outcome = base::Result<RecordingSummary>;

    void handle(const card_request::Open& request) { open(request.path); }
    void handle(const card_request::CompletePath& request);
    void handle(const card_request::PlayRecording& request);
    void handle(const card_request::Seek& request);
    void handle(const card_request::JudgePart& request);
    void handle(const card_request::PlayWhole& request);
    void handle(const card_request::AddOverlay& request);
    void handle(const card_request::StopPlayback& request);
    void finish_reading();
    void start_reading(base::Task<Outcome> task);

    lab::Lab& lab_;
    bool is_synchronous_;
    /// The recording from which the loops get their frame times, positioned at its first frame; empty if there is none.
    std::optional<lab::Playback> playback_{};
    /// The whole recording of which the user selected a part, to continue with it later; empty if no part was selected.
    std::optional<lab::Playback> uncut_playback_{};
    struct SettingsBeforePlayback
    {
        lab::LoopChoice loop;
        bool lag = false; ///< LagSettings::on
    };
    /// The settings before the button *Watch it* changed them; empty without a recording.
    std::optional<SettingsBeforePlayback> settings_before_playback_{};
    base::Task<Outcome> reading_;   ///< the task that reads the recording that was opened last
    base::Task<Outcome> abandoned_; ///< a task that reads an earlier recording, whose result is not needed any more
};

} // namespace demo
