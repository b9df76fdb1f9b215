// programs/timestep_lab/terminal.hpp -- what the terminal can show, and what the person wants to see
#pragma once

#include "base/message.hpp"

#include <CLI/App.hpp>

#include <chrono>
#include <string>
#include <string_view>

namespace timestep_lab
{

/// Whether --quiet was given anywhere on the command line: no progress, no remarks, only the answer and what is wrong.
bool is_quiet(const CLI::App& command);

/// Colours on the standard output: a terminal, one that has colours, and NO_COLOR (no-color.org) not set.
bool has_colour();

enum class Ink : std::uint8_t
{
    good,
    bad,
    dim,
    strong,
};
/// `text` in that ink; plain where there is no colour.
base::Verbatim in_ink(Ink ink, std::string_view text);

/// "3 s left", "2 min left" after so long for so much of it; empty before anybody can know.
std::string time_left(std::chrono::duration<double> passed, std::size_t done, std::size_t all);

/// A bar on the standard error, redrawn in place; nothing where that is no terminal, or when quiet.
class ProgressBar
{
public:
    ProgressBar(std::string what, bool quiet);
    ProgressBar(const ProgressBar&)    = delete;
    void operator=(const ProgressBar&) = delete;
    /// Wiped off at the end.
    ~ProgressBar();

    void show(std::size_t done, std::size_t all);

private:
    std::string what_;
    bool shown_;
    std::size_t last_                            = 0;
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

} // namespace timestep_lab
