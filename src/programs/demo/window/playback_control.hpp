// programs/demo/window/playback_control.hpp -- plays recordings: carries out the requests of the recording scrubber
#pragma once

#include "lab/stage/lab.hpp"
#include "programs/demo/panels/recording_scrubber.hpp"
#include "programs/demo/window/file_opener.hpp"

#include <optional>

namespace demo
{

class PlaybackControl
{
public:
    PlaybackControl(lab::Lab& lab, RecordingCard& card, RecordingScrubber& scrubber, FileOpener& file_opener)
        : lab_{lab}
        , card_{card}
        , scrubber_{scrubber}
        , file_opener_{file_opener}
    {
    }

    /// Runs the loops with the recording's frame times, and shows the plot of these frame times.
    /// `unread_file` is the recording's path if its display is not known yet; otherwise empty.
    void play_recording(const lab::RecordingPlayback& playback, std::string unread_file = {});
    void handle_requests();

private:
    void execute(const playback_request::PlayRecommendedLoop& request);
    void execute(const playback_request::PlayFromFrame& request);
    void execute(const playback_request::RankSelectedPart& request);
    void execute(const playback_request::PlayWholeRecording& request);
    void execute(const playback_request::OverlayRecording& request);
    void execute(const playback_request::StopPlayback& request);

    lab::Lab& lab_;
    RecordingCard& card_;
    RecordingScrubber& scrubber_;
    FileOpener& file_opener_;
    /// The last played recording, rewound to its first frame.
    std::optional<lab::RecordingPlayback> playback_{};
    std::optional<timestep::Nanos> refresh_period_{}; ///< RecordingSummary::refresh_period of `playback_`
    std::string unread_file_{}; ///< from which `refresh_period_` is read before the first ranking; empty if it is known
    /// The whole recording from which the user last selected a part; empty if no part is selected.
    std::optional<lab::RecordingPlayback> playback_before_part_{};
    /// The loop before the button "Watch it" played a recording and changed it; empty if no recording is played.
    std::optional<lab::LoopChoice> loop_before_playback_{};
};

} // namespace demo
