// programs/demo/window/file_opener.hpp -- opens a recording, a replay, a set-up or a lesson, and plays recordings
#pragma once

#include "base/message.hpp"
#include "base/threads.hpp"
#include "lab/stage/lab.hpp"
#include "programs/demo/panels/recording_card.hpp"

#include <optional>
#include <string>

namespace demo
{

class FileOpener
{
public:
    /// With `reads_synchronously`, start_opening_file_or_ask_for_path() waits for the recording, so that every run is
    /// reproducible.
    FileOpener(lab::Lab& lab, bool reads_synchronously)
        : lab_{lab}
        , reads_synchronously_{reads_synchronously}
    {
    }

    RecordingCard recording_card; ///< the dialog about an opened recording

    /// Runs the loops with the recording's frame times, and shows the plot of these frame times.
    void start_playback(const lab::RecordingPlayback& playback);
    /// Opens a recording, a replay, a configuration string or a lesson. If `path` is empty, asks the user for a path.
    void start_opening_file_or_ask_for_path(const std::string& path);
    void ask_for_path();
    void show_error_and_ask_for_path(const std::string& path, const std::string& reason);
    /// Must be called every frame.
    void handle_requests_and_finished_reads();

private:
    using ReadResult = base::Result<RecordingSummary>;

    void handle(const card_request::Open& request) { start_opening_file_or_ask_for_path(request.path); }
    void handle(const card_request::ListPathCompletions& request);
    void handle(const card_request::PlayWithRecommendedLoop& request);
    void handle(const card_request::SeekToFrame& request);
    void handle(const card_request::RankLoopsForSelectedPart& request);
    void handle(const card_request::PlayWholeRecordingAfterPart& request);
    void handle(const card_request::OverlayOpenedOnPlayedRecording& request);
    void handle(const card_request::StopPlaybackAndRestoreSettings& request);
    void show_read_summary_or_error_in_card();
    void start_reading_and_abandon_earlier_read(base::Task<ReadResult> task);

    lab::Lab& lab_;
    bool reads_synchronously_;
    /// Empty if no recording was played.
    std::optional<lab::RecordingPlayback> playback_{};
    /// The whole recording from which the user last selected a part; empty if no part is selected.
    std::optional<lab::RecordingPlayback> playback_before_part_{};
    struct SettingsBeforePlayback
    {
        lab::LoopChoice loop;
        bool is_lag_on = false;
    };
    /// The settings before the button "Watch it" played a recording and changed them; empty if no recording is played.
    std::optional<SettingsBeforePlayback> settings_before_playback_{};
    base::Task<ReadResult> reading_task_;   ///< reads the recording that was opened last
    base::Task<ReadResult> abandoned_task_; ///< reads an earlier recording; its result is discarded
};

} // namespace demo
