#include "scenes/drawing/trail.hpp"

#include "scenes/drawing/scene_view.hpp"

namespace scenes
{

namespace
{
bool teleported(const AnyState& state)
{
    return std::visit([](const auto& s) { return s.teleported; }, state);
}
} // namespace

bool Trail::begins_anew(const World& world, const Moment& presented) const
{
    return frame_ < 0 || scene_ != presented.shown.index() || world.ticks() < ticks_ || presented.sample.frame < frame_;
}

void Trail::add(const World& world, const sim::Events& began, const Moment& presented)
{
    const telemetry::FrameSample& sample = presented.sample;
    if (begins_anew(world, presented)) sightings_.clear();
    const bool seen = sample.frame == frame_;
    began_          = began;
    newest_         = world.events();
    scene_          = presented.shown.index();
    ticks_          = world.ticks();
    frame_          = sample.frame;

    const auto follow = view_of(world).followed;
    if (seen || follow == nullptr || telemetry::is_paused(sample)) return;
    sightings_.push_back({.frame  = static_cast<std::size_t>(sample.frame),
                          .game   = sample.game,
                          .at     = follow(world, presented.shown),
                          .jumped = teleported(presented.shown)});
}

} // namespace scenes
