// bench/physics/engines.hpp -- as many balls on springs in somebody else's engine
#pragma once

#include <memory>

namespace bench
{

/// `count` balls that hang on a spring each, or fly freely, away from each other and without contacts.
class EngineBalls
{
public:
    EngineBalls()                              = default;
    EngineBalls(const EngineBalls&)            = delete;
    EngineBalls& operator=(const EngineBalls&) = delete;
    virtual ~EngineBalls()                     = default;

    virtual void step(float h) = 0;
    /// Of the first ball: to see that it moves.
    virtual float first_y() const = 0;
};

std::unique_ptr<EngineBalls> box2d_balls(int count, bool on_springs);
std::unique_ptr<EngineBalls> bullet_balls(int count, bool on_springs);

} // namespace bench
