// SPDX-License-Identifier: MIT
// timestep_overlay.hpp -- shows the decisions of a loop in a game that uses Dear ImGui 1.86 or newer
//     timestep::show_overlay({.frame_time = frame}, plan); // once a frame, between ImGui::NewFrame() and
//     ImGui::Render()
#pragma once

#if __has_include("timestep/hooks.hpp")
#include "timestep/hooks.hpp"
#include "timestep/probe.hpp"
#else
#include "timestep.hpp" // the library as a single header
#endif

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace timestep
{
static_assert(IMGUI_VERSION_NUM >= 18600, "timestep_overlay.hpp needs Dear ImGui 1.86 or newer");

/// One frame of a loop. The clocks `game` and `shown` start at zero in the first frame.
struct PlannedFrame
{
    Nanos frame{}; ///< frame time; zero if the clock went backwards
    Nanos refresh_period{}; ///< refresh period of the display; 1/60 s if unknown
    std::int64_t steps = 0; ///< number of steps, including the tail
    double dt = 0; ///< size of a full step, in s
    Nanos stepped{}; ///< time that the steps simulate
    Nanos dropped{};
    Nanos stepping{}; ///< wall time to compute the steps; zero if unknown
    Nanos waited{}; ///< wall time that the pacer waited after the present
    Nanos game{}; ///< game clock at the start of the frame
    Nanos shown{}; ///< simulated time that the frame shows, without the time carried before the first frame
    Nanos lost{}; ///< lost time so far: drops, filter errors, carried time of a replaced loop
    Nanos late{}; ///< game - shown - lost
    bool is_drawn = false; ///< false if the game did not draw this frame
};
using PlannedFrames = std::span<const PlannedFrame>; ///< oldest first

/// The newest frames, whose starts span at least `time` on the game clock; all frames if they span less.
inline PlannedFrames newest_frames(PlannedFrames frames, Nanos time)
{
    const auto is_older = [&](const PlannedFrame& f) { return frames.back().game - f.game >= time; };
    const auto first = std::partition_point(frames.begin(), frames.end(), is_older);
    return frames.last(static_cast<std::size_t>(frames.end() - first + (first == frames.begin() ? 0 : 1)));
}

/// Keeps the frames of the last four seconds.
class RecentFrames
{
public:
    /// Returns false and adds nothing if frame time, steps and dropped time are all zero: the game is paused.
    bool add(const FrameInput& in, const StepPlan& plan)
    {
        const Nanos zero{}, removed = plan.dropped + plan.filter_error;
        const Nanos carried_before = plan.carried + plan.stepped + removed - in.frame_time;
        const bool is_first = frames_.empty();
        if (!is_first && in.frame_time == zero && plan.stepped == zero && removed == zero) return false;
        const Nanos frame = std::max(in.frame_time, zero), game = is_first ? zero : newest().game + frame;
        if (in.frame_time > zero) lost_ += removed;
        if (is_first) simulated_ = -(carried_ = carried_before);
        if (is_first && in.frame_time == zero && plan.stepped > zero) // it simulates time that has not passed
            simulated_ = -plan.carried - plan.stepped - shown_minus_newest(plan);
        lost_ += carried_ - carried_before; // zero unless another loop has replaced the previous one
        carried_ = plan.carried;
        simulated_ += plan.stepped;
        const Nanos shown = simulated_ + shown_minus_newest(plan);
        if (frames_.size() == frames_.capacity() && !is_first)
        {
            frames_.erase(frames_.begin(), frames_.end() - std::ssize(all()));
            frames_.reserve(2 * frames_.size());
        }
        frames_.push_back({frame, in.refresh_period > zero ? in.refresh_period : step_ns(hz(60)),
                           plan.steps + (plan.tail > zero ? 1 : 0), plan.dt_seconds, plan.stepped, plan.dropped, zero,
                           zero, game, shown, lost_, game - shown - lost_});
        return true;
    }

    /// All frames, at least one. The next add() invalidates them.
    PlannedFrames all() const { return newest_frames(frames_, Nanos{4'000'000'000}); }
    bool empty() const { return frames_.empty(); }
    PlannedFrame& newest() { return frames_.back(); }

private:
    static Nanos shown_minus_newest(const StepPlan& plan)
    {
        if (plan.presentation == Presentation::interpolate || plan.presentation == Presentation::step_ahead)
            return from_seconds((plan.alpha - 1.0) * plan.dt_seconds);
        return plan.presentation == Presentation::latest ? Nanos::zero() : plan.carried;
    }

    std::vector<PlannedFrame> frames_;
    Nanos simulated_{}, carried_{}, lost_{}; ///< sums; `simulated_` without the time carried before the first frame
};

/// A verdict as in the laboratory (docs/window.md), such as "OK", "UNEVEN, 10 jerky pictures a second" or "18 ms LATE",
/// with its colour. Verdicts on the game's state, such as WRONG, cannot be computed from plans.
struct LoopVerdict
{
    static constexpr ImU32 good = IM_COL32(0, 200, 150, 255), jerky = IM_COL32(230, 159, 0, 255),
                           alarming = IM_COL32(213, 94, 0, 255);

    std::string text = "SETTLING";
    ImU32 color = good;
    bool is_uneven = false;
};

namespace detail
{
template <class... Values>
std::string format(const char* pattern, Values... values)
{
    std::array<char, 160> text{};
    std::snprintf(text.data(), text.size(), pattern, values...);
    return text.data();
}

#if IMGUI_VERSION_NUM >= 18700
inline bool is_pressed(ImGuiKey key) { return ImGui::IsKeyPressed(key, false); }
inline std::string name_of(ImGuiKey key) { return ImGui::GetKeyName(key); }
#else
inline bool is_pressed(ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), false); }
inline std::string name_of(ImGuiKey key) { return key == ImGuiKey_Insert ? "Insert" : "key"; }
#endif

template <class T>
T sum(PlannedFrames frames, T PlannedFrame::*field)
{
    T total{};
    for (const PlannedFrame& f : frames) total += f.*field;
    return total;
}

// The verdict if simulated time is faster or slower than real time. `step` is the length of a step in s. In a spiral of
// death, the steps of the last 8 frames took at least as long to compute as the time that they simulate.
inline std::optional<LoopVerdict> speed_verdict(PlannedFrames frames, double step)
{
    const PlannedFrame &first = frames.front(), &last = frames.back();
    Nanos simulated{}, most_behind{}, most_ahead{}, most_lost{}, most_added{}; // in a single frame
    for (std::size_t i = 1; i < frames.size(); ++i)
    {
        const PlannedFrame& f = frames[i];
        most_lost = std::max(most_lost, f.lost - frames[i - 1].lost);
        most_added = std::min(most_added, f.lost - frames[i - 1].lost);
        simulated += f.stepped;
        most_behind = std::max(most_behind, f.frame - f.stepped);
        most_ahead = std::max(most_ahead, f.stepped - f.frame);
    }
    const double time = to_seconds(last.game - first.game);
    const double wall = time + to_seconds(last.stepping - first.stepping); // between the ends of the steps
    const double speed = wall > 0.0 ? to_seconds(simulated) / wall : 1.0;
    const double drift_at_end = to_seconds(simulated) - wall, drift_at_start = to_seconds(simulated) - time;
    const double drift =
        drift_at_end * drift_at_start > 0.0 ? std::min(std::abs(drift_at_end), std::abs(drift_at_start)) : 0.0;
    const double phase = step + time / static_cast<double>(frames.size() - 1);
    const PlannedFrames eight = frames.last(std::min<std::size_t>(frames.size(), 8));
    if (speed < 0.95 && sum(eight, &PlannedFrame::steps) > 8 && sum(eight, &PlannedFrame::dropped) <= Nanos::zero() &&
        sum(eight, &PlannedFrame::stepping) >= sum(eight, &PlannedFrame::stepped))
        return LoopVerdict{format("SPIRAL OF DEATH %.2fx", speed), LoopVerdict::alarming};
    const double in_one_frame = to_seconds(speed < 1.0 ? most_behind : most_ahead);
    const Nanos lost = last.lost - first.lost; // without the largest single loss, over 2 % are no accident
    const double lost_often = to_seconds(lost > Nanos{} ? lost - most_lost : most_added - lost);
    const bool loses_time = time >= 1.0 && lost_often > 0.02 * time && (lost > Nanos{}) == (speed < 1.0);
    if ((drift <= 0.02 * time + phase || drift - in_one_frame <= phase) && !loses_time) return std::nullopt;
    return LoopVerdict{format(speed > 1.0 ? "FAST %.2fx" : "SLOW %.2fx", speed), LoopVerdict::alarming};
}

// UNEVEN, or OK (with the pictures a second if they are fewer than 0.9 of the refreshes), of the pictures of the newest
// 1.5 s; UNEVEN, too, if they stood still for over a tenth of all frames, and no time was lost. The newest frame is not
// presented yet and does not count. A frame is on the screen when its present returns: then the pacer waits, or the
// next frame begins. Of the frames whose screen times round to the same refresh, only the first counts. Frames that
// show the same moment are one picture; a picture is uneven if it moved over 0.3 refresh periods (2 to 8 ms) farther or
// less far than the picture before it stayed, or, before one that makes up for it, than it stays itself.
inline LoopVerdict motion_verdict(PlannedFrames frames, bool was_uneven)
{
    struct Picture
    {
        Nanos shown, screen, moved, error;
        bool has_error;
    };
    const Nanos refresh = frames.back().refresh_period;
    const Nanos limit = std::clamp(3 * refresh / 10, Nanos{2'000'000}, Nanos{8'000'000}) + Nanos{1'000};
    const auto is_even = [&](Nanos error) { return std::chrono::abs(error) <= limit; };
    const Nanos recent = frames.back().game - Nanos{1'500'000'000};
    std::optional<Picture> last;
    Nanos time{}, still{}, first_uneven{}, last_uneven{};
    int count = 0, uneven = 0;
    for (std::size_t i = 0; i + 1 < frames.size(); ++i)
    {
        const Nanos screen = frames[i + 1].game - frames[i].waited;
        const auto refresh_number = [&](Nanos at) { return (at + refresh / 2) / refresh; };
        if (!frames[i].is_drawn || (last && refresh_number(screen) == refresh_number(last->screen))) continue;
        if (last && std::chrono::abs(frames[i].shown - last->shown) <= Nanos{1'000}) continue;
        Picture next{frames[i].shown, screen, {}, {}, last.has_value()};
        if (last)
        {
            const Nanos stayed = screen - last->screen;
            next.moved = next.shown - last->shown;
            next.error = next.moved - stayed;
            const bool is_made_up_for = is_even(last->error) && is_even(next.error) && !is_even(last->moved - stayed);
            // A frame that did not wait for a refresh stays up to a refresh longer or shorter.
            const bool waited =
                std::chrono::abs(stayed - (stayed + refresh / 2) / refresh * refresh) < Nanos{1'000'000};
            const Nanos unseen = Nanos{4'000'000} + (waited ? Nanos{} : refresh);
            if (last->has_error) still += std::max(stayed - last->moved - unseen, Nanos{});
            if (last->screen >= recent)
            {
                if (last->has_error && (is_made_up_for || !is_even(last->error)))
                {
                    if (uneven++ == 0) first_uneven = last->screen;
                    last_uneven = last->screen;
                }
                time += stayed;
                ++count;
            }
        }
        last = next;
    }
    const double seconds = to_seconds(time), refresh_hz = 1.0 / to_seconds(refresh);
    const auto rate = [&](int picture_count) { return seconds > 0.0 ? picture_count / seconds : 0.0; };
    const int ended_uneven = uneven;
    if (last && last->has_error && !is_even(last->error)) ++uneven;
    // Between the first and the last uneven picture, the rate of regular ones is exact.
    double uneven_rate = rate(uneven);
    if (ended_uneven > 1 && seconds > 0.0)
        uneven_rate =
            std::clamp((ended_uneven - 1) / to_seconds(last_uneven - first_uneven), rate(uneven - 1), rate(uneven + 1));
    const double all_seconds = to_seconds(frames.back().game - frames.front().game);
    if (all_seconds < 1.0) return {};
    if (uneven >= 3 && uneven_rate >= (was_uneven ? 2.5 : 0.99 * 3.0))
        return {format("UNEVEN, %.0f jerky pictures a second", uneven_rate), LoopVerdict::jerky, true};
    const double still_share = to_seconds(still) / all_seconds;
    const bool is_behind = std::chrono::abs(frames.back().lost - frames.front().lost) >= Nanos{50'000'000};
    if (still_share > (was_uneven ? 0.07 : 0.1) && !is_behind)
        return {format("UNEVEN, stood still for %.0f %% of the time", 100.0 * still_share), LoopVerdict::jerky, true};
    return {count > 0 && rate(count) < 0.9 * refresh_hz
                ? format("OK, %.*f of %.4g pictures", rate(count) < 10.0 ? 1 : 0, rate(count), refresh_hz)
                : "OK"};
}
} // namespace detail

/// The worst verdict on all frames. A motion that `was_uneven` stays
/// so until it is clearly even, so that a rate near the limit does not flicker.
inline LoopVerdict verdict_of(PlannedFrames frames, bool was_uneven = false)
{
    if (frames.size() < 2) return {};
    if (frames.back().game - frames.front().game < Nanos{250'000'000}) return {};
    const double dt = frames.back().dt;
    const auto has_dt = [&](const PlannedFrame& f) { return f.dt == dt; };
    const bool is_regular = dt > 0.0 && std::all_of(frames.begin() + 1, frames.end(), has_dt);
    const double step = is_regular ? dt : 1.0 / 60.0;
    if (const auto verdict = detail::speed_verdict(frames, step)) return *verdict;
    const double late_ms = to_millis(detail::sum(frames, &PlannedFrame::late)) / static_cast<double>(frames.size());
    if (std::abs(late_ms) > step * 1e3 + 2.0)
        return {detail::format("%.0f ms %s", std::abs(late_ms), late_ms > 0.0 ? "LATE" : "EARLY"), LoopVerdict::jerky};
    return detail::motion_verdict(frames, was_uneven);
}

/// Draws a loop's decisions over the game. Twice a second: verdict, steps per frame, carried time, alpha and dropped
/// time. In each frame: a bar for each of the last 32 frames, newest on the right. Its height is the simulated time, up
/// to 100 ms; its colour means one step, several steps, or over 1 ms dropped. The overlay is also a hook
/// (timestep/hooks.hpp): in hooked(loop, overlay), it measures how long steps and waits take.
class Overlay
{
public:
    static constexpr float strip_frames = 32.0F;
    static constexpr ImU32 one_step = IM_COL32(86, 180, 233, 255), several_steps = LoopVerdict::jerky,
                           time_dropped = LoopVerdict::alarming;

    const char* probe_path = "probe.csv"; ///< file that the key starts or ends; an existing file is replaced
    ImGuiKey key = ImGuiKey_Insert; ///< Dear ImGui 1.86 defines only a few keys
    ImVec2 position{10.0F, 10.0F}; ///< upper left corner in the main viewport, in pixels

    void frame_planned(const FrameInput& in, const StepPlan& plan)
    {
        if (probe_) probe_->frame_planned(in, plan);
        if (frames_.add(in, plan)) add_to_strip(plan);
        plan_ = plan;
        steps_run_ = 0;
        text_age_ += in.frame_time;
    }
    void step_begins(double)
    {
        if (steps_run_ == 0) part_begin_ = std::chrono::steady_clock::now();
    }
    void step_ends(double)
    {
        if (++steps_run_ == frames_.newest().steps) frames_.newest().stepping = part_time();
    }
    void wait_begins() { part_begin_ = std::chrono::steady_clock::now(); }
    void wait_ends()
    {
        if (!frames_.empty()) frames_.newest().waited = part_time();
    }

    /// Draws the overlay above all windows. Call it after frame_planned(), between ImGui::NewFrame() and
    /// ImGui::Render().
    void draw()
    {
        if (frames_.empty()) return;
        frames_.newest().is_drawn = true;
        if (detail::is_pressed(key) && !ImGui::GetIO().WantTextInput) toggle_probe();
        if (text_age_ >= text_period) format_text();
        ImDrawList& list = *ImGui::GetForegroundDrawList();
        draw_text(list);
        draw_strip(list);
    }

    /// Starts or ends the probe's file. If the loop carries time, the first line is a frame with this time and no step,
    /// from which `timestep_lab identify` knows the loop's state.
    void toggle_probe()
    {
        text_age_ = text_period;
        if (probe_) return probe_.reset();
        probe_.emplace(probe_path);
        if (plan_.carried > Nanos::zero())
            probe_->frame_planned(FrameInput{plan_.carried}, StepPlan{.alpha = plan_.alpha});
    }

    const std::string& text() const { return text_; }
    PlannedFrames frames() const { return frames_.all(); }

private:
    static constexpr Nanos text_period{500'000'000};
    static constexpr float margin = 6.0F, frame_width = 6.0F, strip_height = 48.0F; // in pixels

    struct Run // consecutive bars with equal height and colour
    {
        float frames = 0.0F, height = 0.0F; // number of frames; height in pixels
        ImU32 color = 0;
    };
    using Look = std::array<float, 7>; // the values on which the text's vertices depend

    Nanos part_time() const { return std::chrono::steady_clock::now() - part_begin_; }

    Look current_look(const ImDrawList& list) const
    {
        const ImVec2 corner = ImGui::GetMainViewport()->Pos, white = ImGui::GetFontTexUvWhitePixel();
        const auto index = static_cast<float>(list._VtxCurrentIdx);
        float texture = 0.0F;
#if IMGUI_VERSION_NUM >= 19200 // any frame can replace the font's texture
        texture = static_cast<float>(ImGui::GetIO().Fonts->TexData->UniqueID);
#endif
        return {corner.x + position.x, corner.y + position.y, ImGui::GetFontSize(), index, white.x, white.y, texture};
    }

    void format_text()
    {
        const PlannedFrames second = newest_frames(frames_.all(), Nanos{1'000'000'000});
        const PlannedFrames timed = second.size() > 1 ? second.subspan(1) : second; // second[0] marks the start
        const auto count = static_cast<double>(timed.size());
        verdict_ = verdict_of(frames_.all(), verdict_.is_uneven);
        text_ = verdict_.text +
                detail::format("\n%.2f steps a frame of %.1f ms\ncarried %.1f ms, alpha %.2f\ndropped %.1f ms in 1 s\n",
                               static_cast<double>(detail::sum(timed, &PlannedFrame::steps)) / count,
                               to_millis(second.back().game - second.front().game) / count, to_millis(plan_.carried),
                               plan_.alpha, to_millis(detail::sum(timed, &PlannedFrame::dropped))) +
                (probe_ ? "" : detail::name_of(key)) +
                (!probe_             ? ": write "
                 : probe_->is_open() ? "writing "
                                     : "cannot write ") +
                probe_path;
        text_age_ = {};
        look_ = {};
    }

    // Draws panel and text, or copies their vertices from an earlier frame, which takes a fifth of the time.
    void draw_text(ImDrawList& list)
    {
        const Look look = current_look(list);
        if (look == look_) return draw_text_again(list);
        const int old_vertices = list.VtxBuffer.Size, old_indices = list.IdxBuffer.Size;
        const ImVec2 size = ImGui::CalcTextSize(text_.data()), corner{look[0], look[1]};
        const ImVec2 begin{corner.x + margin, corner.y + margin};
        const float width = std::max(size.x, strip_frames * frame_width);
        strip_corner_ = {begin.x, begin.y + size.y + margin + strip_height};
        list.AddRectFilled(corner, {begin.x + width + margin, strip_corner_.y + margin}, IM_COL32(0, 0, 0, 190));
        const char *const text = text_.data(), *const numbers = text + text_.find('\n');
        list.AddText(begin, verdict_.color, text, numbers);
        list.AddText({begin.x, begin.y + ImGui::GetTextLineHeight()}, IM_COL32(225, 225, 225, 255), numbers + 1);
        vertices_.assign(list.VtxBuffer.Data + old_vertices, list.VtxBuffer.Data + list.VtxBuffer.Size);
        indices_.assign(list.IdxBuffer.Data + old_indices, list.IdxBuffer.Data + list.IdxBuffer.Size);
        look_ = look;
    }

    void draw_text_again(ImDrawList& list) const
    {
        list.PrimReserve(static_cast<int>(indices_.size()), static_cast<int>(vertices_.size()));
        std::memcpy(list._VtxWritePtr, vertices_.data(), vertices_.size() * sizeof(ImDrawVert));
        std::memcpy(list._IdxWritePtr, indices_.data(), indices_.size() * sizeof(ImDrawIdx));
        list._VtxWritePtr += vertices_.size();
        list._IdxWritePtr += indices_.size();
        list._VtxCurrentIdx += static_cast<unsigned>(vertices_.size());
    }

    void add_to_strip(const StepPlan& plan)
    {
        const bool drops = std::chrono::abs(plan.dropped + plan.filter_error) > Nanos{1'000'000};
        const float height =
            std::ceil(strip_height * static_cast<float>(std::min(to_millis(plan.stepped) / 100.0, 1.0)));
        const ImU32 color = drops ? time_dropped : frames_.newest().steps > 1 ? several_steps : one_step;
        if (strip_.back().height != height || strip_.back().color != color) strip_.push_back({0.0F, height, color});
        ++strip_.back().frames;
        if (--strip_.front().frames < 1.0F) strip_.erase(strip_.begin());
    }

    void draw_strip(ImDrawList& list) const
    {
        float left = strip_corner_.x;
        const int quads = static_cast<int>(strip_.size());
        list.PrimReserve(6 * quads, 4 * quads);
        for (const Run& run : strip_)
        {
            const float right = left + run.frames * frame_width, top = strip_corner_.y - run.height;
            list.PrimRect({left, top}, {right, strip_corner_.y}, run.color); // a bar of height zero is invisible
            left = right;
        }
    }

    RecentFrames frames_;
    StepPlan plan_{}; ///< plan of the newest frame
    std::int64_t steps_run_ = 0; ///< steps of the newest frame that have ended
    std::chrono::steady_clock::time_point part_begin_{}; ///< when the frame's steps or its wait began
    std::optional<Probe> probe_; ///< empty unless a file is written
    std::vector<Run> strip_{{strip_frames}}; ///< oldest first
    LoopVerdict verdict_{};
    std::string text_;
    Nanos text_age_ = text_period; ///< sum of frame times since the text was formatted
    Look look_{};
    ImVec2 strip_corner_{}; ///< lower left corner of the strip
    std::vector<ImDrawVert> vertices_; ///< vertices of the panel and the text
    std::vector<ImDrawIdx> indices_;
};

/// Adds a frame to the program's only overlay and draws it. `plan` is the loop's plan for the frame `in`. This overlay
/// does not measure steps, so it shows a spiral of death as UNEVEN or SLOW.
inline void show_overlay(const FrameInput& in, const StepPlan& plan)
{
    static Overlay overlay;
    overlay.frame_planned(in, plan);
    overlay.draw();
}

} // namespace timestep
