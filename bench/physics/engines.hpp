// bench/physics/engines.hpp -- the storm scene's balls in other physics engines, for comparison
#pragma once

#include <memory>

namespace bench
{

/// Another physics engine with many balls, each on a spring or in free flight. The balls are far apart and never touch.
class EngineBalls
{
public:
    EngineBalls()                              = default;
    EngineBalls(const EngineBalls&)            = delete;
    EngineBalls& operator=(const EngineBalls&) = delete;
    virtual ~EngineBalls()                     = default;

    virtual void step(float h) = 0;
    /// Height of the first ball, to check that it moves.
    virtual float first_y() const = 0;
};

/// Result of a run with a column of ten boxes of 0.5 m, as in the scene `stack`.
struct ColumnRun
{
    double collapsed_at = 0.0; ///< in seconds; 0 if the column stands
    double lean         = 0.0; ///< largest horizontal distance of a box from the middle of the column, in metres
};
struct ColumnSetup
{
    double hz      = 60.0;
    int iterations = 10; ///< velocity iterations; Box2D also runs 3 position iterations
    int substeps   = 1;
    double top_kg  = 1.0; ///< mass of the top box; the other boxes have 1 kg
};

ColumnRun box2d_column(const ColumnSetup& setup, double seconds);
std::unique_ptr<EngineBalls> box2d_balls(int count, bool on_springs);
std::unique_ptr<EngineBalls> bullet_balls(int count, bool on_springs);

} // namespace bench
