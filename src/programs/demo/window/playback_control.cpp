#include "programs/demo/window/playback_control.hpp"

#include "programs/demo/window/recording_summary.hpp"

#include <utility>

namespace demo
{

void PlaybackControl::play_recording(const lab::RecordingPlayback& playback, std::string unread_file)
{
    unread_file_ = std::move(unread_file);
    playback_ = playback;
    scrubber_.plot = make_recording_plot(playback.frame_times());
    scrubber_.overlays.clear();
    scrubber_.plays_part = false;
    lab_.this_pc.playback = playback;
}

void PlaybackControl::handle_requests()
{
    for (const PlaybackRequest& request : std::exchange(scrubber_.requests, {}))
        std::visit([this](const auto& requested) { execute(requested); }, request);
}

void PlaybackControl::execute(const playback_request::PlayRecommendedLoop&)
{
    const RecordingSummary& summary = card_.summary;
    if (!summary.frame_times) return;
    play_recording({summary.name, *summary.frame_times, lab::PlaybackEndBehaviour::repeat});
    refresh_period_ = summary.refresh_period;
    if (!loop_before_playback_) loop_before_playback_ = lab_.session.settings.lane.loop;
    scrubber_.plays_part = summary.covers_selected_part && playback_before_part_;
    card_.state = RecordingCard::State::closed;
    lab::show_lanes(lab_.session.settings);
    lab_.session.settings.is_paused = false;
    if (summary.best_loops.empty()) return;
    lab_.session.settings.lane.loop.choose_preset(summary.best_loops.front().preset_id);
    lab_.session.settings.lane.loop.set_rate(summary.best_loops.front().rate);
}

void PlaybackControl::execute(const playback_request::PlayFromFrame& request)
{
    if (!playback_) return;
    lab_.this_pc.playback = playback_;
    lab_.this_pc.playback->seek(request.frame_index);
}

void PlaybackControl::execute(const playback_request::RankSelectedPart& request)
{
    if (!playback_) return;
    if (!scrubber_.plays_part) playback_before_part_ = playback_;
    card_.path = playback_->name();
    const auto summarise = [playback = *playback_, request, refresh_period = refresh_period_, file = unread_file_]
    {
        return FileOpener::ReadResult{summarise_part(playback.name(), playback.frame_times(),
                                                     file.empty() ? refresh_period : refresh_period_of_file(file),
                                                     request.begin_fraction, request.end_fraction)};
    };
    file_opener_.start_reading(base::Task<FileOpener::ReadResult>{summarise});
}

void PlaybackControl::execute(const playback_request::PlayWholeRecording&)
{
    if (!playback_before_part_) return;
    play_recording(*playback_before_part_, unread_file_);
    playback_before_part_.reset();
}

void PlaybackControl::execute(const playback_request::OverlayRecording&)
{
    if (!card_.summary.frame_times) return;
    scrubber_.overlays.push_back(make_aligned_overlay(card_.summary.name, *card_.summary.frame_times, scrubber_.plot));
    card_.state = RecordingCard::State::closed;
}

void PlaybackControl::execute(const playback_request::StopPlayback&)
{
    if (!playback_) return;
    lab_.this_pc.playback = playback_;
    lab_.this_pc.playback->skip_to_end();
    if (!loop_before_playback_) return;
    lab_.session.settings.lane.loop = *loop_before_playback_;
    loop_before_playback_.reset();
}

} // namespace demo
