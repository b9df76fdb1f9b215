// SPDX-License-Identifier: MIT
// timestep/probe.hpp -- writes a line for each frame of any game loop to a file that `timestep_lab identify` reads
// This header includes no other header of the library, so it can be copied alone into any game:
//     timestep::Probe probe{"probe.csv"};
//     while (running)
//     {
//         probe.begin_frame();                     // where the loop reads its clock
//         ...
//         while (carried >= dt) { step(dt); probe.count_step(dt); carried -= dt; }
//         probe.set_alpha(carried / dt);           // only if the displayed state is blended
//         probe.set_drawn_position(body_x);        // optional: where this frame draws a body that moves, and
//         probe.set_camera_position(camera_x);     // the camera that follows it
//     }
#ifndef TIMESTEP_PROBE_HPP
#define TIMESTEP_PROBE_HPP

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace timestep
{

/// Version of the CSV format that Probe writes; it changes with every change of the columns.
inline constexpr int probe_format_version = 2;

/// Writes a CSV line for each frame when the next frame begins or the object is destroyed; takes about 2 us a frame.
/// The column `clock` says who measured the frame time, `game` or `probe`. Columns without a value are empty.
/// Use the object from one thread only, and create it before the first frame.
class Probe
{
public:
    using Nanos = std::chrono::nanoseconds;

    /// Creates the file `path`; if the environment variable TIMESTEP_PROBE names a file, appends to that file instead.
    /// After an error, is_open() returns false and all other functions do nothing.
    explicit Probe(const char* path)
    {
        const char* const env_path = std::getenv("TIMESTEP_PROBE");
        const bool has_env_path = env_path != nullptr && *env_path != '\0';
        file_ = has_env_path ? std::fopen(env_path, "a") : std::fopen(path, "w");
        if (file_)
            flush(std::fputs("probe_format,time_ns,clock,frame_ns,steps,simulated_ns,alpha,drawn,camera\n", file_));
    }
    Probe(const Probe&) = delete;
    void operator=(const Probe&) = delete;
    ~Probe()
    {
        write_frame_line();
        if (file_) std::fclose(file_);
    }

    bool is_open() const { return file_ != nullptr; }

    /// Begins a frame whose frame time is the time since the last call. Call this where the game loop reads its clock.
    void begin_frame()
    {
        const Nanos now = steady_now();
        const Nanos frame_time = frame_count_ > 0 ? now - frame_start_ : Nanos::zero();
        start_frame(now, frame_time, "probe");
    }
    /// Begins a frame whose time the game has measured. Pass `frame_time` before the loop clamps or rounds it.
    void begin_frame(Nanos frame_time) { start_frame(steady_now(), frame_time, "game"); }

    /// Counts a step of this frame that simulates `seconds`.
    void count_step(double seconds)
    {
        ++step_count_;
        simulated_s_ += seconds;
    }
    /// Counts a step of unknown length in this frame. The column `simulated_ns` is empty from this frame on.
    void count_step()
    {
        ++step_count_;
        has_step_lengths_ = false;
    }
    /// Stores the interpolation alpha with which this frame blends two states.
    void set_alpha(double alpha) { alpha_ = alpha; }
    /// Stores where this frame draws a body along its direction of motion, in any unit; rounded to 1e-6.
    void set_drawn_position(double position) { drawn_position_ = position; }
    /// Stores the camera's position in the unit of the body's position.
    void set_camera_position(double position) { camera_position_ = position; }

    /// Begins a frame and stores its time, steps and alpha.
    template <class Input, class Plan>
    void frame_planned(const Input& in, const Plan& plan)
    {
        begin_frame(in.frame_time);
        step_count_ = plan.steps + (plan.tail > Nanos::zero() ? 1 : 0);
        simulated_s_ = static_cast<double>(plan.stepped.count()) / 1e9;
        alpha_ = plan.alpha;
    }

private:
    static Nanos steady_now()
    {
        return std::chrono::duration_cast<Nanos>(std::chrono::steady_clock::now().time_since_epoch());
    }

    void start_frame(Nanos now, Nanos frame_time, const char* clock_name)
    {
        write_frame_line();
        ++frame_count_;
        frame_start_ = now;
        frame_time_ = frame_time;
        clock_name_ = clock_name;
        step_count_ = 0;
        simulated_s_ = 0.0;
        alpha_ = drawn_position_ = camera_position_ = std::numeric_limits<double>::quiet_NaN();
    }

    void write_frame_line()
    {
        if (file_ == nullptr || frame_count_ == 0) return;
        char simulated[32] = "", alpha_text[32] = "", drawn_text[32] = "", camera_text[32] = "";
        if (has_step_lengths_) std::snprintf(simulated, sizeof simulated, "%lld", clamped_round(simulated_s_ * 1e9));
        format_decimal(alpha_text, alpha_);
        format_decimal(drawn_text, drawn_position_);
        format_decimal(camera_text, camera_position_);
        flush(std::fprintf(file_, "%d,%lld,%s,%lld,%lld,%s,%s,%s,%s\n", probe_format_version,
                           static_cast<long long>(frame_start_.count()), clock_name_,
                           static_cast<long long>(frame_time_.count()), static_cast<long long>(step_count_), simulated,
                           alpha_text, drawn_text, camera_text));
    }

    // Does not use %f, which prints a comma in some locales.
    static void format_decimal(char (&text)[32], double value)
    {
        if (std::isnan(value)) return;
        const long long millionths = clamped_round(value * 1e6), magnitude = millionths < 0 ? -millionths : millionths;
        std::snprintf(text, sizeof text, "%s%lld.%06lld", millionths < 0 ? "-" : "", magnitude / 1'000'000,
                      magnitude % 1'000'000);
    }

    // `value` rounded to the nearest integer and clamped to 64 bits; 0 for NaN.
    static long long clamped_round(double value)
    {
        if (std::isnan(value)) return 0;
        if (value >= 9e18) return INT64_MAX;
        return value > -9e18 ? std::llround(value) : -INT64_MAX;
    }

    // Flushes the file after a write that returned `write_result`. Closes the file if the write or the flush failed.
    void flush(int write_result)
    {
        if (write_result >= 0 && std::fflush(file_) == 0) return;
        std::fclose(file_);
        file_ = nullptr;
    }

    std::FILE* file_ = nullptr;
    std::int64_t frame_count_ = 0;
    Nanos frame_start_{}, frame_time_{};
    const char* clock_name_ = "";
    std::int64_t step_count_ = 0;
    double simulated_s_ = 0.0;
    double alpha_ = 0.0, drawn_position_ = 0.0, camera_position_ = 0.0;
    bool has_step_lengths_ = true;
};

} // namespace timestep
#endif
