#include "telemetry/pictures.hpp"

#include <cmath>
#include <type_traits>

namespace telemetry
{

// Which of several torn frames is scanned out changes the stay by up to a refresh.
constexpr Nanos standing_time(Nanos stayed, Nanos moved, const auto& frame)
{
    constexpr Nanos unseen{4'000'000};
    const Nanos tolerance = frame.is_torn ? frame.refresh_period : Nanos::zero();
    return std::max(stayed - moved - unseen - tolerance, Nanos::zero());
}

// Sets the error by the camera of `picture`, which `frame` begins, after the picture with `before`.
void set_camera_error(Picture& picture, const CameraShot& before, const FrameSample& frame)
{
    const double speed = std::abs(frame.v);
    if (std::isnan(frame.camera_x) || picture.frame_time_before <= Nanos::zero() || !(speed > 0.0)) return;
    const double stayed_s = timestep::to_seconds(picture.stayed_before);
    const double right_x = (frame.reference_camera_x - before.reference_camera_x) * stayed_s /
                           timestep::to_seconds(picture.frame_time_before);
    const double world_error = frame.camera_x - before.camera_x - right_x;
    const double body_error = frame.shown_x - before.body_x - frame.v * stayed_s - world_error;
    const double error_m = std::max(std::abs(world_error), std::abs(body_error));
    if (!std::isfinite(error_m)) return;
    picture.camera_error_m = error_m;
    picture.camera_error = timestep::from_seconds(error_m / speed);
}

// A FrameSample is not copied to a DisplayedFrame first, because loads of two members that were just stored stall.
const Picture* PictureTracker::add_displayed(const auto& frame, std::size_t frame_index)
{
    constexpr bool is_sample = std::is_same_v<decltype(frame), const FrameSample&>; // else it is a frame without a lane
    if (frame.is_torn && frame.refresh_period > Nanos::zero())
    {
        // Of torn frames in one refresh, the first one is scanned out.
        const std::int64_t refresh_number = (frame.screen_time + frame.refresh_period / 2) / frame.refresh_period;
        if (std::exchange(scanned_refresh_, refresh_number) == refresh_number) return nullptr;
    }
    newest_time_ = std::max(newest_time_, frame.screen_time);
    Picture& replaced = pictures_[newest_index_];
    bool is_same = has_newest_ && replaced.frame.shows_same(frame);
    if constexpr (is_sample) is_same = is_same && replaced.shot.has_same_camera(frame.camera_x);
    if (is_same) return nullptr;
    newest_index_ = 1 - newest_index_;
    Picture& newest = pictures_[newest_index_];
    newest.frame = {.frame_index = frame_index,
                    .shown_time = frame.shown_time,
                    .screen_time = frame.screen_time,
                    .refresh_period = frame.refresh_period,
                    .game_time = frame.game_time,
                    .is_torn = frame.is_torn};
    newest.error = std::nullopt;
    if constexpr (is_sample)
    {
        newest.shot = {frame.camera_x, frame.reference_camera_x, frame.shown_x};
        newest.is_stretched = std::exchange(is_disturbed_, false);
        newest.camera_error = newest.stood_still_before = Nanos::zero();
        newest.camera_error_m = 0.0;
    }
    if (!std::exchange(has_newest_, true)) return nullptr;

    newest.moved = frame.shown_time - replaced.frame.shown_time;
    newest.stayed_before = frame.screen_time - replaced.frame.screen_time;
    newest.frame_time_before = frame.game_time - replaced.frame.game_time;
    newest.error = newest.moved - newest.stayed_before;
    if constexpr (is_sample)
    {
        set_camera_error(newest, replaced.shot, frame);
        if (replaced.error) newest.stood_still_before = standing_time(newest.stayed_before, replaced.moved, frame);
    }
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
    const EventBits disturbance = sample.events & disturbance_events;
    if (disturbance != 0)
    {
        is_disturbed_ = true;
        // The frame before a hiccup, too, may have reached the screen late.
        if ((disturbance & hiccup) != 0 && has_newest_) pictures_[newest_index_].is_stretched = true;
    }
    if (paused || !sample.is_displayed) return ended;
    const Picture* replaced = add_displayed(sample, frame_index);
    // The display may show a frame before its lag, which then makes the picture of this frame longer.
    if ((disturbance & (hitch | debugger_break)) != 0) is_disturbed_ = true;
    return ended != nullptr ? ended : replaced;
}

const Picture* PictureTracker::add(const DisplayedFrame& frame) { return add_displayed(frame, frame.frame_index); }

std::optional<Picture> PictureTracker::newest(Nanos now) const
{
    if (!has_newest_) return std::nullopt;
    Picture picture = pictures_[newest_index_];
    if (!picture.error || picture.is_uneven()) return picture;
    const Nanos error_of_stay = picture.moved - (std::max(newest_time_, now) - picture.frame.screen_time);
    if (error_of_stay < Nanos::zero() && !picture.is_even(error_of_stay)) picture.error = error_of_stay;
    return picture;
}

namespace
{
constexpr double min_uneven_per_s = 3.0; // fewer uneven pictures are blamed on the PC
constexpr std::int64_t min_uneven_pictures = 3;
constexpr double min_still_share = 0.1;
} // namespace

void ScreenMotionMeter::begin_evidence()
{
    first_frame_ = frame_count_;
    pictures_.clear();
    rate_begin_ = 0;
    counts_ = rate_counts_ = {};
    time_ = rate_time_ = {};
    newest_ = {};
}

void ScreenMotionMeter::add_picture(const Picture& picture)
{
    constexpr Nanos still_span{4'000'000'000};
    constexpr std::size_t min_rate_pictures = 3;
    pictures_.push_back(picture);
    for (PictureCounts* counts : {&counts_, &rate_counts_}) counts->add(picture);
    for (Nanos* time : {&time_, &rate_time_}) *time += picture.stayed_before;
    for (; pictures_.size() - rate_begin_ > min_rate_pictures &&
           rate_time_ - pictures_[rate_begin_].stayed_before >= rate_span;
         ++rate_begin_)
    {
        rate_counts_.add(pictures_[rate_begin_], -1);
        rate_time_ -= pictures_[rate_begin_].stayed_before;
    }
    for (; rate_begin_ > 0 && time_ - pictures_.front().stayed_before >= still_span; --rate_begin_)
    {
        counts_.add(pictures_.front(), -1);
        time_ -= pictures_.front().stayed_before;
        pictures_.pop_front();
    }
}

// Between the first and the last uneven picture, the rate of regular ones is exact; a span has up to one more or less.
double ScreenMotionMeter::uneven_per_s(const PictureCounts& counts) const
{
    if (rate_counts_.uneven_count < 2 || counts.screen_time <= Nanos::zero()) return counts.uneven_per_s();
    const auto first = std::ranges::find_if(pictures_.begin() + static_cast<std::ptrdiff_t>(rate_begin_),
                                            pictures_.end(), &Picture::is_uneven);
    const auto last = std::ranges::find_if(pictures_.rbegin(), pictures_.rend(), &Picture::is_uneven);
    const Nanos between = last->frame.screen_time - first->frame.screen_time;
    const auto count = static_cast<double>(counts.uneven_count);
    return std::clamp(static_cast<double>(rate_counts_.uneven_count - 1) / timestep::to_seconds(between),
                      (count - 1.0) / counts.seconds(), (count + 1.0) / counts.seconds());
}

ScreenMotion ScreenMotion::of(const PictureCounts& run)
{
    return {.counts = run,
            .judged_count = std::numeric_limits<std::size_t>::max(),
            .uneven_per_s = run.uneven_per_s(),
            .still_share = run.still_share(),
            .is_uneven = run.uneven_count >= min_uneven_pictures && run.uneven_per_s() >= min_uneven_per_s,
            .stands_still = run.still_share() > min_still_share};
}

ScreenMotion ScreenMotionMeter::add(const FrameSample* previous, const FrameSample& sample)
{
    constexpr double max_even_per_s = 2.5, max_moving_share = 0.07; // once uneven, or standing still
    constexpr double rounding = 0.99;
    const bool has_gap =
        newest_frame_number_ >= 0 && (previous == nullptr || previous->frame_number > newest_frame_number_ + 1);
    if (has_gap) *this = {};
    // A picture counts if the one before it began with a frame of the evidence.
    const bool is_new =
        previous != nullptr && previous->frame_number != std::exchange(newest_frame_number_, previous->frame_number);
    if (const Picture* picture = is_new ? tracker_.add(*previous) : nullptr)
        if (std::exchange(newest_picture_frame_, picture->frame.frame_index) >= first_frame_ && picture->error)
            add_picture(*picture);
    if (is_new) ++frame_count_;
    if (std::exchange(evidence_start_, sample.evidence_start) != sample.evidence_start) begin_evidence();

    newest_.counts = rate_counts_;
    newest_.judged_count = pictures_.size() - rate_begin_;
    newest_.counts_begin = Nanos::max();
    if (newest_.judged_count > 0)
        newest_.counts_begin = pictures_[rate_begin_].frame.screen_time - pictures_[rate_begin_].stayed_before;
    PictureCounts counts = counts_;
    // In a pause, no picture ages.
    const Nanos now = is_paused(sample) ? Nanos::zero() : sample.start_wall_time;
    if (const auto shown = tracker_.newest(now); shown && shown->error && newest_picture_frame_ >= first_frame_)
    {
        newest_.counts.add(*shown);
        counts.add(*shown);
        ++newest_.judged_count;
        const Nanos stayed = std::max(now - shown->frame.screen_time, Nanos::zero());
        counts.still_time += standing_time(stayed, shown->moved, shown->frame);
        counts.screen_time += stayed;
    }
    newest_.still_share = counts.still_share();
    newest_.uneven_per_s = uneven_per_s(newest_.counts);
    const double min_per_s = newest_.is_uneven ? max_even_per_s : rounding * min_uneven_per_s;
    newest_.is_uneven = newest_.counts.uneven_count >= min_uneven_pictures && newest_.uneven_per_s >= min_per_s;
    newest_.stands_still = newest_.still_share > (newest_.stands_still ? max_moving_share : min_still_share);
    return newest_;
}

std::vector<Picture> pictures_of(const Frames& frames, Nanos now)
{
    PictureTracker tracker;
    std::vector<Picture> pictures;
    for (std::size_t i = 0; i < frames.size(); ++i)
        if (const Picture* picture = tracker.add(frames[i])) pictures.push_back(*picture);
    if (const auto newest = tracker.newest(now)) pictures.push_back(*newest);
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
