// physics/world.hpp -- a scene in time: its newest state, the one before it, and what happened so far
#pragma once

#include "physics/scenes/spring_and_ball.hpp"

namespace physics
{

class World
{
public:
    using State = SpringAndBall::State;

    explicit World(SpringAndBall scene = {})
        : scene_{scene}
    {
        reset();
    }

    /// Back to the start; what was counted stays counted.
    void reset();
    /// One step of `h` seconds. Saves the previous state per step, so that two steps in a frame blend right.
    void step(double h, const Input& input = {});

    const State& previous() const { return previous_; }
    const State& current() const { return current_; }
    /// Simulated seconds since the start.
    double time() const { return time_; }
    double energy() const { return scene_.energy(current_); }
    const Events& events() const { return events_; }
    SpringAndBall& scene() { return scene_; }
    const SpringAndBall& scene() const { return scene_; }

private:
    SpringAndBall scene_;
    State previous_{};
    State current_{};
    double time_ = 0.0;
    Events events_{};
};

} // namespace physics
