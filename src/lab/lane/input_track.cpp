#include "lab/lane/input_track.hpp"

#include <algorithm>
#include <iterator>

namespace lab
{

namespace
{
constexpr Nanos velocity_span{50'000'000};
constexpr std::size_t max_entries = 4096; // 34 s at 120 frames a second

sim::Vec2 place_of(const sim::Input& input) { return {input.drag_target_x, input.drag_target_y}; }
} // namespace

void InputTrack::append(Nanos wall_time, const sim::Input& input, HandMotion motion)
{
    if (entries_.empty() && !input.grabbed) return;
    if (!entries_.empty() && wall_time <= entries_.back().wall_time)
    {
        Entry& newest = entries_.back();
        const bool is_at_rest = newest.input.grabbed && input == newest.input;
        newest = {newest.wall_time, input, is_at_rest ? newest.motion : HandMotion::jumps};
        return;
    }
    entries_.push_back({wall_time, input, motion});
    if (entries_.size() > max_entries) entries_.pop_front();
}

// True if the hand holds the body and moves from the entry before to this entry.
bool InputTrack::moves_to(std::size_t entry_index) const
{
    const Entry& entry = entries_[entry_index];
    return entry_index > 0 && entries_[entry_index - 1].input.grabbed && entry.input.grabbed &&
           entry.motion == HandMotion::moves;
}

// `entry_index` is the newest entry at `wall_time`.
sim::Vec2 InputTrack::place_at(Nanos wall_time, std::size_t entry_index) const
{
    const Entry& from = entries_[entry_index];
    if (entry_index + 1 == entries_.size() || !moves_to(entry_index + 1)) return place_of(from.input);
    const Entry& to = entries_[entry_index + 1];
    const double share =
        timestep::to_seconds(wall_time - from.wall_time) / timestep::to_seconds(to.wall_time - from.wall_time);
    return place_of(from.input) + share * (place_of(to.input) - place_of(from.input));
}

sim::Input InputTrack::at(Nanos wall_time) const
{
    const auto is_begun = [&](const Entry& entry) { return entry.wall_time <= wall_time; };
    const auto next = std::ranges::partition_point(entries_, is_begun);
    if (next == entries_.begin() || !std::prev(next)->input.grabbed) return {};
    const auto index = static_cast<std::size_t>(std::distance(entries_.begin(), next)) - 1;
    const bool is_moving = index + 1 < entries_.size() && moves_to(index + 1);
    // The velocity of the last known motion stays.
    const Nanos end = is_moving ? wall_time : entries_[index].wall_time;
    std::size_t first = index;
    while (moves_to(first) && entries_[first].wall_time > end - velocity_span) --first;
    const Nanos begin = std::max(end - velocity_span, entries_[first].wall_time);
    const sim::Vec2 place = place_at(wall_time, index);
    const double seconds = timestep::to_seconds(end - begin);
    const sim::Vec2 velocity = seconds > 0.0 ? (1.0 / seconds) * (place - place_at(begin, first)) : sim::Vec2{};
    sim::Input input = entries_[index].input;
    input.drag_target_x = place.x;
    input.drag_target_y = place.y;
    input.drag_velocity_x = velocity.x;
    input.drag_velocity_y = velocity.y;
    return input;
}

} // namespace lab
