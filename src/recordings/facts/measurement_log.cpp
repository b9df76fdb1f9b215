#include "recordings/facts/measurement_log.hpp"

#include "base/number.hpp"
#include "base/text.hpp"
#include "timestep/time.hpp"

#include <cmath>

namespace recordings
{

namespace
{

constexpr std::string_view measure_key = "measure:", frame_rate_name = "frames_per_second";

// Splits the text after `measure:` into words; std::nullopt if the line does not contain this word.
std::optional<std::vector<std::string_view>> words_after_key(std::string_view line)
{
    const auto key_start = line.find(measure_key);
    if (key_start == line.npos) return std::nullopt;
    if (key_start > 0 && base::white_space.find(line[key_start - 1]) == base::white_space.npos) return std::nullopt;
    return base::words_of(line.substr(key_start + measure_key.size()));
}

// The error in a line `measure: NAME NUMBER` of a game's log; empty if it is valid. `words` are those after the colon.
std::string measure_line_error(const std::vector<std::string_view>& words, bool is_frame_rate_known)
{
    if (words.size() != 2) return "after `measure:` stand one name and one number, without spaces and units in them";
    const auto value = base::parse_number<double>(words[1]);
    if (!value) return base::message("'{}' is not a finite number", words[1]);
    if (words[0] == frame_rate_name && !(*value > 0.0 && *value < 1e6))
        return base::message("a frame rate is above 0 and below 1e6, not '{}'", words[1]);
    if (words[0] == frame_rate_name || is_frame_rate_known) return "";
    return base::message("the frame rate of '{}' is unknown: print `measure: frames_per_second NUMBER` before it, or "
                         "give RATE=FILE",
                         words[0]);
}

double last_digit_resolution_of(std::string_view number_text)
{
    if (number_text.find_first_of("eE") != number_text.npos) return 0.0;
    const auto point = number_text.find('.');
    return std::pow(0.1, point == number_text.npos ? 0.0 : static_cast<double>(number_text.size() - point - 1));
}

} // namespace

base::Result<std::vector<Measurement>> parse_measure_lines(std::string_view log, std::string_view log_name,
                                                           std::optional<double> fps_before_first_rate_line)
{
    std::vector<Measurement> measurements;
    std::optional<double> fps = fps_before_first_rate_line;
    std::size_t line_number = 0;
    for (const std::string_view line : base::split(log, "\n"))
    {
        ++line_number;
        const auto words = words_after_key(line);
        if (!words) continue;
        if (const std::string error = measure_line_error(*words, fps.has_value()); !error.empty())
            return base::message("{}:{}: {}", log_name, line_number, base::Verbatim{error});
        const double value = *base::parse_number<double>((*words)[1]);
        if ((*words)[0] == frame_rate_name)
        {
            const auto exact_rate = timestep::parse_rate((*words)[1]); // as RATE=FILE does: 59.94 is 60000/1001
            fps = exact_rate ? timestep::to_hertz(*exact_rate) : value;
        }
        else
            measurements.push_back({std::string{(*words)[0]}, *fps, value, last_digit_resolution_of((*words)[1])});
    }
    return measurements;
}

} // namespace recordings
