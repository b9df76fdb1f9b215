// lab/foreign/loop_protocol.hpp -- the lines that the lab and a loop in another program write to each other
// docs/your-loop.md describes them.
#pragma once

#include "base/message.hpp"
#include "timestep/step_plan.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace lab
{

using timestep::Nanos;

/// What the lab says first. A loop that needs no such numbers ignores them.
struct LoopGreeting
{
    timestep::Rate rate{60, 1}; ///< step rate
    Nanos refresh_period{}; ///< of the display; zero if unknown
    std::uint64_t seed = 1; ///< of the lab's random numbers
};

/// Why time has passed that is not in the frame time.
enum class Interruption : std::uint8_t
{
    none,
    pause,
    reset,
    debugger_break,
};

/// The frame to plan. Empty members are as in the frame before.
struct FrameRequest
{
    Nanos frame_time{};
    std::optional<Nanos> refresh_period{};
    std::optional<timestep::Rate> rate{};
    Interruption after = Interruption::none;
};

/// A loop's answer to a frame, as it is written. Times that the loop does not say are empty.
struct PlanAnswer
{
    std::int64_t steps = 0;
    double seconds = 0.0; ///< size of a step
    double alpha = 1.0;
    double tail_seconds = 0.0; ///< size of an additional shorter step
    timestep::Presentation presentation = timestep::Presentation::interpolate;
    bool is_drawn = true; ///< false: draw=none
    std::optional<Nanos> stepped{}, carried{}, dropped{};
    /// The next frame begins no earlier than this time after the start of this one.
    std::optional<Nanos> wait{};
};

struct LoopName
{
    std::string text;
};

inline constexpr int protocol_version = 1;
inline constexpr std::int64_t max_planned_steps = 1'000'000;
inline constexpr Nanos max_wait_answer{10'000'000'000};
/// Longest time of a step, a frame's steps together, and any other time in an answer: 36 years.
inline constexpr Nanos max_answered_time{std::int64_t{1} << 60};

std::string hello_line(const LoopGreeting& greeting);
std::string frame_line(const FrameRequest& request);
std::string unrun_line(std::int64_t steps);

/// True unless a frame is drawn between two states, and |alpha x step| is more than a day.
bool is_alpha_in_range(timestep::Presentation presentation, double alpha, double step_seconds);

/// These functions read an answer without its line end. An error is a clause, such as "STEPS '-1' is not a whole
/// number from 0 to 1000000".
base::Result<LoopName> parse_hello(std::string_view line);
base::Result<PlanAnswer> parse_plan(std::string_view line);

} // namespace lab
