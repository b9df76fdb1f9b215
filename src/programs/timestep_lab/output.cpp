#include "programs/timestep_lab/output.hpp"

#include "base/console.hpp"
#include "base/path.hpp"
#include "programs/command_line/options.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace timestep_lab
{

namespace
{

constexpr std::size_t bar_width = 32;

// Writes to the standard error. Ignores errors, because only the progress bar would be missing.
void put(const std::string& text) { std::fputs(text.c_str(), stderr); }

bool has_colour()
{
    const char* const refused = std::getenv("NO_COLOR");
    return base::has_escape_sequences(base::StandardStream::output) && (refused == nullptr || *refused == '\0');
}

} // namespace

base::Verbatim styled(TextStyle ink, std::string_view text)
{
    if (!has_colour()) return base::Verbatim{base::without_controls(text)};
    constexpr std::array codes{"32", "31", "2", "1"}; // green, red, faint, bold
    return base::Verbatim{
        fmt::format("\x1B[{}m{}\x1B[0m", codes[static_cast<std::size_t>(ink)], base::without_controls(text))};
}

std::string number_text(double number) { return std::isfinite(number) ? fmt::format("{:.3f}", number) : "-"; }

void print_json(const nlohmann::ordered_json& json)
{
    base::print_text(json.dump(2, ' ', true, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

void write_file(const std::string& path, std::string_view text)
{
    base::WholeFile file{base::path_of(path)};
    file.add(text);
    command_line::throw_if(file.finish());
}

Rows::Rows(const std::string& file, std::string flag)
    : file_{base::path_of(file.empty() ? "-" : file)}
    , flag_{std::move(flag)}
{
    if (file_.failed()) finish();
}

void Rows::finish()
{
    if (const auto failure = file_.finish()) throw command_line::BadInput{"{} {}", flag_, base::Verbatim{*failure}};
}

std::string time_left(std::chrono::duration<double> passed, std::size_t done, std::size_t all)
{
    if (passed.count() < 1.0 || done == 0 || done >= all) return "";
    const double seconds = std::ceil(passed.count() * static_cast<double>(all - done) / static_cast<double>(done));
    return seconds < 120.0 ? fmt::format("{:.0f} s left", seconds)
                           : fmt::format("{:.0f} min left", std::ceil(seconds / 60.0));
}

ProgressBar::ProgressBar(std::string what, bool quiet, std::chrono::seconds after)
    : what_{std::move(what)}
    , shown_{!quiet && base::has_escape_sequences(base::StandardStream::error)}
    , next_{begun_ + after}
{
}

void ProgressBar::show(std::size_t done, std::size_t all)
{
    if (!shown_) return;
    const std::scoped_lock lock{mutex_};
    const auto now           = std::chrono::steady_clock::now();
    const std::size_t filled = all == 0 ? bar_width : done * bar_width / all;
    const bool grows         = is_drawn_ && (filled != filled_ || done == all);
    if (!grows && now < next_) return;
    filled_                = filled;
    is_drawn_              = true;
    next_                  = now + std::chrono::seconds{1};
    const std::string left = time_left(now - begun_, done, all);
    put(fmt::format("\r{} [{}{}] {} of {}{}{}\x1B[K", what_, std::string(filled, '='),
                    std::string(bar_width - filled, ' '), done, all, left.empty() ? "" : ", ", left));
}

ProgressBar::~ProgressBar()
{
    if (is_drawn_) put("\r\x1B[K");
}

} // namespace timestep_lab
