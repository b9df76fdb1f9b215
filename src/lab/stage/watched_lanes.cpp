#include "lab/stage/watched_lanes.hpp"

#include <algorithm>

namespace lab
{

void WatchedLanes::begin_frame(Desk& desk)
{
    for (std::size_t i = 0; i < size(); ++i) (*this)[i].input = desk.input;
    const Nanos passed = desk.begin_watched_frame();
    if (!desk.take_single_frame())
        advance_to(time() + passed);
    else if (const telemetry::FrameSample* frame = single_frame())
        looked_at_ = std::max(looked_at_, frame->screen);
}

void WatchedLanes::lose(Nanos duration, std::uint32_t event)
{
    for (std::size_t i = 0; i < size(); ++i) (*this)[i].hitch(duration);
    note(event);
}

Screen WatchedLanes::on_screen(std::size_t lane)
{
    looked_at_ = std::max(looked_at_, time());
    return (*this)[lane].on_screen(looked_at_);
}

} // namespace lab
