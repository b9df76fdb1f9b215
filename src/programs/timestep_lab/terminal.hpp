// programs/timestep_lab/terminal.hpp -- colours and a progress bar on the terminal, and the option --quiet
#pragma once

#include "base/message.hpp"

#include <CLI/App.hpp>

#include <chrono>
#include <string>
#include <string_view>

namespace timestep_lab
{

/// Returns true if --quiet was given anywhere on the command line. Then the program prints results and errors only.
bool is_quiet(const CLI::App& command);

/// Returns true if the standard output is a terminal with colours and NO_COLOR (no-color.org) is not set.
bool has_colour();

enum class Ink : std::uint8_t
{
    good,
    bad,
    dim,
    strong,
};
/// Returns `text` without its control characters, in colour if has_colour() is true.
base::Verbatim in_ink(Ink ink, std::string_view text);

/// Returns the estimated time left, such as "3 s left" or "2 min left", when `done` of `all` parts took the time
/// `passed`. Empty during the first second, and when nothing or everything is done.
std::string time_left(std::chrono::duration<double> passed, std::size_t done, std::size_t all);

/// Shows a progress bar on the standard error, redrawn in place. Shows nothing if `quiet` is true, or if the standard
/// error is not a terminal.
class ProgressBar
{
public:
    ProgressBar(std::string what, bool quiet);
    ProgressBar(const ProgressBar&)    = delete;
    void operator=(const ProgressBar&) = delete;
    /// Removes the bar from the terminal.
    ~ProgressBar();

    void show(std::size_t done, std::size_t all);

private:
    std::string what_;
    bool shown_;
    std::size_t last_                            = 0;
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

} // namespace timestep_lab
