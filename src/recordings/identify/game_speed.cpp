// Measures a game's speed and dropped time from its recorded frames. Describes them, and the game's loop, in text.
#include "base/number.hpp"
#include "recordings/identify/loop_identification.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace recordings
{

namespace
{

using namespace std::chrono_literals;

constexpr Nanos min_dropped_time = 100ms;
constexpr std::size_t min_frames_per_drop = 10;
constexpr double min_normal_speed = 0.97; // simulated time / frame time; lower values are slow motion
constexpr int min_slow_frames = 10; // fewer slow frames are hitches, not slow motion
// A shorter recording of an unknown loop gives no reliable game speed.
constexpr Nanos min_unknown_loop_time = 1s;
// Limits in fps between the bands of frame rates. The game's speed is computed for each band.
constexpr std::array<std::int64_t, 24> band_limits_fps{1000, 500, 360, 240, 200, 165, 144, 120, 100, 90, 75, 60,
                                                       50,   48,  40,  30,  25,  20,  15,  12,  10,  7,  5,  2};

struct FrameWithLostTime
{
    Nanos frame_time{}, lost_time{};
};

// Lost time = frame time - simulated time - time added to the accumulator. Empty if simulated times are unknown.
std::optional<std::vector<FrameWithLostTime>> frames_with_lost_times(const ProbeRecording& recording,
                                                                     const LoopIdentification& identification)
{
    if (recording.simulated_times.empty() && !identification.is_identified) return std::nullopt;
    std::vector<FrameWithLostTime> frames;
    Nanos carried_before{};
    double step_seconds = 0.0; // of the first frame with a step
    for (std::size_t i = 0;
         i < recording.step_counts.size() && !recording.simulated_times.empty() && step_seconds == 0.0; ++i)
        if (recording.step_counts[i] > 0)
            step_seconds =
                timestep::to_seconds(recording.simulated_times[i]) / static_cast<double>(recording.step_counts[i]);
    const LoopSimulator simulate = identification.best.known_loop.make_simulator();
    for (std::size_t i = 0; i < recording.frame_times.size(); ++i)
    {
        SimulatedFrame simulated_frame =
            identification.is_identified ? simulate(recording.frame_times[i]) : SimulatedFrame{};
        // Of an unknown loop, alpha says what it carries.
        if (!identification.is_identified && !recording.alphas.empty() && !std::isnan(recording.alphas[i]))
            simulated_frame.carried_time = timestep::from_seconds(recording.alphas[i] * step_seconds);
        const Nanos simulated_time =
            recording.simulated_times.empty() ? simulated_frame.simulated_time : recording.simulated_times[i];
        frames.push_back({recording.frame_times[i],
                          recording.frame_times[i] - simulated_time - (simulated_frame.carried_time - carried_before)});
        carried_before = simulated_frame.carried_time;
    }
    return frames;
}

// Total frame time and total simulated time of the frames whose frame rate is in one range, such as 30 to 40 fps.
struct TimeTotals
{
    Nanos frame_time{}, simulated_time{};
    int frame_count = 0;

    void add(const TimeTotals& totals)
    {
        frame_time += totals.frame_time;
        simulated_time += totals.simulated_time;
        frame_count += totals.frame_count;
    }
    double speed() const
    {
        return frame_time > Nanos::zero() ? timestep::to_seconds(simulated_time) / timestep::to_seconds(frame_time)
                                          : 1.0;
    }
};

// The frame rate in fps below which the loop runs in slow motion at constant frame times; 0 if there is none.
std::int64_t slow_motion_limit_fps(const KnownLoop& loop)
{
    constexpr int frame_count = 200;
    for (std::size_t i = band_limits_fps.size(); i > 0; --i)
    {
        const Nanos frame_time = Nanos{1s} / band_limits_fps[i - 1];
        Nanos simulated_time{};
        const LoopSimulator simulate = loop.make_simulator();
        for (int frame = 0; frame < frame_count; ++frame) simulated_time += simulate(frame_time).simulated_time;
        if (timestep::to_seconds(simulated_time) >= min_normal_speed * frame_count * timestep::to_seconds(frame_time))
            return i == band_limits_fps.size() ? 0 : band_limits_fps[i - 1];
    }
    return 0;
}

using Kind = KnownLoop::Kind;

constexpr std::size_t max_listed_items = 8; // loop names or drops in the output

// Formats `part` in percent of `total`. Rounds down, so that the text is "100 %" only if both are equal.
std::string percent_rounded_down_text(std::size_t part, std::size_t total)
{
    const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(total);
    return fmt::format("{} %", base::number_text(std::floor(percent * 100.0) / 100.0));
}

std::string quoted_names_text(const std::vector<std::string>& names)
{
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < max_listed_items; ++i)
        text += fmt::format("{}`{}`", i == 0 ? "" : ", ", names[i]);
    if (names.size() > max_listed_items) text += fmt::format(" and {} more", names.size() - max_listed_items);
    return text;
}

// Describes a loop to the user, such as "`interpolated`, 60 Hz".
std::string loop_text(const KnownLoop& known_loop, std::size_t fitting_rate_count)
{
    std::string text = fmt::format("`{}`", known_loop.correct_preset_name);
    if (known_loop.rate && fitting_rate_count <= 1 && known_loop.rate->den > 1'000'000)
        text += fmt::format(", a step of {} ns", timestep::step_ns(*known_loop.rate).count());
    else if (known_loop.rate && fitting_rate_count <= 1)
        text += fmt::format(", {} Hz", base::exact_rate_text(*known_loop.rate));
    if (known_loop.rate && fitting_rate_count > 1) text += fmt::format(" at any of {} rates", fitting_rate_count);
    if (!known_loop.long_frame_limit_text.empty()) text += ", " + known_loop.long_frame_limit_text;
    return text;
}

std::string named_mistake_text(const KnownLoop& known_loop)
{
    return fmt::format("{} ({})", known_loop.name, known_loop.mistake_text);
}

} // namespace

std::optional<GameSpeed> game_speed_of(const ProbeRecording& recording, const LoopIdentification& identification)
{
    const auto frames = frames_with_lost_times(recording, identification);
    if (!frames) return std::nullopt;
    GameSpeed game_speed;
    Nanos total_frame_time{}; // of the frames before this one
    for (const FrameWithLostTime& frame : *frames)
    {
        if (frame.lost_time >= min_dropped_time)
            game_speed.dropped_times.push_back({total_frame_time, frame.lost_time});
        total_frame_time += frame.frame_time;
    }
    if (game_speed.dropped_times.size() * min_frames_per_drop > frames->size()) game_speed.dropped_times.clear();

    std::array<TimeTotals, band_limits_fps.size() + 1> bands{};
    TimeTotals sum_of_bands;
    for (const FrameWithLostTime& frame : *frames)
    {
        if (frame.lost_time >= min_dropped_time && !game_speed.dropped_times.empty()) continue;
        std::size_t band = 0;
        while (band < band_limits_fps.size() && frame.frame_time * band_limits_fps[band] > Nanos{1s}) ++band;
        bands[band].add({frame.frame_time, frame.frame_time - frame.lost_time, 1});
    }
    for (const TimeTotals& band : bands) sum_of_bands.add(band);
    game_speed.speed = sum_of_bands.speed();
    TimeTotals sum_of_slow_bands;
    for (std::size_t i = band_limits_fps.size(); i > 0; --i)
    {
        if (bands[i].frame_time == Nanos::zero()) continue;
        if (bands[i].speed() >= min_normal_speed) break;
        sum_of_slow_bands.add(bands[i]);
        if (sum_of_slow_bands.frame_count < min_slow_frames) continue;
        game_speed.slow_motion_below_fps = static_cast<double>(band_limits_fps[i - 1]);
        game_speed.slow_motion_speed = sum_of_slow_bands.speed();
    }
    if (game_speed.slow_motion_below_fps && identification.is_identified)
        game_speed.slow_motion_below_fps =
            std::max(*game_speed.slow_motion_below_fps,
                     static_cast<double>(slow_motion_limit_fps(identification.best.known_loop)));
    if (!identification.is_identified && total_frame_time < min_unknown_loop_time) return std::nullopt;
    return game_speed;
}

std::vector<std::string> identification_lines(const LoopIdentification& identification)
{
    const KnownLoop& best = identification.best.known_loop;
    const std::string loop = loop_text(best, identification.equivalent_rates.size());
    if (identification.frame_count < min_probed_frames)
        return {fmt::format("the loop cannot be identified from {} frames: at least {} are needed",
                            identification.frame_count, min_probed_frames)};
    const std::string agreeing_percent_text =
        percent_rounded_down_text(identification.best.agreeing_frame_count, identification.frame_count);
    if (!identification.is_identified)
        return {fmt::format("the loop is not identified: the best match, {}{}, agrees in {} of {} frames ({})",
                            best.kind == Kind::mistake ? best.name + " in " : "", loop,
                            base::with_thousands_separators(identification.best.agreeing_frame_count),
                            base::with_thousands_separators(identification.frame_count), agreeing_percent_text)};

    std::string first_line = best.kind == Kind::mistake
                                 ? fmt::format("has a mistake: {}, in {}", named_mistake_text(best), loop)
                                 : "behaves as " + loop;
    first_line += fmt::format(", in {} of {} frames", agreeing_percent_text,
                              base::with_thousands_separators(identification.frame_count));
    for (std::size_t i = 0; i < identification.other_presets.size(); ++i)
        first_line +=
            fmt::format("{} `{}` differs in {}", i == 0 ? ";" : ",", identification.other_presets[i].known_loop.name,
                        base::with_thousands_separators(identification.frame_count -
                                                        identification.other_presets[i].agreeing_frame_count));
    std::vector<std::string> lines{first_line};
    if (!identification.indistinguishable_presets.empty())
        lines.push_back(fmt::format("no recording with these columns distinguishes the loop from {}",
                                    quoted_names_text(identification.indistinguishable_presets)));
    if (!identification.presets_equal_only_in_recording.empty())
        lines.push_back(fmt::format(
            "these frames do not distinguish the loop from {}; other frame times may, such as a freeze of 1 s",
            quoted_names_text(identification.presets_equal_only_in_recording)));
    for (const KnownLoop& mistake : identification.indistinguishable_mistakes)
        lines.push_back(fmt::format("a loop with a mistake runs the same steps: {}", named_mistake_text(mistake)));
    if (!identification.alpha_mistake.empty())
        lines.push_back("the loop's alpha is wrong: " + identification.alpha_mistake);
    const DrawingMistakes& mistakes = identification.drawing_mistakes;
    if (!mistakes.body_mistake.empty()) lines.push_back("the drawn positions are wrong: " + mistakes.body_mistake);
    if (!mistakes.camera_mistake.empty()) lines.push_back("the camera is wrong: " + mistakes.camera_mistake);
    for (const std::string& question : mistakes.open_questions) lines.push_back("cannot tell " + question);
    return lines;
}

std::vector<std::string> game_speed_lines(const GameSpeed& game_speed)
{
    std::vector<std::string> lines{fmt::format("{:.2f} of real time", game_speed.speed)};
    if (game_speed.slow_motion_below_fps)
        lines.front() = fmt::format("{:.2f} of real time below {} fps", game_speed.slow_motion_speed,
                                    base::number_text(*game_speed.slow_motion_below_fps));
    for (std::size_t i = 0; i < game_speed.dropped_times.size() && i < max_listed_items; ++i)
        lines.push_back(fmt::format("dropped {:.2f} s at {:.1f} s",
                                    timestep::to_seconds(game_speed.dropped_times[i].dropped_time),
                                    timestep::to_seconds(game_speed.dropped_times[i].frame_start)));
    if (game_speed.dropped_times.size() > max_listed_items)
        lines.push_back(fmt::format("and {} more drops", game_speed.dropped_times.size() - max_listed_items));
    return lines;
}

} // namespace recordings
