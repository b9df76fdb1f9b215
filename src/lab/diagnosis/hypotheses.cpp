#include "lab/diagnosis/hypotheses.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace lab
{

namespace
{

constexpr double infinite = LoopParts::infinite;

bool is_near(double a, double b, double error) { return std::abs(a - b) <= error; }

// The constants that programmers write: milliseconds, parts of a second, multiples of a step.
std::set<double> usual_times(double least, double most, double step)
{
    std::set<double> times;
    const auto add = [&](double time)
    {
        if (time >= least && time <= most) times.insert(time);
    };
    const double width_ms = (most - least) * 1e3, raster = width_ms < 60.0 ? 1.0 : width_ms < 200.0 ? 5.0 : 50.0;
    for (double ms = std::max(std::ceil(least * 1e3 / raster) * raster, raster); ms <= std::min(most * 1e3, 1000.0);
         ms += raster)
        add(ms / 1e3);
    for (const int ms : {20, 25, 30, 33, 40, 75, 125, 2000, 3000, 5000}) add(ms / 1e3);
    for (const int part : {3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 20, 24, 25, 30, 40, 50, 60}) add(1.0 / part);
    for (int steps = 1; steps <= 12; ++steps) add(steps * step);
    return times;
}

// Without `is_exact`, only filters are tried that change times by more than some microseconds.
void add_filters(std::vector<LoopParts>& all, const LoopParts& base, bool is_exact)
{
    const auto add = [&](Filter filter, std::initializer_list<double> numbers,
                         std::initializer_list<FilterStart> starts = {FilterStart::first_frame})
    {
        for (const double number : numbers)
            for (const FilterStart start : starts)
            {
                all.push_back(base);
                all.back().filter = filter;
                all.back().filter_number = number;
                all.back().filter_start = start;
            }
    };
    using enum FilterStart;
    for (const Filter filter : {Filter::truncated, Filter::rounded, Filter::truncated_clock})
    {
        add(filter, {1e-3});
        if (is_exact) add(filter, {1e-6});
    }
    add(Filter::frame_before, {0.0}, {first_frame, step, zero});
    add(Filter::mean, {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 16, 20, 24, 25, 30, 32, 50, 60, 64},
        {first_frame, step, zero});
    add(Filter::median, {3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 21, 31}, {first_frame, step, zero});
    add(Filter::exponential, {0.01, 0.02, 0.025, 0.05, 0.1,       0.125, 0.15, 0.2, 0.25, 0.3, 1.0 / 3.0,
                              0.35, 0.4,  0.5,   0.6,  2.0 / 3.0, 0.7,   0.75, 0.8, 0.85, 0.9, 0.95},
        {first_frame, step, zero});
    // Without an alpha, the weight cannot be read from the frames.
    if (!is_exact)
        for (int percent = 3; percent < 100; ++percent)
            if (percent % 5 != 0) add(Filter::exponential, {percent / 100.0});
    for (const Filter filter : {Filter::snapped, Filter::snapped_to_multiples})
        add(filter,
            {0.1e-3, 0.2e-3, 0.25e-3, 0.3e-3, 0.4e-3, 0.5e-3, 0.75e-3, 1e-3, 1.5e-3, 2e-3, 2.5e-3, 3e-3, 4e-3, 5e-3});
    if (is_exact) add(Filter::float_clock, {0.0, 60.0, 600.0, 1000.0, 1800.0});
    add(Filter::float_clock, {3600.0, 7200.0, 10000.0, 18000.0, 36000.0, 43200.0, 86400.0, 100000.0});
    if (is_exact) add(Filter::float_frame_time, {0.0});
}

void add_estimated_filters(std::vector<LoopParts>& all, const LoopParts& base, std::span<const double> counted,
                           std::span<const ObservedFrame> frames)
{
    std::map<std::int64_t, int> weights, ratios;
    for (std::size_t i = 2; i < counted.size(); ++i)
    {
        const double time = frames[i].input.frame_time;
        if (std::isnan(counted[i] + counted[i - 1])) continue;
        if (std::abs(time - counted[i - 1]) > 1e-3)
            ++weights[std::llround((counted[i] - counted[i - 1]) / (time - counted[i - 1]) * 1e6)];
        if (time > 1e-3) ++ratios[std::llround(counted[i] / time * 1e7)];
    }
    const auto most_frequent = [](const auto& counts)
    { return std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; }); };
    const auto is_usual = [&](double weight)
    {
        return std::ranges::any_of(
            all, [&](const LoopParts& parts)
            { return is_near(parts.filter_number, weight, 1e-6) && parts.filter == Filter::exponential; });
    };
    if (const auto best = most_frequent(weights); best != weights.end() && best->first > 0 && best->first < 1'000'000 &&
                                                  !is_usual(static_cast<double>(best->first) / 1e6))
        for (const FilterStart start : {FilterStart::first_frame, FilterStart::step, FilterStart::zero})
        {
            all.push_back(base);
            all.back().filter = Filter::exponential;
            all.back().filter_number = static_cast<double>(best->first) / 1e6;
            all.back().filter_start = start;
        }
    if (const auto best = most_frequent(ratios);
        best != ratios.end() && best->first > 5'000'000 && best->first < 20'000'000 && best->first != 10'000'000)
    {
        all.push_back(base);
        all.back().filter = Filter::scaled;
        all.back().filter_number = static_cast<double>(best->first) / 1e7;
    }
}

// The carried time after each frame if alpha is computed by this formula; NaN where it does not say so.
std::vector<double> carried_times(std::span<const ObservedFrame> frames, AlphaFormula formula, double step)
{
    std::vector<double> carried(frames.size(), std::nan(""));
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        const double alpha = frames[i].alpha;
        switch (formula)
        {
        case AlphaFormula::carried: carried[i] = alpha * step; break;
        case AlphaFormula::ahead: carried[i] = (alpha - 1.0) * step; break;
        case AlphaFormula::one_minus: carried[i] = (1.0 - alpha) * step; break;
        case AlphaFormula::not_divided: carried[i] = alpha; break;
        case AlphaFormula::before_steps: carried[i] = alpha * step - static_cast<double>(frames[i].steps) * step; break;
        case AlphaFormula::frame_before:
            if (i > 0 && !frames[i].input.is_first) carried[i - 1] = alpha * step;
            break;
        default: break;
        }
    }
    return carried;
}

// The time that a frame has added to the simulated and carried time.
std::vector<double> counted_times(std::span<const ObservedFrame> frames, std::span<const double> carried, double step)
{
    std::vector<double> counted(frames.size(), std::nan(""));
    for (std::size_t i = 0; i < frames.size(); ++i)
        counted[i] = static_cast<double>(frames[i].steps) * step + carried[i] -
                     (frames[i].input.is_first || i == 0 ? 0.0 : carried[i - 1]);
    return counted;
}

// True if what a limit of steps leaves does not matter.
bool is_zeroed(Rest rest) { return rest == Rest::thrown_away || rest == Rest::zeroed_after_steps; }

// The number of parts that are not those of the simplest loop.
int unusual_parts(const LoopParts& parts)
{
    return (parts.filter != Filter::none ? 1 : 0) + (parts.rest != Rest::carried ? 1 : 0) +
           (parts.count != Count::floor ? 1 : 0) + (parts.due_limit != DueLimit::none ? 1 : 0) +
           (parts.frame_limit != infinite ? 1 : 0) + (parts.source >= StepSource::tail ? 1 : 0) +
           (parts.due_step != parts.step ? 1 : 0) + (parts.filter_start != FilterStart::first_frame ? 1 : 0);
}

Hypothesis hypothesis_of(const LoopParts& parts)
{
    Hypothesis hypothesis{ComposedLoop{parts}};
    return hypothesis.alphas.set(), hypothesis;
}

class Search
{
public:
    Search(std::span<const ObservedFrame> frames, std::size_t calm_count, const LoopFacts& facts,
           const ExplanationTolerance& tolerance, bool requires_alpha)
        : frames_{frames}
        , calm_count_{calm_count}
        , facts_{facts}
        , tolerance_{tolerance}
        , requires_alpha_{requires_alpha}
    {
        for (const ObservedFrame& frame : frames) most_steps_ = std::max(most_steps_, frame.steps);
    }

    // The simplest loops that explain all frames.
    std::vector<Hypothesis> run(bool is_float)
    {
        std::vector<Hypothesis> found, rhythms;
        const int most_unusual = is_float ? 2 : 5;
        for (int unusual = 0; unusual <= most_unusual && found.empty(); ++unusual)
        {
            if (unusual <= 3)
                for (const double step : facts_.steps) add_rhythms(rhythms, step, unusual, is_float);
            for (const Hypothesis& rhythm : rhythms)
                if (const int limits = unusual - unusual_parts(rhythm.loop.parts()); limits <= 2)
                    add_limits(found, rhythm, limits);
        }
        return found;
    }

private:
    std::vector<LoopParts> sources_at(double step, bool is_float) const;
    std::vector<LoopParts> rests_of(const LoopParts& source, const std::vector<std::vector<double>>& readings) const;
    std::vector<double> counted_by(const Hypothesis& rhythm) const;
    void add_rhythms(std::vector<Hypothesis>& found, double step, int unusual, bool is_float);
    void add_limits(std::vector<Hypothesis>& found, const Hypothesis& rhythm, int limit_count);
    std::set<std::pair<double, double>> frame_limits(const Hypothesis& rhythm, bool has_other_limit) const;
    std::vector<LoopParts> due_limits(const LoopParts& base) const;

    std::span<const ObservedFrame> frames_;
    std::size_t calm_count_;
    const LoopFacts& facts_;
    ExplanationTolerance tolerance_;
    bool requires_alpha_;
    std::int64_t most_steps_ = 0;
    static constexpr std::int64_t max_trials = 400'000; ///< some seconds
    std::int64_t trial_count_ = 0;
};

// The sources of steps of this size.
std::vector<LoopParts> Search::sources_at(double step, bool is_float) const
{
    LoopParts base{.step = step, .due_step = step, .is_float = is_float};
    std::vector<LoopParts> sources;
    if (facts_.has_constant_step)
    {
        for (const StepSource source : {StepSource::constant, StepSource::accumulator})
        {
            base.source = source;
            sources.push_back(base);
        }
        base.source = StepSource::accumulator;
        for (const double due_step :
             {std::round(step * 1e9) / 1e9, std::floor(step * 1e9) / 1e9, 1.0 / std::round(1.0 / step)})
            if (due_step != step && is_near(due_step / step, 1.0, 1e-4))
            {
                sources.push_back(base);
                sources.back().due_step = due_step;
            }
    }
    else
        for (const StepSource source : {StepSource::frame_time, StepSource::tail, StepSource::frame_time_in_each_step,
                                        StepSource::limited_frame_time_in_each_step})
        {
            base.source = source;
            sources.push_back(base);
            if (source != StepSource::frame_time) continue;
            sources.back().runs_empty_frame = facts_.runs_empty_frame;
            if (facts_.least_frame <= 0.0) continue;
            sources.push_back(sources.back());
            sources.back().least_frame = facts_.least_frame;
        }
    return sources;
}

// What may happen to the left-over time, with the subtracted steps that the readings or the steps of the frames
// suggest.
std::vector<LoopParts> Search::rests_of(const LoopParts& source, const std::vector<std::vector<double>>& readings) const
{
    const auto calm = frames_.first(calm_count_);
    std::vector<LoopParts> rests{source};
    const auto add_rest = [&](Rest rest, double subtracted)
    {
        rests.push_back(source);
        rests.back().rest = rest;
        rests.back().subtracted = subtracted;
    };
    for (const Rest rest : {Rest::thrown_away, Rest::zeroed_after_steps, Rest::frame_time_subtracted})
        add_rest(rest, 0.0);
    for (const double other :
         {0.01, 0.015, 0.016, 0.0166, 0.0167, 0.01666, 0.01667, 0.017, 0.02, 0.033, 0.0333, 0.03333})
        if (std::abs(other / source.due_step - 1.0) < 0.3 && other != source.due_step)
            add_rest(Rest::other_step_subtracted, other);
    for (double ms = std::ceil(900.0 * source.due_step); ms <= 1100.0 * source.due_step; ++ms)
        if (!is_near(ms / 1e3, source.due_step, 1e-5)) add_rest(Rest::other_step_subtracted, ms / 1e3);
    // Without an alpha, the time of the frames divided by their steps is all that is seen.
    double time = 0.0, steps = 0.0;
    for (const ObservedFrame& frame : calm)
    {
        time += frame.input.frame_time;
        steps += static_cast<double>(std::max<std::int64_t>(frame.steps, 0));
    }
    if (steps > 20.0)
        for (const double usual :
             usual_times((time - source.due_step) / steps, (time + source.due_step) / steps, source.due_step))
            if (!is_near(usual, source.due_step, 1e-5)) add_rest(Rest::other_step_subtracted, usual);
    std::map<std::int64_t, int> estimates; // in ns
    for (const auto& counted : readings)
        for (std::size_t i = 1; i < counted.size(); ++i)
            if (calm[i].steps > 0)
                ++estimates[std::llround(1e9 * (source.due_step + (calm[i].input.frame_time - counted[i]) /
                                                                      static_cast<double>(calm[i].steps)))];
    const auto best = std::ranges::max_element(estimates, {}, [](const auto& entry) { return entry.second; });
    if (best != estimates.end() && best->second > 5)
    {
        const double estimate = static_cast<double>(best->first) / 1e9;
        for (const double usual : usual_times(estimate - 2e-9, estimate + 2e-9, source.due_step))
            if (!is_near(usual, source.due_step, 2e-9)) add_rest(Rest::other_step_subtracted, usual);
        if (!is_near(estimate, source.due_step, 2e-9)) add_rest(Rest::other_step_subtracted, estimate);
    }
    return rests;
}

// The loops that explain the first frames, without limits of long frames, and with so many unusual parts.
void Search::add_rhythms(std::vector<Hypothesis>& found, double step, int unusual, bool is_float)
{
    const auto calm = frames_.first(calm_count_);
    for (const LoopParts& source : sources_at(step, is_float))
    {
        const bool accumulates = source.source >= StepSource::accumulator && source.source != StepSource::tail;
        std::vector<LoopParts> filters{source};
        if (source.source != StepSource::constant) add_filters(filters, source, requires_alpha_ || !accumulates);
        std::vector<std::vector<double>> readings;
        for (const AlphaFormula formula : {AlphaFormula::carried, AlphaFormula::one_minus, AlphaFormula::frame_before,
                                           AlphaFormula::before_steps, AlphaFormula::not_divided, AlphaFormula::ahead})
            if (accumulates && !facts_.has_constant_alpha)
                readings.push_back(counted_times(calm, carried_times(calm, formula, source.due_step), source.due_step));
        if (!accumulates && source.source != StepSource::constant)
        {
            readings.emplace_back();
            for (const ObservedFrame& frame : calm) readings.back().push_back(frame.simulated);
        }
        for (const auto& counted : readings) add_estimated_filters(filters, source, counted, calm);

        const std::vector<LoopParts> rests = accumulates ? rests_of(source, readings) : std::vector{source};
        for (const LoopParts& filter : filters)
            for (const LoopParts& rest : rests)
                for (const Count count : {Count::floor, Count::do_while, Count::nearest, Count::ahead})
                    for (const auto& [due_limit, most] :
                         std::initializer_list<std::pair<DueLimit, double>>{{DueLimit::none, 0.0},
                                                                            {DueLimit::steps_keep, 1.0},
                                                                            {DueLimit::steps_drop, 1.0},
                                                                            {DueLimit::steps_zero, 1.0},
                                                                            {DueLimit::steps_keep, 2.0},
                                                                            {DueLimit::steps_drop, 2.0},
                                                                            {DueLimit::steps_zero, 2.0},
                                                                            {DueLimit::time, 1.0},
                                                                            {DueLimit::time, 2.0}})
                    {
                        if (!accumulates && count != Count::floor) continue;
                        if (!accumulates && due_limit != DueLimit::none) continue;
                        if (is_zeroed(rest.rest) &&
                            (due_limit == DueLimit::steps_keep || due_limit == DueLimit::steps_zero))
                            continue;
                        LoopParts parts = filter;
                        parts.rest = rest.rest;
                        parts.subtracted = rest.subtracted;
                        parts.count = count;
                        parts.due_limit = due_limit;
                        parts.most = due_limit == DueLimit::time ? most * source.due_step : most;
                        parts.counted = parts.most;
                        if (unusual_parts(parts) != unusual) continue;
                        if (++trial_count_ > max_trials) return;
                        Hypothesis hypothesis = hypothesis_of(parts);
                        if (count_explained(hypothesis, calm, tolerance_, requires_alpha_) == calm.size())
                            found.push_back(hypothesis);
                    }
    }
}

// The time that each frame has counted; empty if neither steps nor alpha say so.
std::vector<double> Search::counted_by(const Hypothesis& rhythm) const
{
    const LoopParts& parts = rhythm.loop.parts();
    const double step = parts.due_step;
    std::vector<double> counted;
    if (parts.source == StepSource::frame_time || parts.source == StepSource::tail)
        for (const ObservedFrame& frame : frames_) counted.push_back(frame.simulated);
    else
    {
        const AlphaFormula formulas[]{AlphaFormula::carried,      AlphaFormula::one_minus,   AlphaFormula::frame_before,
                                      AlphaFormula::before_steps, AlphaFormula::not_divided, AlphaFormula::ahead};
        for (const AlphaFormula formula : formulas)
            if (!facts_.has_constant_alpha && rhythm.alphas.test(static_cast<std::size_t>(formula)))
            {
                counted = counted_times(frames_, carried_times(frames_, formula, step), step);
                break;
            }
    }
    return counted;
}

std::set<std::pair<double, double>> Search::frame_limits(const Hypothesis& rhythm, bool has_other_limit) const
{
    const LoopParts& parts = rhythm.loop.parts();
    const double step = parts.due_step;
    std::set<std::pair<double, double>> limits{{infinite, infinite}};
    if (parts.source == StepSource::constant) return limits;
    const std::vector<double> counted = counted_by(rhythm);
    // A frame time that is not counted in full, and the longest frame time below it that is.
    std::map<std::int64_t, int> counts;
    double longest_full = 0.0, shortest_cut = infinite;
    for (std::size_t i = calm_count_; i < frames_.size(); ++i)
    {
        const double time = frames_[i].input.frame_time;
        const bool is_known = i < counted.size() && !std::isnan(counted[i]);
        const bool is_cut =
            is_known ? counted[i] < time - 1e-6 : static_cast<double>(frames_[i].steps + 1) * step < time - 1e-6;
        if (is_cut) shortest_cut = std::min(shortest_cut, time);
        if (is_known && is_cut) ++counts[std::llround(counted[i] * 1e8)];
    }
    for (std::size_t i = calm_count_; i < frames_.size(); ++i)
        if (const double time = frames_[i].input.frame_time; time < shortest_cut)
            longest_full = std::max(longest_full, time);
    if (parts.filter != Filter::none || shortest_cut == infinite || has_other_limit)
    {
        for (const double time : {0.025, 1.0 / 30, 0.04,     0.05,     1.0 / 15, 0.075,    0.1,      0.125,
                                  0.15,  0.2,      0.25,     0.3,      1.0 / 3,  0.4,      0.5,      1.0,
                                  2.0,   2 * step, 3 * step, 4 * step, 5 * step, 6 * step, 8 * step, 10 * step})
        {
            limits.insert({time, time});
            limits.insert({time, step});
            limits.insert({time, 0.0});
        }
        if (shortest_cut == infinite) return limits;
    }
    std::vector<double> counted_values{0.0, step, parts.step};
    for (const auto& [value, count] : counts)
        if (count > 1)
        {
            const double time = static_cast<double>(value) / 1e8;
            counted_values.push_back(time);
            for (const double usual : usual_times(time - 2e-8, time + 2e-8, step)) counted_values.push_back(usual);
        }
    const double steps_time = static_cast<double>(most_steps_) * step;
    for (const double time : usual_times(std::max(steps_time - 1.01 * step, 1e-3), steps_time + 1.01 * step, step))
        counted_values.push_back(time);
    for (const double time : usual_times(std::max(longest_full - 1e-3, 1e-3), shortest_cut + 1e-3, step))
        counted_values.push_back(time);
    const std::set<double> thresholds = usual_times(longest_full, shortest_cut, step);
    for (const double value : counted_values)
    {
        if (value > 1e-3) limits.insert({value, value});
        if (value > step * 1.01 && value > longest_full) continue;
        for (const double threshold : thresholds)
            if (threshold > value) limits.insert({threshold, value});
        if (thresholds.empty()) limits.insert({(longest_full + shortest_cut) / 2.0, value});
    }
    return limits;
}

std::vector<LoopParts> Search::due_limits(const LoopParts& base) const
{
    std::vector<LoopParts> limits{base};
    const auto add = [&](DueLimit limit, double most, double counted)
    {
        limits.push_back(base);
        limits.back().due_limit = limit;
        limits.back().most = most;
        limits.back().counted = counted;
    };
    if (base.due_limit != DueLimit::none || base.source == StepSource::constant ||
        base.source == StepSource::frame_time)
        return limits;
    const auto most = static_cast<double>(most_steps_);
    if (base.source == StepSource::tail) return add(DueLimit::steps_drop, most, most), limits;
    add(DueLimit::steps_drop, most, most);
    if (!is_zeroed(base.rest))
        for (const DueLimit limit : {DueLimit::steps_keep, DueLimit::steps_zero}) add(limit, most, most);
    const double step = base.due_step;
    for (const double time : usual_times(most * step - 1e-9, (most + 1.0) * step, step))
        add(DueLimit::time, time, time);
    for (const double time : usual_times(most * step, (most + 8.0) * step, step))
    {
        add(DueLimit::time, time, 0.0);
        add(DueLimit::time, time, step);
    }
    return limits;
}

void Search::add_limits(std::vector<Hypothesis>& found, const Hypothesis& rhythm, int limit_count)
{
    const auto rest = frames_.subspan(calm_count_);
    const std::size_t most = found.size() + 200;
    std::set<std::pair<double, double>> limits{{infinite, infinite}};
    if (limit_count > 0)
        limits = frame_limits(rhythm, limit_count > 1 || rhythm.loop.parts().due_limit != DueLimit::none);
    const int wanted = unusual_parts(rhythm.loop.parts()) + limit_count;
    for (LoopParts parts : limit_count > 0 ? due_limits(rhythm.loop.parts()) : std::vector{rhythm.loop.parts()})
        for (const auto& [limit, counted] : limits)
            for (const bool limit_first : {true, false})
            {
                if (!limit_first &&
                    (limit == infinite || parts.filter == Filter::none || parts.filter == Filter::frame_before))
                    continue;
                parts.frame_limit = limit;
                parts.frame_counted = counted;
                parts.limit_first = limit_first;
                if (unusual_parts(parts) != wanted) continue;
                if (++trial_count_ > max_trials) return;
                Hypothesis hypothesis = rhythm;
                hypothesis.loop.set_parts(parts);
                if (count_explained(hypothesis, rest, tolerance_, requires_alpha_) == rest.size())
                    found.push_back(hypothesis);
                if (found.size() > most) return;
            }
}

} // namespace

std::size_t count_explained(Hypothesis& hypothesis, std::span<const ObservedFrame> frames,
                            const ExplanationTolerance& tolerance, bool requires_alpha)
{
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        const ObservedFrame& frame = frames[i];
        const PredictedFrame predicted = hypothesis.loop.plan(frame.input, frame.steps, tolerance.time_error);
        if (predicted.steps != frame.steps) return i;
        const Filter filter = hypothesis.loop.parts().filter;
        const bool is_float = filter == Filter::float_clock || filter == Filter::float_frame_time;
        const double error =
            tolerance.simulated_error + (is_float ? 1e-7 : tolerance.relative_error) * std::abs(frame.simulated);
        if (!is_near(predicted.simulated, frame.simulated, error)) return i;
        if (!requires_alpha || std::isnan(frame.alpha)) continue;
        for (std::size_t k = 0; k < alpha_formula_count; ++k)
        {
            if (!hypothesis.alphas.test(k)) continue;
            const double difference = std::abs(predicted.alphas[k] - frame.alpha);
            const bool wraps = (k == static_cast<std::size_t>(AlphaFormula::frame_only) || predicted.is_ambiguous) &&
                               is_near(difference, 1.0, 1e-6);
            if (wraps && k == 0) hypothesis.loop.set_alpha(frame.alpha);
            if (difference > tolerance.alpha_error + 1e-8 * std::abs(frame.alpha) && !wraps) hypothesis.alphas.reset(k);
        }
        if (hypothesis.alphas.none()) return i;
        if (hypothesis.loop.parts().is_float && hypothesis.alphas.test(0)) hypothesis.loop.set_alpha(frame.alpha);
    }
    return frames.size();
}

std::vector<Hypothesis> find_hypotheses(std::span<const ObservedFrame> frames, std::size_t calm_count,
                                        const LoopFacts& facts, const ExplanationTolerance& tolerance)
{
    ExplanationTolerance wide = tolerance;
    wide.time_error = std::max(wide.time_error, 5e-6);
    wide.alpha_error = std::max(wide.alpha_error, 1e-4);
    for (const bool requires_alpha : {true, false})
        for (const bool is_float : {false, true})
        {
            if (requires_alpha && facts.has_constant_alpha) continue;
            ExplanationTolerance used = is_float ? wide : tolerance;
            if (!requires_alpha) used.time_error = wide.time_error; // a rounding error is not seen otherwise
            auto found = Search{frames, calm_count, facts, used, requires_alpha}.run(is_float);
            if (!found.empty()) return found;
        }
    return {};
}

} // namespace lab
