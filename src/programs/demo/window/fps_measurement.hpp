// programs/demo/window/fps_measurement.hpp -- measures how many frames per second the window presents
#pragma once

#include "timestep/time.hpp"

#include <cstdint>
#include <optional>

namespace demo
{

class FpsMeasurement
{
public:
    /// Must be called after each present. Returns the fps once a second, otherwise std::nullopt.
    std::optional<double> count_frame(timestep::Nanos present_time)
    {
        constexpr timestep::Nanos measurement_duration{1'000'000'000};
        if (frame_count_++ == 0) start_time_ = present_time;
        const timestep::Nanos elapsed_time = present_time - start_time_;
        if (elapsed_time < measurement_duration) return std::nullopt;
        const double fps = static_cast<double>(frame_count_ - 1) / timestep::to_seconds(elapsed_time);
        start_time_ = present_time;
        frame_count_ = 1;
        return fps;
    }
    void restart() { frame_count_ = 0; }

private:
    timestep::Nanos start_time_{};
    std::int64_t frame_count_ = 0;
};

} // namespace demo
