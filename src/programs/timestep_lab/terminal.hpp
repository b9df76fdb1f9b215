// programs/timestep_lab/terminal.hpp -- colours and a progress bar on the terminal, and the option --quiet
#pragma once

#include "base/message.hpp"

#include <chrono>
#include <string>
#include <string_view>

namespace CLI
{
class App;
}

namespace timestep_lab
{

/// Returns true if the user gave --quiet, anywhere on the command line. Then the program prints only results and
/// errors.
bool is_quiet(const CLI::App& command);

/// Returns true if the standard output is a terminal with colours, and the variable NO_COLOR (no-color.org) is not set.
bool has_colour();

enum class Ink : std::uint8_t
{
    good,
    bad,
    dim,
    strong,
};
/// Returns `text` without control characters. The text is coloured if has_colour() returns true.
base::Verbatim in_ink(Ink ink, std::string_view text);

/// Returns the number with three decimals, or "-" if it is infinite or NaN. For example, the stutter of a recording
/// with only zero frame times is NaN.
std::string number_text(double number);

/// Returns the estimated remaining time of a computation, such as "3 s left" or "2 min left". `done` of its `all` parts
/// took the time `passed`. Returns an empty text during the first second, and if no part or all parts are done.
std::string time_left(std::chrono::duration<double> passed, std::size_t done, std::size_t all);

/// A progress bar on the standard error, drawn again in one line once a second or when it grows. Nothing is drawn if
/// `quiet` is true, or if the standard error is not a terminal, or before the time `after` has passed.
class ProgressBar
{
public:
    ProgressBar(std::string what, bool quiet, std::chrono::seconds after = {});
    ProgressBar(const ProgressBar&)    = delete;
    void operator=(const ProgressBar&) = delete;
    /// Removes the bar from the terminal.
    ~ProgressBar();

    void show(std::size_t done, std::size_t all);

private:
    std::string what_;
    bool shown_;
    std::size_t filled_                          = 0; ///< length of the drawn bar, in characters
    bool is_drawn_                               = false;
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point next_; ///< time at which the bar is drawn even if it has not grown
};

} // namespace timestep_lab
