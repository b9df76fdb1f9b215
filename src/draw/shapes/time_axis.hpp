// draw/shapes/time_axis.hpp -- converts between times and horizontal pixels, for spans from a microsecond to an hour
#pragma once

#include "draw/shapes/picture.hpp"
#include "timestep/time.hpp"

#include <string>
#include <vector>

namespace draw
{

using timestep::Nanos;

/// A span of time on a time axis: from the time at its left end to the time at its right end.
struct TimeSpan
{
    Nanos from{};
    Nanos to{};

    Nanos length() const { return to - from; }
    friend bool operator==(const TimeSpan&, const TimeSpan&) = default;
};

inline constexpr Nanos shortest_span{1'000};            ///< shortest span that an axis shows: a microsecond
inline constexpr Nanos longest_span{3'600'000'000'000}; ///< longest span that an axis shows: an hour

/// Returns the span with its length multiplied by `factor` (below 1 zooms in). The length is limited to the range from
/// shortest_span to longest_span. On the screen, the time `around` does not move.
TimeSpan zoomed(TimeSpan span, double factor, Nanos around);
/// Returns `span`, moved so that it lies inside of `limits`. If it is longer than `limits`, it begins where `limits`
/// begins.
TimeSpan moved_into(TimeSpan span, TimeSpan limits);

class TimeAxis
{
public:
    /// Creates an axis that shows `span` between the x coordinates `left` and `right`, in pixels. The axis is at least
    /// one pixel wide. A span shorter than shortest_span is extended to shortest_span.
    TimeAxis(TimeSpan span, float left, float right);

    TimeSpan span() const { return span_; }
    float left() const { return left_; }
    float right() const { return right_; }
    float width() const { return right_ - left_; }

    /// Returns the x coordinate in pixels of `time`. For a time outside of the axis it is at most 8 pixels beyond the
    /// axis's end: a shape that is partly outside can still be drawn.
    float x(Nanos time) const;
    /// Returns the time at the x coordinate `x` in pixels.
    Nanos time(float x) const;
    /// Returns the length in pixels of a duration, which may be longer than the axis.
    float length(Nanos time) const { return static_cast<float>(static_cast<double>(time.count()) * pixels_per_ns_); }
    /// Returns the duration that is `pixels` long on the axis; at least a nanosecond.
    Nanos length(float pixels) const;

private:
    TimeSpan span_;
    float left_;
    float right_;
    double pixels_per_ns_;
};

/// A mark on a time axis. Some marks have a text; between them are marks without text.
struct Tick
{
    Nanos at{};
    std::string text{};
};

struct Ticks
{
    std::vector<Tick> ticks;
    /// The time to which the texts of the ticks (marks) are relative, such as "12.417 s". Used if complete times would
    /// be too long; empty if the texts are complete times.
    std::string base;
};

/// Returns ticks (marks) at round times. Two ticks with text are at least `apart` pixels apart. No tick is at a
/// negative time.
Ticks ticks_of(const TimeAxis& axis, float apart);

} // namespace draw
