#include "telemetry/pictures.hpp"

namespace telemetry
{

// A FrameSample is not copied to a DisplayedFrame first, because loads of two members that were just stored stall.
const Picture* PictureTracker::add_displayed(const auto& frame, std::size_t frame_index)
{
    if (frame.is_torn && frame.refresh_period > Nanos::zero())
    {
        // Of torn frames in one refresh, the first one is scanned out.
        const std::int64_t refresh_number = (frame.screen_time + frame.refresh_period / 2) / frame.refresh_period;
        if (std::exchange(scanned_refresh_, refresh_number) == refresh_number) return nullptr;
    }
    newest_time_ = std::max(newest_time_, frame.screen_time);
    Picture& replaced = pictures_[newest_index_];
    if (has_newest_ && replaced.frame.shows_same(frame)) return nullptr;
    newest_index_ = 1 - newest_index_;
    Picture& newest = pictures_[newest_index_];
    newest.frame = {.frame_index = frame_index,
                    .shown_time = frame.shown_time,
                    .screen_time = frame.screen_time,
                    .refresh_period = frame.refresh_period,
                    .game_time = frame.game_time,
                    .camera_x = frame.camera_x,
                    .is_torn = frame.is_torn};
    newest.error = std::nullopt;
    if (!std::exchange(has_newest_, true)) return nullptr;

    newest.moved = frame.shown_time - replaced.frame.shown_time;
    newest.stayed_before = frame.screen_time - replaced.frame.screen_time;
    newest.frame_time_before = frame.game_time - replaced.frame.game_time;
    newest.error = newest.moved - newest.stayed_before;
    // It stays longer or shorter than it has moved, and the next one makes up for it: a repeat before a double step.
    // Which of several torn frames is scanned out changes the stay by up to a refresh.
    const Nanos error_by_own_stay = replaced.moved - newest.stayed_before;
    const Nanos tolerance = frame.is_torn ? frame.refresh_period : Nanos::zero();
    const Nanos certain_error = std::max(std::chrono::abs(error_by_own_stay) - tolerance, Nanos::zero());
    if (!replaced.is_even(certain_error) && replaced.error && !replaced.is_uneven() && !newest.is_uneven())
        replaced.error = error_by_own_stay;
    return &replaced;
}

const Picture* PictureTracker::add(const FrameSample& sample)
{
    const std::size_t frame_index = frame_count_++;
    const bool paused = is_paused(sample);
    const Picture* ended = paused || (sample.events & period_start_events) != 0 ? end_list() : nullptr;
    newest_time_ = std::max(newest_time_, sample.start_wall_time);
    if (paused || !sample.is_displayed) return ended;
    const Picture* replaced = add_displayed(sample, frame_index);
    return ended != nullptr ? ended : replaced;
}

const Picture* PictureTracker::add(const DisplayedFrame& frame) { return add_displayed(frame, frame.frame_index); }

std::optional<Picture> PictureTracker::newest() const
{
    if (!has_newest_) return std::nullopt;
    Picture picture = pictures_[newest_index_];
    if (!picture.error || picture.is_uneven()) return picture;
    const Nanos error_of_stay = picture.moved - (newest_time_ - picture.frame.screen_time);
    if (error_of_stay < Nanos::zero() && !picture.is_even(error_of_stay)) picture.error = error_of_stay;
    return picture;
}

std::vector<Picture> pictures_of(const Frames& frames)
{
    PictureTracker tracker;
    std::vector<Picture> pictures;
    for (std::size_t i = 0; i < frames.size(); ++i)
        if (const Picture* picture = tracker.add(frames[i])) pictures.push_back(*picture);
    if (const auto newest = tracker.newest()) pictures.push_back(*newest);
    return pictures;
}

std::optional<Picture> picture_at(const Frames& frames, std::size_t frame_index)
{
    if (!frames[frame_index].is_displayed) return std::nullopt;
    // Enough frames before it: three changes of the shown time, and for torn frames some refreshes.
    constexpr std::size_t max_distance = 1024;
    const Nanos earliest_screen_time = frames[frame_index].screen_time - 8 * frames[frame_index].refresh_period;
    std::size_t first = frame_index;
    std::size_t newest_displayed = frame_index;
    for (int changes = 0; first > 0 && frame_index - first < max_distance; --first)
    {
        const FrameSample& earlier = frames[first - 1];
        if (!earlier.is_displayed) continue;
        if (changes >= 3 && earlier.screen_time < earliest_screen_time) break;
        if (earlier.shown_time != frames[newest_displayed].shown_time) ++changes;
        newest_displayed = first - 1;
    }
    const std::size_t end = std::min(frames.size(), frame_index + max_distance);
    PictureTracker tracker;
    for (std::size_t i = first; i < end; ++i)
        if (const Picture* picture = tracker.add(frames[i]);
            picture && first + picture->frame.frame_index >= frame_index)
            return first + picture->frame.frame_index == frame_index ? std::optional{*picture} : std::nullopt;
    const auto newest = tracker.newest();
    return newest && first + newest->frame.frame_index == frame_index ? newest : std::nullopt;
}

} // namespace telemetry
