// A game loop with chosen parts and mistakes, written as a game would be, in doubles. The diagnosis must find the
// parts.
#pragma once

#include "lab/diagnosis/loop_experiment.hpp"
#include "lab/diagnosis/part_text.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <random>

namespace composed_games
{

using namespace lab;

/// Parts in the words of the diagnosis, so that both can be compared; `alpha` says how alpha is computed.
struct GameParts
{
    LoopParts parts{};
    AlphaFormula alpha = AlphaFormula::carried;
    bool is_blended = true; ///< false: draw=latest with an alpha of 1
    bool forgets_at_reset = true;
    int dropped_every = 0; ///< a part that no list has: each so many frames lose half of their time
};

class Game : public TestedLoop
{
public:
    explicit Game(const GameParts& game)
        : game_{game}
    {
        start();
    }

    PlanAnswer plan(const FrameRequest& request) override
    {
        const LoopParts& p = game_.parts;
        if (request.rate && p.rate_change != RateChange::not_followed)
        {
            step_ = timestep::step_seconds(*request.rate);
            if (p.rate_change == RateChange::carried_dropped) left_ = 0.0;
        }
        double frame = static_cast<double>(request.frame_time.count()) / 1e9;
        if (game_.dropped_every > 0 && ++frame_count_ % game_.dropped_every == 0) frame /= 2.0;
        if (p.least_frame == 0.0) frame = std::max(frame, 0.0);
        std::int64_t extra = 0;
        if (request.after == Interruption::pause)
        {
            if (p.after_pause == AfterPause::carried_dropped) left_ = 0.0;
            if (p.after_pause == AfterPause::frame_ignored) frame = 0.0;
            if (p.after_pause == AfterPause::extra_steps) extra = p.extra_steps;
        }
        frame = p.limit_first ? filtered(cut(frame)) : cut(filtered(frame));

        PlanAnswer answer{.seconds = step_};
        answer.presentation = game_.is_blended ? timestep::Presentation::interpolate : timestep::Presentation::latest;
        if (p.source == StepSource::constant || p.source == StepSource::frame_time)
        {
            answer.steps = 1;
            if (p.source == StepSource::frame_time) answer.seconds = frame;
            return answer;
        }
        if (p.source == StepSource::tail)
        {
            for (; frame > 0.0 &&
                   !(p.due_limit == DueLimit::steps_drop && answer.steps == static_cast<std::int64_t>(p.most));)
            {
                const double part = std::min(frame, step_);
                if (part == step_)
                    ++answer.steps;
                else
                    answer.tail_seconds = part;
                frame -= part;
            }
            return answer;
        }
        left_ += frame;
        if (p.due_limit == DueLimit::time && left_ > p.most) left_ = p.counted;
        const double before = left_;
        const bool counts = p.due_limit >= DueLimit::steps_keep;
        const auto most = static_cast<std::int64_t>(p.most);
        const auto run_step = [&]
        {
            left_ -= p.rest == Rest::other_step_subtracted   ? p.subtracted
                     : p.rest == Rest::frame_time_subtracted ? frame
                                                             : step_;
            ++answer.steps;
        };
        if (p.count == Count::do_while) run_step();
        while ((p.count == Count::above ? left_ > step_ : left_ >= step_) && !(counts && answer.steps >= most) &&
               answer.steps < 100'000)
            run_step();
        if (p.due_limit == DueLimit::steps_drop && left_ >= step_) left_ = std::fmod(left_, step_);
        if (p.due_limit == DueLimit::steps_zero && answer.steps >= most) left_ = 0.0;
        if (p.rest == Rest::thrown_away || (p.rest == Rest::zeroed_after_steps && answer.steps > 0)) left_ = 0.0;
        answer.steps += extra;
        if (p.source == StepSource::limited_frame_time_in_each_step) answer.seconds = answer.steps > 0 ? frame : step_;
        const double share = left_ / step_;
        answer.alpha = !game_.is_blended                           ? 1.0
                       : game_.alpha == AlphaFormula::frame_before ? old_share_
                       : game_.alpha == AlphaFormula::before_steps ? before / step_
                       : game_.alpha == AlphaFormula::one_minus    ? 1.0 - share
                       : game_.alpha == AlphaFormula::frame_only   ? std::fmod(frame, step_) / step_
                                                                   : share;
        old_share_ = share;
        return answer;
    }

    void reset(bool anew) override
    {
        const double kept = left_;
        start();
        if (!anew && !game_.forgets_at_reset) left_ = kept;
    }

private:
    void start()
    {
        step_ = game_.parts.step;
        left_ = old_share_ = old_frame_ = 0.0;
        smooth_ = std::nan("");
        clock_ = game_.parts.filter == Filter::float_clock ? game_.parts.filter_number : 0.0;
        frame_count_ = clock_ms_ = 0;
        newest_.clear();
    }
    double cut(double frame) const { return frame > game_.parts.frame_limit ? game_.parts.frame_counted : frame; }
    double filtered(double frame)
    {
        const double number = game_.parts.filter_number, ns = std::round(frame * 1e9);
        switch (game_.parts.filter)
        {
        case Filter::truncated: return std::floor(ns / 1e6) / 1e3;
        case Filter::rounded: return std::round(ns / 1e6) / 1e3;
        case Filter::truncated_clock:
        {
            clock_ += frame;
            const auto now = static_cast<std::int64_t>(std::floor(std::round(clock_ * 1e9) / 1e6));
            return static_cast<double>(now - std::exchange(clock_ms_, now)) / 1e3;
        }
        case Filter::mean:
        case Filter::median:
        {
            newest_.push_back(frame);
            if (newest_.size() > static_cast<std::size_t>(number)) newest_.pop_front();
            std::vector<double> sorted{newest_.begin(), newest_.end()};
            double sum = 0.0;
            for (const double time : sorted) sum += time;
            if (game_.parts.filter == Filter::mean) return sum / static_cast<double>(sorted.size());
            std::ranges::sort(sorted);
            const std::size_t half = sorted.size() / 2;
            return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2.0;
        }
        case Filter::exponential:
            return smooth_ = std::isnan(smooth_) ? frame : smooth_ * (1.0 - number) + frame * number;
        case Filter::snapped: return std::abs(frame - step_) < number ? step_ : frame;
        case Filter::float_clock:
        {
            const auto reading = static_cast<float>(clock_);
            clock_ += frame;
            return static_cast<double>(static_cast<float>(clock_) - reading);
        }
        case Filter::frame_before: return std::exchange(old_frame_, frame);
        default: return frame;
        }
    }

    GameParts game_;
    double step_ = 0.0, left_ = 0.0, old_share_ = 0.0, old_frame_ = 0.0, smooth_ = 0.0, clock_ = 0.0;
    std::int64_t clock_ms_ = 0, frame_count_ = 0;
    std::deque<double> newest_;
};

/// A random loop with so many mistakes.
inline GameParts random_game(std::mt19937_64& random, int mistake_count)
{
    const auto pick = [&](auto... values)
    {
        const std::common_type_t<decltype(values)...> all[]{values...};
        return all[random() % sizeof...(values)];
    };
    GameParts game;
    LoopParts& p = game.parts;
    using enum StepSource;
    p.source = pick(accumulator, accumulator, accumulator, accumulator, accumulator, frame_time, tail, constant);
    p.step = p.due_step = 1.0 / pick(60, 60, 60, 50, 30, 120, 100, 64, 20);
    if (const int limit = pick(0, 1, 1, 2); limit > 0)
    {
        p.frame_limit = limit == 1 ? pick(0.25, 0.1, 1.0 / 15, 0.2, 0.05, 0.125, 1.0 / 3, 0.5, 5 * p.step, 0.075)
                                   : pick(0.1, 0.25, 0.5, 1.0);
        p.frame_limit = p.frame_counted = std::max(p.frame_limit, 1.5 * p.step);
        if (limit == 2) p.frame_counted = pick(0.0, p.step);
    }
    using enum DueLimit;
    p.due_limit = pick(none, none, steps_keep, steps_drop, steps_zero, time);
    p.most = pick(2, 3, 4, 5, 6, 8, 10);
    if (p.due_limit == time) p.most = p.counted = p.most * p.step;
    game.is_blended = pick(true, true, false);
    p.filter = pick(Filter::none, Filter::none, Filter::none, Filter::none, Filter::mean, Filter::median,
                    Filter::exponential, Filter::snapped);
    p.filter_number = p.filter == Filter::mean          ? pick(2, 4, 5, 8, 10, 11, 16)
                      : p.filter == Filter::median      ? pick(3, 5, 7, 11)
                      : p.filter == Filter::exponential ? pick(0.1, 0.2, 0.05, 0.25, 0.5, 0.8, 0.13)
                                                        : pick(0.0002, 0.0005, 0.001, 0.002);
    p.limit_first = pick(true, false);
    p.least_frame = pick(0.0, -LoopParts::infinite);
    p.rate_change = pick(RateChange::carried_kept, RateChange::not_followed);
    const auto set_filter = [&](Filter filter, double number)
    {
        p.filter = filter;
        p.filter_number = number;
    };
    for (int i = 0; i < mistake_count; ++i) switch (random() % 16)
        {
        case 0: set_filter(Filter::truncated, 1e-3); break;
        case 1: set_filter(Filter::rounded, 1e-3); break;
        case 2: set_filter(Filter::truncated_clock, 1e-3); break;
        case 3: set_filter(Filter::float_clock, pick(0, 3600, 36000)); break;
        case 4: set_filter(Filter::frame_before, 0.0); break;
        case 5:
            game.is_blended = true;
            game.alpha = pick(AlphaFormula::frame_before, AlphaFormula::before_steps, AlphaFormula::one_minus,
                              AlphaFormula::frame_only);
            break;
        case 6: p.rest = pick(Rest::zeroed_after_steps, Rest::thrown_away); break;
        case 7:
            p.rest = Rest::other_step_subtracted;
            p.subtracted = std::round(p.step * pick(0.94, 1.06) * 1e3) / 1e3;
            if (p.subtracted == p.step) p.rest = Rest::carried;
            break;
        case 8: p.rest = Rest::frame_time_subtracted; break;
        case 9: p.count = Count::do_while; break;
        case 10: p.count = Count::above; break;
        case 11:
            p.due_limit = steps_keep;
            p.most = 1;
            break;
        case 12: p.source = limited_frame_time_in_each_step; break;
        case 13: p.rate_change = RateChange::carried_dropped; break;
        case 14:
            p.after_pause = pick(AfterPause::extra_steps, AfterPause::carried_dropped, AfterPause::frame_ignored);
            p.extra_steps = p.after_pause == AfterPause::extra_steps ? 2 : 0;
            break;
        default: game.forgets_at_reset = false; break;
        }
    return game;
}

} // namespace composed_games
