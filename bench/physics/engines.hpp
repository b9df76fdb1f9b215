// bench/physics/engines.hpp -- a column of boxes in another physics engine, for comparison
#pragma once

namespace bench
{

/// Result of a run with a column of ten boxes of 0.5 m, as in the scene `stack`.
struct ColumnRun
{
    double collapsed_at = 0.0; ///< in seconds; 0 if the column stands
    double lean = 0.0; ///< largest horizontal distance of a box from the middle of the column, in metres
};
struct ColumnSetup
{
    double hz = 60.0;
    int iterations = 10; ///< velocity iterations; Box2D also runs 3 position iterations
    int substeps = 1;
    double top_kg = 1.0; ///< mass of the top box; the other boxes have 1 kg
};

ColumnRun box2d_column(const ColumnSetup& setup, double seconds);

} // namespace bench
