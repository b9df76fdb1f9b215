// bench/physics/engines.hpp -- the storm scene's balls in other physics engines, for comparison
#pragma once

#include <memory>

namespace bench
{

/// A physics engine with many balls, each on a spring or in free flight, far from each other and without contacts.
class EngineBalls
{
public:
    EngineBalls()                              = default;
    EngineBalls(const EngineBalls&)            = delete;
    EngineBalls& operator=(const EngineBalls&) = delete;
    virtual ~EngineBalls()                     = default;

    virtual void step(float h) = 0;
    /// Returns the height of the first ball, to check that it moves.
    virtual float first_y() const = 0;
};

std::unique_ptr<EngineBalls> box2d_balls(int count, bool on_springs);
std::unique_ptr<EngineBalls> bullet_balls(int count, bool on_springs);

} // namespace bench
