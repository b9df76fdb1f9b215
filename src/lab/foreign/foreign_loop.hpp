// lab/foreign/foreign_loop.hpp -- ForeignLoop: a loop that another program runs
#pragma once

#include "base/line_program.hpp"
#include "lab/foreign/loop_protocol.hpp"

#include <string>
#include <vector>

namespace lab
{

/// A program and its arguments, started without a shell. Empty: the lane's loop is one of the lab's own.
/// No setting contains a command, so no file and no link can start a program.
using LoopCommand = std::vector<std::string>;

/// The name of a lane's loop if another program runs it.
inline constexpr std::string_view foreign_loop_name = "your-own";

/// Which times a loop says; the others are computed.
struct ForeignLoopAccount
{
    bool says_stepped = true, says_carried = true, says_dropped = true; ///< in every frame
};

/// A loop in another program, which plans frames by the protocol of docs/your-loop.md.
class ForeignLoop
{
public:
    static constexpr Nanos start_timeout{10'000'000'000}, answer_timeout{1'000'000'000};
    /// The longest time that a window waits for an answer in one of its frames.
    static constexpr Nanos window_timeout{4'000'000};
    /// In a window, because so many steps of a small scene already take some milliseconds.
    static constexpr std::int64_t max_polled_steps = 10'000;

    enum class Start : std::uint8_t
    {
        await_greeting,
        return_at_once, ///< for poll_plan(): a program that cannot be started is a stop_reason()
    };

    /// Starts the program. Throws base::BadInput if it cannot be started or does not greet; so do all functions below
    /// if an answer is missing or wrong, or if a signal has asked this program to end.
    ForeignLoop(LoopCommand command, const LoopGreeting& greeting, Start mode = Start::await_greeting);
    /// Starts the program as Start::return_at_once does, and later ends it beside the caller: that takes up to a
    /// second.
    static std::shared_ptr<ForeignLoop> start_polled(LoopCommand command, const LoopGreeting& greeting);
    ForeignLoop(const ForeignLoop&) = delete;
    void operator=(const ForeignLoop&) = delete;
    /// Ends the program and all its descendants, within a second.
    ~ForeignLoop() { end(); }

    /// Waits for the greeting. Returns false after the timeout; then it may be called again, for up to start_timeout.
    bool receive_greeting(Nanos timeout);

    /// Requests and awaits the plan of one frame. A time that the loop does not say is computed: the simulated time is
    /// the sum of the steps; time that is neither simulated nor dropped is carried, at most one step of it.
    timestep::StepPlan plan(const timestep::FrameInput& input, timestep::Rate rate,
                            Interruption after = Interruption::none);
    /// The two halves of plan(). receive_plan() returns nothing after the timeout; then it may be called again, for up
    /// to answer_timeout.
    void request_plan(const timestep::FrameInput& input, timestep::Rate rate, Interruption after = Interruption::none);
    std::optional<timestep::StepPlan> receive_plan(Nanos timeout);
    /// Awaits the greeting, requests the plan of one frame, and awaits it, in all at most for `timeout`. True: the next
    /// plan() returns at once. False: call it again with the same frame. Errors do not throw, but are the
    /// stop_reason(). Always true with Start::await_greeting.
    bool poll_plan(const timestep::FrameInput& input, timestep::Rate rate, Nanos timeout);
    bool is_starting() const { return name_.empty() && stop_reason_.empty(); }
    /// True if an answer was not there after `window_timeout` within the last second.
    bool is_late() const;
    /// Why no more plans come, as one line; empty while they do.
    const std::string& stop_reason() const { return stop_reason_; }

    /// Reports the steps that a step budget has cut. The loop may run them later.
    void report_unrun_steps(const timestep::StepsLeft& left);
    /// Puts the loop into its first state; starts the program anew if it does not answer "reset".
    void reset();

    const std::string& name() const { return name_; }
    const LoopCommand& command() const { return command_; }
    /// Frame time that is not simulated yet; negative while the simulation leads the clock.
    Nanos carried() const { return carried_; }
    const PlanAnswer& newest_answer() const { return answer_; }
    const ForeignLoopAccount& account() const { return account_; }
    /// The newest base::LineProgram::max_error_bytes that the program has printed on standard error.
    std::string error_output() const { return program_ ? program_->error_output() : ""; }
    int pid() const { return program_->pid(); }

private:
    void start();
    void end();
    /// Returns the line; std::nullopt after the timeout.
    std::optional<std::string> read_line(Nanos timeout);
    void write_line(const std::string& line);
    /// Also kills the program.
    [[noreturn]] void fail(std::string_view reason);
    [[noreturn]] void fail_after_end();
    timestep::StepPlan plan_of_answer();

    LoopCommand command_;
    LoopGreeting greeting_;
    Start mode_;
    std::string stop_reason_{};
    std::optional<timestep::StepPlan> polled_plan_{};
    bool is_plan_requested_ = false;
    int try_count_ = 0; ///< calls of receive_plan() since the newest request
    std::unique_ptr<base::LineProgram> program_;
    std::string name_;
    FrameRequest request_{}; ///< the newest one
    Nanos refresh_period_{};
    timestep::Rate rate_{};
    PlanAnswer answer_{};
    Nanos start_time_{}, request_time_{}, late_time_{}; ///< of the steady clock
    std::int64_t frame_count_ = 0, line_count_ = 0;
    double unrounded_rest_ns_ = 0.0; ///< simulated time that is less than a nanosecond
    Nanos carried_{}, total_stepped_{}, total_dropped_{};
    ForeignLoopAccount account_{};
};

} // namespace lab
