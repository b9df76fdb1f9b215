#include "telemetry/pictures.hpp"

#include <utility>

namespace telemetry
{

std::optional<Picture> PictureTracker::add(const FrameSample& sample)
{
    const std::size_t frame_index = frame_count_++;
    const bool paused             = is_paused(sample);
    std::optional<Picture> ended;
    if (paused || (sample.events & period_start_events) != 0) ended = end_list();
    newest_time_ = std::max(newest_time_, sample.start_wall_time);
    if (paused || !sample.is_displayed) return ended;
    const DisplayedFrame frame{.frame_index    = frame_index,
                               .shown_time     = sample.shown_time,
                               .screen_time    = sample.screen_time,
                               .game_time      = sample.game_time,
                               .camera_x       = sample.camera_x,
                               .limit          = unevenness_limit(sample.refresh_period),
                               .stay_tolerance = sample.is_torn ? sample.refresh_period : Nanos::zero()};
    if (sample.is_torn && sample.refresh_period > Nanos::zero())
    {
        // Of torn frames in one refresh, the first one is scanned out.
        const std::int64_t refresh_number = (sample.screen_time + sample.refresh_period / 2) / sample.refresh_period;
        if (std::exchange(scanned_refresh_, refresh_number) == refresh_number) return ended;
    }
    if (!ended) return add(frame);
    add(frame); // the first of a list
    return ended;
}

std::optional<Picture> PictureTracker::add(const DisplayedFrame& frame)
{
    newest_time_ = std::max(newest_time_, frame.screen_time);
    if (!newest_)
    {
        newest_ = Picture{.frame = frame};
        return std::nullopt;
    }
    if (frame.shows_same(newest_->frame)) return std::nullopt;

    const DisplayedFrame& earlier   = newest_->frame;
    const Nanos stay                = frame.screen_time - earlier.screen_time;
    const Nanos moved               = frame.shown_time - earlier.shown_time;
    const Nanos frame_time          = frame.game_time - earlier.game_time;
    std::optional<Picture> finished = newest_;
    newest_                         = Picture{
                                .frame = frame, .moved = moved, .stayed_before = stay, .frame_time_before = frame_time, .error = moved - stay};
    // It stays longer or shorter than it has moved, and the next one makes up for it: a repeat before a double step.
    const Nanos error_by_own_stay = finished->moved - stay;
    const Nanos certain_error     = std::max(std::chrono::abs(error_by_own_stay) - frame.stay_tolerance, Nanos::zero());
    if (!finished->is_even(certain_error) && finished->error && !finished->is_uneven() && !newest_->is_uneven())
        finished->error = error_by_own_stay;
    return finished;
}

std::optional<Picture> PictureTracker::newest() const
{
    if (!newest_ || !newest_->error || newest_->is_uneven()) return newest_;
    Picture picture           = *newest_;
    const Nanos error_of_stay = picture.moved - (newest_time_ - picture.frame.screen_time);
    if (error_of_stay < Nanos::zero() && !picture.is_even(error_of_stay)) picture.error = error_of_stay;
    return picture;
}

std::optional<Picture> PictureTracker::end_list() { return std::exchange(newest_, std::nullopt); }

std::vector<Picture> pictures_of(const Frames& frames)
{
    PictureTracker tracker;
    std::vector<Picture> pictures;
    for (std::size_t i = 0; i < frames.size(); ++i)
        if (const auto picture = tracker.add(frames[i])) pictures.push_back(*picture);
    if (const auto newest = tracker.newest()) pictures.push_back(*newest);
    return pictures;
}

std::optional<Picture> picture_at(const Frames& frames, std::size_t frame_index)
{
    if (!frames[frame_index].is_displayed) return std::nullopt;
    // Enough frames before it: three changes of the shown time, and for torn frames some refreshes.
    constexpr std::size_t max_distance = 1024;
    const Nanos earliest_screen_time   = frames[frame_index].screen_time - 8 * frames[frame_index].refresh_period;
    std::size_t first                  = frame_index;
    std::size_t newest_displayed       = frame_index;
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
        if (const auto picture = tracker.add(frames[i]); picture && first + picture->frame.frame_index >= frame_index)
            return first + picture->frame.frame_index == frame_index ? picture : std::nullopt;
    const auto newest = tracker.newest();
    return newest && first + newest->frame.frame_index == frame_index ? newest : std::nullopt;
}

} // namespace telemetry
