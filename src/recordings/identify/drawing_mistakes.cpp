// Finds mistakes in how a game draws its frames, from the positions that timestep/probe.hpp recorded in the game.
// A DrawingRule predicts the simulated time that each frame shows. A body moves nearly evenly, so with the right
// DrawingRule, the points (predicted time, drawn position) of three successive frames lie nearly on a line.
#include "recordings/identify/loop_identification.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace recordings
{
namespace
{

constexpr double unknown_value = std::numeric_limits<double>::quiet_NaN();
constexpr double max_median_misfit = 0.1; // a rule explains the positions up to this median misfit, 0 to 1
constexpr double min_misfit_difference = 0.02; // smaller differences between the misfits of two rules are ignored
constexpr std::size_t min_judged_frames = 30;
constexpr double max_misfit_ratio = 0.5; // (misfit of the better rule) / (misfit of the other rule)
constexpr double max_reported_mean_misfit = 0.15; // a mistake with a larger mean misfit is not reported
constexpr double min_motion = 1e-5; // in the game's unit; ten times the rounding of the recorded positions
constexpr double max_interpolated_gap = 1.2; // in steps; longer gaps between two frames are not interpolated

struct FrameSteps
{
    double total_steps = 0; // steps since the start
    double steps = 0; // steps in this frame
    double last_nonzero_steps = 0; // steps in the last frame that ran any
    double alpha = 1;
};

std::vector<FrameSteps> frame_steps_of(const ProbeRecording& recording)
{
    std::vector<FrameSteps> frames;
    FrameSteps frame;
    for (std::size_t i = 0; i < recording.step_counts.size(); ++i)
    {
        frame.steps = static_cast<double>(recording.step_counts[i]);
        frame.total_steps += frame.steps;
        if (frame.steps > 0) frame.last_nonzero_steps = frame.steps;
        frame.alpha = recording.alphas.empty() ? 1.0 : recording.alphas[i];
        frames.push_back(frame);
    }
    return frames;
}

using ShownTimeFunction = double (*)(const FrameSteps& frame);
double newest_state_time(const FrameSteps& f) { return f.total_steps; }
double blended_state_time(const FrameSteps& f) { return f.total_steps - 1.0 + f.alpha; }

// A rule that states which simulated time a game draws in a frame.
struct DrawingRule
{
    std::string_view mistake; // description of the mistake; empty for the right rule
    std::string_view question; // what stays unknown if the right rule fits as well
    ShownTimeFunction shown_time;
    double delay_steps = 0.0; // subtracted from `shown_time`
    std::vector<double> misfits{}; // 0 (exact) to 1 per frame; NaN if the body hardly moves or a position is unknown
};

// Returns the simulated time, in steps, that each frame shows if the game draws by `rule`. NaN before the first step.
std::vector<double> shown_times_of(const std::vector<FrameSteps>& frames, const DrawingRule& rule)
{
    std::vector<double> times(frames.size());
    std::ranges::transform(frames, times.begin(),
                           [&](const FrameSteps& f)
                           { return f.total_steps < 1.0 ? unknown_value : rule.shown_time(f) - rule.delay_steps; });
    return times;
}

// A misfit for each frame, 0 to 1: 0 if the points (time, position) of the frame and its neighbours lie on a line.
std::vector<double> line_misfits(const std::vector<double>& positions, const std::vector<double>& times)
{
    std::vector<double> misfits(positions.size(), unknown_value);
    for (std::size_t i = 1; i + 1 < positions.size(); ++i)
    {
        const double move = positions[i] - positions[i - 1], next_move = positions[i + 1] - positions[i];
        const double time_change = times[i] - times[i - 1], next_time_change = times[i + 1] - times[i];
        const double moves_norm = std::hypot(move, next_move), times_norm = std::hypot(time_change, next_time_change);
        if (!(moves_norm > min_motion) || std::isnan(times_norm)) continue;
        const double cross_product = move * next_time_change - next_move * time_change;
        misfits[i] = times_norm > 0.0 ? std::abs(cross_product) / (moves_norm * times_norm) : 1.0;
    }
    return misfits;
}

// The drawn position of the body as a function of the time in steps. It is interpolated linearly between the frames.
class DrawnPath
{
public:
    DrawnPath(const std::vector<double>& positions, const std::vector<double>& times)
    {
        for (std::size_t i = 0; i < positions.size(); ++i)
            if (!std::isnan(positions[i] + times[i]) && (times_.empty() || times[i] > times_.back()))
            {
                times_.push_back(times[i]);
                positions_.push_back(positions[i]);
            }
    }
    // Returns NaN if `time` is NaN, outside the recorded times, or in a gap longer than max_interpolated_gap.
    double position_at(double time) const
    {
        const auto after = std::ranges::lower_bound(times_, time);
        if (after == times_.end() || (after == times_.begin() && !(*after <= time))) return unknown_value;
        const auto i = static_cast<std::size_t>(after - times_.begin());
        if (times_[i] == time) return positions_[i];
        const double gap = times_[i] - times_[i - 1];
        const double fraction = (time - times_[i - 1]) / gap;
        return gap > max_interpolated_gap ? unknown_value
                                          : positions_[i - 1] + fraction * (positions_[i] - positions_[i - 1]);
    }

private:
    std::vector<double> times_, positions_;
};

// How unevenly the camera follows the body in each frame, 0 to 1; 0 if their distance stays constant.
std::vector<double> camera_misfits(const ProbeRecording& recording, const DrawnPath& path,
                                   const std::vector<double>& times)
{
    std::vector<double> misfits(times.size(), unknown_value);
    const std::vector<double>& drawn = recording.drawn_positions;
    const std::vector<double>& camera = recording.camera_positions;
    const auto camera_offset = [&](std::size_t i) { return camera[i] - path.position_at(times[i]); };
    for (std::size_t i = 1; i < times.size(); ++i)
    {
        const double offset_change = std::abs(camera_offset(i) - camera_offset(i - 1));
        const double motion = std::max(std::abs(drawn[i] - drawn[i - 1]), std::abs(camera[i] - camera[i - 1]));
        if (motion > min_motion && !std::isnan(offset_change)) misfits[i] = std::min(offset_change / motion, 1.0);
    }
    return misfits;
}

double sum_of_misfits(const DrawingRule& rule, const std::vector<std::size_t>& frame_indices)
{
    double sum = 0.0;
    for (const std::size_t i : frame_indices) sum += rule.misfits[i];
    return sum;
}

bool fits_positions(const DrawingRule& rule, const std::vector<std::size_t>& frame_indices)
{
    std::vector<double> misfits;
    for (const std::size_t i : frame_indices) misfits.push_back(rule.misfits[i]);
    if (misfits.size() < min_judged_frames) return false;
    const auto median = misfits.begin() + static_cast<std::ptrdiff_t>(misfits.size() / 2);
    std::ranges::nth_element(misfits, median);
    return *median <= max_median_misfit;
}

bool is_clearly_better(const DrawingRule& rule, const DrawingRule& other, std::vector<std::size_t> frame_indices)
{
    std::erase_if(frame_indices,
                  [&](std::size_t i) { return std::abs(rule.misfits[i] - other.misfits[i]) < min_misfit_difference; });
    const double misfit = sum_of_misfits(rule, frame_indices);
    return frame_indices.size() >= min_judged_frames &&
           misfit <= max_misfit_ratio * sum_of_misfits(other, frame_indices) &&
           (rule.mistake.empty() || misfit <= max_reported_mean_misfit * static_cast<double>(frame_indices.size()));
}

// The mistake of the rule that fits best; empty if none fits or the first rule does, which is correct.
std::string_view find_rule_mistake(std::span<const DrawingRule> rules, std::string_view no_fit_reason,
                                   std::vector<std::string>& open_questions)
{
    // Only frames for which each rule has a misfit are compared.
    std::vector<std::size_t> frame_indices;
    for (std::size_t i = 0; i < rules.front().misfits.size(); ++i)
        if (std::ranges::none_of(rules, [&](const DrawingRule& rule) { return std::isnan(rule.misfits[i]); }))
            frame_indices.push_back(i);
    const auto add_open_question = [&](const DrawingRule& rule, std::string_view reason)
    {
        std::string text = fmt::format("{}: {}", rule.question, reason);
        if (std::ranges::find(open_questions, text) == open_questions.end()) open_questions.push_back(std::move(text));
    };
    const DrawingRule* best_rule = &rules.front();
    for (const DrawingRule& rule : rules) // if rules differ only by rounding, the first is chosen
        if (sum_of_misfits(rule, frame_indices) < sum_of_misfits(*best_rule, frame_indices) - min_misfit_difference)
            best_rule = &rule;
    const DrawingRule& best = *best_rule;
    if (!fits_positions(best, frame_indices))
    {
        const bool has_too_few_frames = frame_indices.size() < min_judged_frames;
        for (const DrawingRule& rule : rules.subspan(1))
            add_open_question(rule, has_too_few_frames ? "too few frames move the body" : no_fit_reason);
        return "";
    }
    constexpr std::string_view indistinct_reason = "these frames and motions do not distinguish it";
    if (&best != &rules.front())
    {
        if (is_clearly_better(best, rules.front(), frame_indices)) return best.mistake;
        add_open_question(best, indistinct_reason);
        return "";
    }
    for (const DrawingRule& rule : rules.subspan(1))
        if (!is_clearly_better(best, rule, frame_indices)) add_open_question(rule, indistinct_reason);
    return "";
}

constexpr std::string_view saved_question = "whether the previous state is saved once a step";
constexpr std::string_view blend_question = "whether both states of the blend are set in one frame";
constexpr std::string_view camera_question = "whether the camera is one tick late";

std::string_view find_body_mistake(const ProbeRecording& recording, const std::vector<FrameSteps>& frames,
                                   std::vector<std::string>& open_questions)
{
    constexpr std::string_view saved_once_a_frame =
        "the previous state is saved once a frame instead of once a step, so that the blend spans no step or several";
    std::array rules{
        DrawingRule{"", "", blended_state_time},
        DrawingRule{saved_once_a_frame, saved_question,
                    [](const FrameSteps& f) { return f.total_steps - f.steps * (1.0 - f.alpha); }},
        DrawingRule{saved_once_a_frame, saved_question,
                    [](const FrameSteps& f) { return f.total_steps - f.last_nonzero_steps * (1.0 - f.alpha); }},
        DrawingRule{
            "a frame with several steps sets both states of the blend to the newest state, so that nothing is blended",
            blend_question,
            [](const FrameSteps& f) { return f.last_nonzero_steps > 1.0 ? f.total_steps : blended_state_time(f); }},
        DrawingRule{"nothing is blended: the newest state is drawn", "whether the drawn positions are blended at all",
                    newest_state_time}};
    for (DrawingRule& rule : rules)
        rule.misfits = line_misfits(recording.drawn_positions, shown_times_of(frames, rule));
    return find_rule_mistake(rules, "the drawn body does not move evenly enough", open_questions);
}

std::string_view find_camera_mistake(const ProbeRecording& recording, const std::vector<FrameSteps>& frames,
                                     std::vector<std::string>& open_questions)
{
    constexpr std::string_view one_tick_late =
        "the camera is one tick late: it follows the body as it was drawn a step before";
    const ShownTimeFunction body_time = recording.alphas.empty() ? newest_state_time : blended_state_time;
    std::vector<DrawingRule> rules{{"", "", body_time}, {one_tick_late, camera_question, body_time, 1.0}};
    if (!recording.alphas.empty())
        rules.insert(rules.end(),
                     {{"the camera is one tick late: it follows the state before the newest step, without a blend",
                       camera_question, newest_state_time, 1.0},
                      {"the camera follows the newest state, but the body is drawn between two states",
                       "whether the camera follows the newest state", newest_state_time}});
    const DrawnPath path{recording.drawn_positions, shown_times_of(frames, rules.front())};
    for (DrawingRule& rule : rules) rule.misfits = camera_misfits(recording, path, shown_times_of(frames, rule));
    return find_rule_mistake(rules, "the camera does not follow the drawn body closely enough", open_questions);
}

} // namespace

DrawingMistakes find_drawing_mistakes(const ProbeRecording& recording)
{
    DrawingMistakes drawing_mistakes;
    if (recording.drawn_positions.empty() || recording.step_counts.empty())
    {
        drawing_mistakes.open_questions.push_back(
            fmt::format("{}, {}, and {}: {}", saved_question, blend_question, camera_question,
                        recording.drawn_positions.empty() ? "no drawn positions are recorded (set_drawn_position)"
                                                          : "a frame has no number of steps"));
        return drawing_mistakes;
    }
    const std::vector<FrameSteps> frames = frame_steps_of(recording);
    if (recording.alphas.empty())
        drawing_mistakes.open_questions.push_back(
            fmt::format("{}, and {}: no alpha is recorded (set_alpha)", saved_question, blend_question));
    else
        drawing_mistakes.body_mistake = find_body_mistake(recording, frames, drawing_mistakes.open_questions);
    if (recording.camera_positions.empty())
        drawing_mistakes.open_questions.push_back(
            fmt::format("{}: no camera positions are recorded (set_camera_position)", camera_question));
    else if (!drawing_mistakes.body_mistake.empty())
        drawing_mistakes.open_questions.push_back(
            fmt::format("{} before the drawn positions are right", camera_question));
    else
        drawing_mistakes.camera_mistake = find_camera_mistake(recording, frames, drawing_mistakes.open_questions);
    return drawing_mistakes;
}

} // namespace recordings
