#include "lab/lane/frame_history.hpp"

#include <algorithm>

namespace lab
{

namespace
{

std::size_t byte_size_of(const scenes::Moment& moment)
{
    std::size_t bytes = sizeof(scenes::StoredMoment);
    for (const scenes::AnyState* state :
         {&moment.shown_state, &moment.reference_at_frame_start, &moment.reference_at_shown_time,
          &moment.fine_step_state, &moment.previous_state, &moment.newest_state})
        bytes += state->heap_bytes();
    return bytes;
}

std::size_t byte_size_of(const scenes::StoredMoment& moment) { return byte_size_of(moment.as_moment()); }

} // namespace

void FrameHistory::add(const scenes::Moment& moment)
{
    const std::size_t max_moments_of_this_size = max_bytes_ / byte_size_of(moment);
    if (max_moments_of_this_size == 0) return;
    const Nanos min_interval = target_time_span / static_cast<std::int64_t>(max_moments_of_this_size);
    if (!moments_.empty() && moment.sample.start_wall_time - moments_.back().sample.start_wall_time < min_interval)
        return;
    moments_.push_back(scenes::copy_moment(moment));
    byte_size_ += byte_size_of(moments_.back());
    for (; byte_size_ > max_bytes_; moments_.pop_front()) byte_size_ -= byte_size_of(moments_.front());
}

void FrameHistory::clear()
{
    moments_.clear();
    byte_size_ = 0;
}

const scenes::StoredMoment* FrameHistory::moment_at(Nanos wall_time) const
{
    if (moments_.empty()) return nullptr;
    const auto first_later = std::ranges::upper_bound(
        moments_, wall_time, {}, [](const scenes::StoredMoment& m) { return m.sample.start_wall_time; });
    return first_later == moments_.begin() ? &moments_.front() : &*std::prev(first_later);
}

} // namespace lab
