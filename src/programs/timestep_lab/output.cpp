#include "programs/timestep_lab/output.hpp"

#include "base/console.hpp"
#include "base/environment.hpp"
#include "base/number.hpp"
#include "base/path.hpp"
#include "programs/command_line/options.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <cstdio>

namespace timestep_lab
{

namespace
{

constexpr std::size_t max_bar_length = 32;

// Ignores errors, because they affect only the progress bar.
void print_to_stderr(const std::string& text) { std::fputs(text.c_str(), stderr); }

} // namespace

base::Verbatim styled(TextStyle style, std::string_view text)
{
    const bool has_colours =
        base::enable_escape_sequences(base::StandardStream::output) && base::environment_variable("NO_COLOR").empty();
    if (!has_colours) return base::Verbatim{base::sanitized(text)};
    constexpr std::array escape_codes{"32", "31", "2", "1"}; // green, red, faint, bold
    return base::Verbatim{
        fmt::format("\x1B[{}m{}\x1B[0m", escape_codes[static_cast<std::size_t>(style)], base::sanitized(text))};
}

std::string fixed_text(double value, int decimals)
{
    return std::isfinite(value) ? fmt::format("{:.{}f}", value, decimals) : "-";
}

std::string csv_number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : ""; }

void print_assertion(std::string_view assertion, const lab::AssertionOutcome& outcome)
{
    std::string measured = base::number_text(outcome.left_value, 7);
    if (outcome.left_value != outcome.right_value) measured += " against " + base::number_text(outcome.right_value, 7);
    base::print("  {:<7} {:<64} {}\n", outcome.holds ? "holds" : "FAILED",
                base::printable_excerpt(assertion, 2 * base::max_shown_characters), measured);
}

void print_json(const Json& json) { base::print_raw(json.dump(2, ' ', true, Json::error_handler_t::replace) + "\n"); }

void write_output(const std::string& path, std::string_view text)
{
    base::AtomicFileWriter file_writer{base::path_from_utf8(path)};
    file_writer.add(text);
    command_line::throw_if_error(file_writer.finish());
}

void finish_csv(base::AtomicFileWriter& csv_writer)
{
    if (const auto error = csv_writer.finish()) throw command_line::BadInput{"--csv {}", base::Verbatim{*error}};
}

std::string time_left_text(std::chrono::duration<double> elapsed, std::size_t parts_done, std::size_t part_count)
{
    if (elapsed.count() < 1.0 || parts_done == 0 || parts_done >= part_count) return "";
    const double seconds_left =
        std::ceil(elapsed.count() * static_cast<double>(part_count - parts_done) / static_cast<double>(parts_done));
    return seconds_left < 120.0 ? fmt::format("{:.0f} s left", seconds_left)
                                : fmt::format("{:.0f} min left", std::ceil(seconds_left / 60.0));
}

ProgressBar::ProgressBar(std::string title, bool quiet, std::chrono::seconds first_delay)
    : title_{std::move(title)}
    , is_enabled_{!quiet && base::enable_escape_sequences(base::StandardStream::error)}
    , next_redraw_time_{start_time_ + first_delay}
{
}

void ProgressBar::set_progress(std::size_t parts_done, std::size_t part_count)
{
    if (!is_enabled_) return;
    const std::scoped_lock lock{mutex_};
    const auto now = std::chrono::steady_clock::now();
    const std::size_t bar_length = part_count == 0 ? max_bar_length : parts_done * max_bar_length / part_count;
    const bool needs_redraw = is_drawn_ && (bar_length != drawn_bar_length_ || parts_done == part_count);
    if (!needs_redraw && now < next_redraw_time_) return;
    drawn_bar_length_ = bar_length;
    is_drawn_ = true;
    next_redraw_time_ = now + std::chrono::seconds{1};
    const std::string time_left = time_left_text(now - start_time_, parts_done, part_count);
    print_to_stderr(fmt::format("\r{} [{}{}] {} of {}{}{}\x1B[K", title_, std::string(bar_length, '='),
                                std::string(max_bar_length - bar_length, ' '), parts_done, part_count,
                                time_left.empty() ? "" : ", ", time_left));
}

ProgressBar::~ProgressBar()
{
    if (is_drawn_) print_to_stderr("\r\x1B[K");
}

} // namespace timestep_lab
