// draw/shapes/time_axis.hpp -- converts between times and horizontal pixels, for spans from a microsecond to an hour
#pragma once

#include "draw/shapes/picture.hpp"
#include "timestep/time.hpp"

#include <string>
#include <vector>

namespace draw
{

using timestep::Nanos;

struct TimeSpan
{
    Nanos from{};
    Nanos to{};

    Nanos length() const { return to - from; }
    friend bool operator==(const TimeSpan&, const TimeSpan&) = default;
};

inline constexpr Nanos min_span_length = std::chrono::microseconds{1};
inline constexpr Nanos max_span_length = std::chrono::hours{1};

/// Scales `span` around `fixed_time`, to a length of at least `min_span_length` and at most `max_span_length`.
TimeSpan zoomed_span(TimeSpan span, double length_factor, Nanos fixed_time);
/// Moves `span` into `limits`, and keeps its length. A span longer than `limits` begins where `limits` begins.
TimeSpan shifted_into(TimeSpan span, TimeSpan limits);

class TimeAxis
{
public:
    /// `left` and `right` are in pixels.
    TimeAxis(TimeSpan span, float left, float right);

    TimeSpan span() const { return span_; }
    float left() const { return left_; }
    float right() const { return right_; }
    float width() const { return right_ - left_; }

    /// The x coordinate in pixels, clamped to 8 pixels beyond the ends of the axis.
    float x_clamped_with_overhang(Nanos time) const;
    Nanos time_at(float x) const;
    /// The length in pixels of a duration; not clamped.
    float pixel_length(Nanos duration) const
    {
        return static_cast<float>(static_cast<double>(duration.count()) * pixels_per_ns_);
    }
    /// The duration that a length in pixels on this axis stands for; at least 1 ns.
    Nanos duration_of_pixels(float pixels) const;

private:
    TimeSpan span_;
    float left_;
    float right_;
    double pixels_per_ns_;
};

/// A tick on a time axis. `label` is empty if the tick has none.
struct AxisTick
{
    Nanos time{};
    std::string label{};
};

struct AxisTicks
{
    std::vector<AxisTick> ticks;
    /// The time to which all labels are relative, such as "12.417 s"; empty if the labels show absolute times.
    std::string base_time_label;
};

/// Returns ticks at round times from 0. Their labels are at least `min_label_distance_px` pixels apart.
AxisTicks axis_ticks(const TimeAxis& axis, float min_label_distance_px);

} // namespace draw
