// draw/shapes/time_axis.hpp -- a stretch of a clock along a row of pixels, from an hour down to a microsecond
#pragma once

#include "draw/shapes/picture.hpp"
#include "timestep/time.hpp"

#include <string>
#include <vector>

namespace draw
{

using timestep::Nanos;

/// From one reading of a clock to a later one.
struct TimeSpan
{
    Nanos from{};
    Nanos to{};

    Nanos length() const { return to - from; }
    friend bool operator==(const TimeSpan&, const TimeSpan&) = default;
};

inline constexpr Nanos shortest_span{1'000};            ///< a microsecond
inline constexpr Nanos longest_span{3'600'000'000'000}; ///< an hour

/// The span zoomed by `factor` (below 1: closer) around a moment that stays where it is, within the limits above.
TimeSpan zoomed(TimeSpan span, double factor, Nanos around);
/// Moved so that it neither begins before `limits` nor ends after it, as far as it fits.
TimeSpan moved_into(TimeSpan span, TimeSpan limits);

class TimeAxis
{
public:
    /// `left` to `right` in pixels, at least one of them. An empty span becomes the shortest.
    TimeAxis(TimeSpan span, float left, float right);

    TimeSpan span() const { return span_; }
    float left() const { return left_; }
    float right() const { return right_; }
    float width() const { return right_ - left_; }

    /// Clamped a few pixels beyond the ends, so that whatever begins or ends outside stays a sound shape.
    float x(Nanos time) const;
    Nanos time(float x) const;
    /// How long a time is, in pixels; not clamped.
    float length(Nanos time) const { return static_cast<float>(static_cast<double>(time.count()) * pixels_per_ns_); }
    /// How long some pixels are; at least a nanosecond.
    Nanos length(float pixels) const;

private:
    TimeSpan span_;
    float left_;
    float right_;
    double pixels_per_ns_;
};

/// A mark on an axis; those without a text are between those with one.
struct Tick
{
    Nanos at{};
    std::string text{};
};

struct Ticks
{
    std::vector<Tick> ticks;
    /// What the texts count from, where they would be too long otherwise: "12.417 s". Empty when they stand alone.
    std::string base;
};

/// Ticks at round times, with texts at least `apart` pixels apart. Times below zero have none.
Ticks ticks_of(const TimeAxis& axis, float apart);

} // namespace draw
