#include "scenes/drawing/trail.hpp"

#include "scenes/drawing/scene_view.hpp"

namespace scenes
{

bool Trail::begins_anew(const World& world, const Moment& presented) const
{
    return frame_ < 0 || scene_ != &world.type() || world.ticks() < ticks_ || presented.sample.frame < frame_;
}

void Trail::add(const World& world, const sim::Events& began, const Moment& presented)
{
    const telemetry::FrameSample& sample = presented.sample;
    if (begins_anew(world, presented)) sightings_.clear();
    const bool seen = sample.frame == frame_;
    began_          = began;
    newest_         = world.events();
    scene_          = &world.type();
    ticks_          = world.ticks();
    frame_          = sample.frame;

    const auto follow = view_of(world).followed;
    if (seen || follow == nullptr || telemetry::is_paused(sample)) return;
    sightings_.push_back({.frame  = static_cast<std::size_t>(sample.frame),
                          .game   = sample.game,
                          .at     = follow(world, presented.shown),
                          .jumped = world.type().teleported(presented.shown)});
}

} // namespace scenes
