#include "view/trace.hpp"

#include "view/scene_view.hpp"

namespace view
{

namespace
{
bool teleported(const physics::AnyState& state)
{
    return std::visit([](const auto& s) { return s.teleported; }, state);
}
} // namespace

bool Trace::begins_anew(const lab::Lane& lane) const
{
    return frame_ < 0 || scene_ != lane.presented().index() || lane.world().ticks() < ticks_ ||
           lane.samples().back().frame < frame_;
}

void Trace::see(const lab::Lane& lane)
{
    if (lane.samples().empty()) return;
    const telemetry::FrameSample& sample = lane.samples().back();
    const physics::Events& events        = lane.world().events();
    if (begins_anew(lane))
    {
        sightings_.clear();
        at_reset_ = frame_ < 0 || scene_ != lane.presented().index() ? physics::Events{} : newest_;
    }
    const bool seen = sample.frame == frame_;
    newest_         = events;
    scene_          = lane.presented().index();
    ticks_          = lane.world().ticks();
    frame_          = sample.frame;

    const auto follow = view_of(lane.world()).followed;
    if (seen || follow == nullptr || (sample.events & telemetry::paused) != 0) return;
    sightings_.push_back({.frame  = static_cast<std::size_t>(sample.frame),
                          .game   = sample.game,
                          .at     = follow(lane.world(), lane.presented()),
                          .jumped = teleported(lane.presented())});
}

} // namespace view
