// programs/timestep_lab/output.hpp -- prints JSON, coloured text and a progress bar, and writes files
#pragma once

#include "base/files.hpp"
#include "base/message.hpp"
#include "lab/lessons/expression_evaluator.hpp"

#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <mutex>
#include <string>
#include <string_view>

namespace timestep_lab
{

using Json = nlohmann::ordered_json;

enum class TextStyle : std::uint8_t
{
    good,
    bad,
    dim,
    strong,
};
/// Removes control characters. Styles the text if the terminal has colours and NO_COLOR (no-color.org) is not set.
base::Verbatim styled(TextStyle style, std::string_view text);

/// Returns "-" if `value` is infinite or NaN: for example, the stutter of a recording in which all frame times are 0.
std::string fixed_text(double value, int decimals = 3);
/// A cell of a CSV file, with all digits of the value; empty if it is not finite.
std::string csv_number(double value);

/// Prints whether a comparison of metrics holds, and both of its values.
void print_assertion(std::string_view assertion, const lab::AssertionOutcome& outcome);

/// Escapes all characters but ASCII, because some Unicode characters reverse a terminal's text.
void print_json(const Json& json);

/// Replaces the file `path` atomically; "-" is the standard output. Throws BadInput if the write fails.
void write_output(const std::string& path, std::string_view text);

/// Completes the file of --csv. Throws BadInput if the file could not be opened, or a row could not be written.
void finish_csv(base::AtomicFileWriter& csv_writer);

/// Such as "3 s left". Empty in the first second, and while no part or every part is finished.
std::string time_left_text(std::chrono::duration<double> elapsed, std::size_t parts_done, std::size_t part_count);

/// Thread-safe progress bar on stderr. Draws nothing if `quiet`, without a terminal, or before `first_delay` is over.
class ProgressBar
{
public:
    ProgressBar(std::string title, bool quiet, std::chrono::seconds first_delay = {});
    ProgressBar(const ProgressBar&) = delete;
    void operator=(const ProgressBar&) = delete;
    ~ProgressBar();

    /// Redraws the bar if it has changed or its time is due.
    void set_progress(std::size_t parts_done, std::size_t part_count);

private:
    std::mutex mutex_;
    std::string title_;
    bool is_enabled_;
    std::size_t drawn_bar_length_ = 0; ///< in characters
    bool is_drawn_ = false;
    std::chrono::steady_clock::time_point start_time_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point next_redraw_time_; ///< for an unchanged bar
};

} // namespace timestep_lab
