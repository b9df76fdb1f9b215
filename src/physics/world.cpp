#include "physics/world.hpp"

namespace physics
{

void World::reset()
{
    current_  = scene_.start();
    previous_ = current_;
    time_     = 0.0;
}

void World::step(double h, const Input& input)
{
    previous_ = current_;
    time_ += h;
    scene_.step(current_, h, time_, input, events_);
}

} // namespace physics
