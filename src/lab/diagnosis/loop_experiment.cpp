#include "lab/diagnosis/loop_experiment.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace lab
{

namespace
{

LoopFrame frame_of(double seconds) { return {.frame_time = std::round(seconds * 1e9) / 1e9}; }

std::vector<LoopFrame> from_first_state(std::vector<LoopFrame> script)
{
    script.front().is_first = true;
    return script;
}

} // namespace

LoopExperiment::LoopExperiment(TestedLoop& loop, timestep::Rate rate, std::size_t max_frames, Progress progress)
    : loop_{loop}
    , rate_step_{timestep::step_seconds(rate)}
    , step_{rate_step_}
    , max_frames_{max_frames}
    , progress_{std::move(progress)}
{
}

void LoopExperiment::run_script(std::span<const LoopFrame> script)
{
    for (const LoopFrame& frame : script)
    {
        if (frame.is_first && !result_.frames.empty()) loop_.reset(!result_.forgets_at_reset);
        FrameRequest request{.frame_time = timestep::Nanos{std::llround(frame.frame_time * 1e9)}};
        if (frame.is_after_pause) request.after = Interruption::pause;
        if (frame.rate_step > 0.0) request.rate = timestep::nearest_rate(1.0 / frame.rate_step);
        const PlanAnswer answer = loop_.plan(request);
        result_.answers.push_back(answer);
        result_.frames.push_back({.input = frame,
                                  .steps = answer.steps + (answer.tail_seconds > 0.5e-9 ? 1 : 0),
                                  .simulated = static_cast<double>(answer.steps) * answer.seconds + answer.tail_seconds,
                                  .alpha = answer.is_drawn ? answer.alpha : std::nan("")});
        if (progress_) progress_(result_.frames.size());
    }
}

std::vector<LoopFrame> LoopExperiment::calm_frames()
{
    std::vector<LoopFrame> script;
    const auto add = [&](int count, double least, double most)
    {
        for (int i = 0; i < count; ++i) script.push_back(frame_of(step_ * uniform(least, most)));
    };
    add(60, 0.05, 1.2);
    add(30, 0.95, 1.05);
    add(30, 0.3, 0.5);
    add(20, 0.9, 1.19);
    add(20, 1.0, 1.0);
    add(1, 0.37, 0.37); // what a reset must forget
    return from_first_state(script);
}

std::vector<LoopFrame> LoopExperiment::sweep_frames()
{
    std::vector<LoopFrame> script;
    for (const int ms :
         {20,  25,  30,  35,  40,  50,  60,  67,  75,  90,  100,  110,  125,  140,  150,  160,   175,  200, 225,
          250, 260, 300, 334, 350, 400, 450, 500, 600, 750, 1000, 1500, 2000, 3000, 5000, 10000, 3000, 7000})
    {
        script.push_back(frame_of(ms / 1e3 + uniform(0.0, 1e-3)));
        for (int i = 0; i < 4; ++i) script.push_back(frame_of(step_ * uniform(0.1, 1.2)));
    }
    for (int i = 0; i < 30; ++i) script.push_back(frame_of(uniform(0.03, i % 3 == 0 ? 0.1 : 0.5)));
    script.push_back(frame_of(0.9)); // and time to catch up, one step a frame
    for (int i = 0; i < 80; ++i) script.push_back(frame_of(step_ * uniform(0.02, 0.1)));
    for (int i = 0; i < 100; ++i) script.push_back(frame_of(step_ * uniform(0.0, 4.0)));
    for (int i = 0; i < 20; ++i) script.push_back(frame_of(i % 4 == 0 ? 0.0 : uniform(0.0, 1e-3)));
    return from_first_state(script);
}

std::vector<LoopFrame> LoopExperiment::random_script(std::span<const Hypothesis> hypotheses)
{
    const auto any_parts = [&]() -> const LoopParts&
    { return hypotheses[static_cast<std::size_t>(random_() % hypotheses.size())].loop.parts(); };
    const auto long_frame = [&]
    {
        const LoopParts &a = any_parts(), &b = any_parts();
        switch (random_() % 6)
        {
        case 0: return uniform(0.02, 0.4);
        case 1: return uniform(0.4, 10.0);
        case 2: return std::min(a.frame_limit, 5.0) + uniform(-2e-3, 2e-3);
        case 3: return (std::min(a.frame_limit, 5.0) + std::min(b.frame_limit, 5.0)) / 2.0 + uniform(-1e-4, 1e-4);
        case 4: return (a.due_limit == DueLimit::time ? a.most : a.most * step_) + uniform(-0.3, 1.5) * step_;
        default: return step_ * uniform(1.0, 8.0);
        }
    };
    std::vector<LoopFrame> script;
    const auto add = [&](int count, double least, double most)
    {
        for (int i = 0; i < count; ++i) script.push_back(frame_of(step_ * uniform(least, most)));
    };
    switch (random_() % 9)
    {
    case 0: // a long frame at any phase, then frames that show what is carried
    case 1:
        add(static_cast<int>(random_() % 4), 0.0, 1.5);
        script.push_back(frame_of(std::max(long_frame(), 0.0)));
        add(30, 0.02, 0.1);
        break;
    case 2:
        for (int i = 0; i < 8; ++i)
        {
            script.push_back(frame_of(std::max(long_frame(), 0.0)));
            add(4, 0.02, 1.0);
        }
        break;
    case 3: add(40, 0.97, 1.03); break;
    case 7:
        for (int i = 0; i < 30; ++i)
            script.push_back(frame_of(i % 4 == 0 ? step_ * uniform(0.0, 2.0) : std::max(long_frame(), 0.0)));
        break;
    case 6: // time to catch up, one step a frame
        script.push_back(frame_of(uniform(0.1, 1.0)));
        add(90, 0.02, 0.1);
        break;
    case 4:
        for (int i = 0; i < 20; ++i)
        {
            add(1, 0.3, 0.6);
            add(1, 1.5, 2.2);
        }
        break;
    case 5: add(60, 0.01, 0.2); break;
    default: add(40, 0.0, 5.0); break;
    }
    return random_() % 3 == 0 ? script : from_first_state(script);
}

void LoopExperiment::learn_facts()
{
    LoopFacts& facts = result_.facts;
    std::map<double, int> sizes;
    bool has_tail = false;
    for (const PlanAnswer& answer : result_.answers)
    {
        if (answer.steps > 0) ++sizes[answer.seconds];
        has_tail = has_tail || answer.tail_seconds > 0.0;
    }
    facts.has_constant_step = sizes.size() == 1 && !has_tail;
    const auto usual = std::ranges::max_element(sizes, {}, [](const auto& size) { return size.second; });
    facts.steps.clear();
    const auto is_listed = [&](double step)
    { return std::ranges::any_of(facts.steps, [&](double listed) { return std::abs(listed / step - 1.0) < 1e-9; }); };
    if (usual != sizes.end() && usual->second > 3 && usual->first > 0.0) facts.steps.push_back(usual->first);
    if (!facts.has_constant_step)
    {
        for (const PlanAnswer& answer : result_.answers)
            if (answer.steps == 0 && answer.seconds > 0.0 && facts.steps.size() < 4 && !is_listed(answer.seconds))
                facts.steps.push_back(answer.seconds);
        if (!is_listed(rate_step_)) facts.steps.push_back(rate_step_);
    }
    if (facts.steps.empty()) facts.steps.push_back(rate_step_);
    for (std::size_t i = 0; i < result_.frames.size(); ++i)
        if (result_.frames[i].input.frame_time == 0.0 && !result_.frames[i].input.is_first)
        {
            facts.runs_empty_frame = result_.frames[i].steps > 0;
            facts.least_frame = result_.frames[i].simulated;
        }
    facts.constant_alpha = result_.answers.front().alpha;
    facts.has_constant_alpha = std::ranges::all_of(result_.answers, [&](const PlanAnswer& answer)
                                                   { return answer.alpha == facts.constant_alpha; });
    if (facts.steps.front() > 1e-4 && facts.steps.front() < 0.5) step_ = facts.steps.front();
}

// Runs the script, and removes the hypotheses that do not explain its frames.
void LoopExperiment::test_script(std::span<const LoopFrame> script)
{
    const std::size_t begin = result_.frames.size();
    run_script(script);
    const auto frames = std::span{result_.frames}.subspan(begin);
    std::erase_if(result_.hypotheses,
                  [&](Hypothesis& hypothesis)
                  {
                      const bool requires_alpha = !hypothesis.alphas.all();
                      return count_explained(hypothesis, frames, tolerance_, requires_alpha) < frames.size();
                  });
}

// Runs the scripts in which most of the remaining hypotheses differ.
void LoopExperiment::tell_apart()
{
    auto& hypotheses = result_.hypotheses;
    const auto is_alpha_known = [](const Hypothesis& hypothesis) { return !hypothesis.alphas.all(); };
    const bool requires_alpha = !hypotheses.empty() && is_alpha_known(hypotheses.front());
    for (int fruitless = 0; hypotheses.size() > 1 && fruitless < 6 && result_.frames.size() + 100 < max_frames_;)
    {
        std::vector<LoopFrame> best_script;
        std::size_t best_classes = 1;
        for (int i = 0; i < 30; ++i)
        {
            const std::vector<LoopFrame> script = random_script(hypotheses);
            std::map<std::size_t, int> classes;
            for (std::size_t k = 0; k < hypotheses.size(); k += std::max<std::size_t>(hypotheses.size() / 60, 1))
            {
                Hypothesis hypothesis = hypotheses[k];
                std::size_t hash = 0;
                for (const LoopFrame& frame : script)
                {
                    const PredictedFrame predicted = hypothesis.loop.plan(frame, 0, 0.0);
                    hash = hash * 1099511628211U + static_cast<std::size_t>(predicted.steps);
                    hash = hash * 1099511628211U + static_cast<std::size_t>(std::llround(predicted.simulated * 1e7));
                    for (std::size_t f = 0; requires_alpha && f < alpha_formula_count; ++f)
                        if (hypothesis.alphas.test(f))
                        {
                            hash = hash * 1099511628211U +
                                   static_cast<std::size_t>(std::llround(predicted.alphas[f] * 1e4));
                            break;
                        }
                }
                ++classes[hash];
            }
            if (classes.size() > best_classes)
            {
                best_classes = classes.size();
                best_script = script;
            }
        }
        if (best_script.empty())
        {
            ++fruitless;
            continue;
        }
        const std::size_t before = hypotheses.size();
        test_script(best_script);
        if (hypotheses.size() == before) ++fruitless;
    }
}

void LoopExperiment::check_reset(std::span<const LoopFrame> script)
{
    const std::vector<PlanAnswer> first = result_.answers;
    loop_.reset(false);
    result_.frames.clear();
    result_.answers.clear();
    run_script(script);
    for (std::size_t i = 0; i < script.size(); ++i)
        if (result_.answers[i].steps != first[i].steps || result_.answers[i].alpha != first[i].alpha ||
            result_.answers[i].seconds != first[i].seconds)
            ++result_.differing_frames;
    result_.repeated_frames = script.size();
    result_.forgets_at_reset = result_.differing_frames == 0;
    if (result_.forgets_at_reset) return;
    loop_.reset(true);
    result_.frames.clear();
    result_.answers.clear();
    run_script(script);
}

// A loop that explains all frames so far may be simpler than the true one, until further frames refute it.
void LoopExperiment::search()
{
    for (int attempt = 0; attempt < 5 && result_.frames.size() + 500 < max_frames_; ++attempt)
    {
        result_.hypotheses = find_hypotheses(result_.frames, calm_count_, result_.facts, tolerance_);
        if (result_.hypotheses.empty()) return;
        if (result_.hypotheses.front().loop.parts().is_float) tolerance_ = {.time_error = 5e-6, .alpha_error = 1e-4};
        if (result_.hypotheses.front().alphas.all()) tolerance_.time_error = 5e-6;
        tell_apart();
        for (int i = 0; i < 10 && !result_.hypotheses.empty(); ++i) test_script(random_script(result_.hypotheses));
        if (!result_.hypotheses.empty()) return;
    }
}

std::vector<LoopFrame> LoopExperiment::scaled(std::initializer_list<double> steps) const
{
    std::vector<LoopFrame> script;
    for (const double share : steps) script.push_back(frame_of(share * step_));
    return from_first_state(script);
}

bool LoopExperiment::find_variant(const std::vector<LoopFrame>& script,
                                  const std::function<std::vector<LoopParts>(const LoopParts&)>& variants)
{
    const std::size_t begin = result_.frames.size();
    run_script(script);
    const auto frames = std::span{result_.frames}.subspan(begin);
    std::vector<Hypothesis> found;
    for (const Hypothesis& hypothesis : result_.hypotheses)
        for (const LoopParts& parts : variants(hypothesis.loop.parts()))
        {
            Hypothesis variant{ComposedLoop{parts}, hypothesis.alphas};
            if (count_explained(variant, frames, tolerance_, !variant.alphas.all()) == frames.size())
                found.push_back(variant);
        }
    if (found.empty()) return false;
    if (found.size() > 1000) found.resize(1000, found.front());
    result_.hypotheses = std::move(found);
    return true;
}

void LoopExperiment::find_pause()
{
    std::vector<LoopFrame> script = scaled({0.713, 0.871, 0.317, 1.313, 0.213, 0.413, 0.813, 0.331, 0.713, 0.053});
    script[3].is_after_pause = script[7].is_after_pause = true;
    for (int i = 0; i < 25; ++i) script.push_back(frame_of(0.05 * step_));
    const std::size_t begin = result_.frames.size();
    result_.is_pause_known =
        find_variant(script,
                     [&](LoopParts parts)
                     {
                         std::vector<LoopParts> all;
                         for (const AfterPause after : {AfterPause::nothing_special, AfterPause::carried_dropped,
                                                        AfterPause::frame_ignored, AfterPause::both})
                         {
                             parts.after_pause = after;
                             all.push_back(parts);
                         }
                         parts.after_pause = AfterPause::nothing_special;
                         ComposedLoop usual{parts};
                         std::int64_t usual_steps = 0;
                         for (std::size_t i = 0; i < 4; ++i)
                             usual_steps = usual.plan(result_.frames[begin + i].input, 0).steps;
                         parts.after_pause = AfterPause::extra_steps;
                         parts.extra_steps = result_.frames[begin + 3].steps - usual_steps;
                         if (parts.extra_steps > 0) all.push_back(parts);
                         return all;
                     });
}

void LoopExperiment::find_rate_change()
{
    std::vector<LoopFrame> script = scaled({0.713, 0.871, 0.557, 0.313, 0.871, 1.213, 0.413, 0.617, 1.713});
    script[3].rate_step = 2.0 * rate_step_;
    for (int i = 0; i < 30; ++i) script.push_back(frame_of(0.1 * step_));
    script.push_back(frame_of(0.37 * step_));
    script.back().rate_step = rate_step_;
    for (int i = 0; i < 30; ++i) script.push_back(frame_of(0.07 * step_));
    result_.is_rate_known =
        find_variant(script,
                     [](LoopParts parts)
                     {
                         std::vector<LoopParts> all;
                         for (const RateChange change : {RateChange::not_followed, RateChange::carried_kept,
                                                         RateChange::carried_scaled, RateChange::carried_dropped})
                         {
                             parts.rate_change = change;
                             all.push_back(parts);
                         }
                         return all;
                     });
}

void LoopExperiment::find_negative_frame()
{
    std::vector<LoopFrame> script = scaled({0.713, 0.871, 0.557, 0.871, 0.713});
    for (const double ms : {-5.0, -1.1})
    {
        script.push_back(frame_of(ms / 1e3));
        for (int i = 0; i < 30; ++i) script.push_back(frame_of(0.07 * step_));
    }
    try
    {
        result_.is_negative_known = find_variant(script,
                                                 [](LoopParts parts)
                                                 {
                                                     std::vector<LoopParts> all{parts};
                                                     parts.least_frame = -LoopParts::infinite;
                                                     all.push_back(parts);
                                                     parts.floors = true;
                                                     if (parts.filter == Filter::truncated) all.push_back(parts);
                                                     return all;
                                                 });
    }
    catch (const base::BadInput& error)
    {
        result_.negative_error = error.what();
        result_.frames.resize(result_.answers.size());
        loop_.reset(true);
    }
}

// A frame of exactly one step, at rates whose step is a whole number of milliseconds.
void LoopExperiment::find_exact_step()
{
    if (result_.hypotheses.empty()) return;
    const LoopParts& parts = result_.hypotheses.front().loop.parts();
    if (parts.source < StepSource::accumulator || parts.source == StepSource::tail || parts.count != Count::floor ||
        parts.filter >= Filter::float_frame_time || parts.due_step != parts.step ||
        parts.filter_start != FilterStart::first_frame)
        return;
    std::size_t equal = 0, above = 0;
    for (const double step : {0.02, 0.01, 0.008, 0.004, 0.025, 0.05})
    {
        if (step > parts.frame_limit) continue;
        if (parts.rate_change == RateChange::not_followed && step != parts.step) continue;
        LoopFrame frame{.frame_time = step, .rate_step = step, .is_first = true};
        run_script({&frame, 1});
        ++(result_.frames.back().steps > 0 ? equal : above);
    }
    if ((equal == 0) != (above == 0)) result_.runs_exact_step = equal > 0;
    if (above > 0 && equal == 0)
        for (Hypothesis& hypothesis : result_.hypotheses)
        {
            LoopParts changed = hypothesis.loop.parts();
            changed.count = Count::above;
            hypothesis.loop.set_parts(changed);
        }
}

// The change of (simulated time + carried time - frame time), and how exactly it is known.
struct Drift
{
    double slope, resolution;
};

Drift drift_of(std::span<const ObservedFrame> frames, const std::optional<AlphaFormula>& formula, double step)
{
    double time = 0.0, simulated = 0.0, begin_time = 0.0, begin_surplus = 0.0;
    const bool has_carried = formula == AlphaFormula::carried;
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        time += frames[i].input.frame_time;
        simulated += frames[i].simulated;
        const double surplus =
            simulated + (has_carried && !std::isnan(frames[i].alpha) ? frames[i].alpha * step : 0.0) - time;
        if (i == frames.size() / 2) begin_time = time, begin_surplus = surplus;
        if (i + 1 == frames.size())
            return {(surplus - begin_surplus) / (time - begin_time),
                    (has_carried ? 1e-11 : 2.5 * step) / (time - begin_time)};
    }
    return {0.0, 1.0};
}

void LoopExperiment::measure_laws()
{
    std::optional<AlphaFormula> formula;
    double step = step_, remembered_frames = 0.0; // by the filter, whose error is no drift
    if (!result_.hypotheses.empty())
    {
        const Hypothesis& hypothesis = result_.hypotheses.front();
        step = hypothesis.loop.parts().due_step;
        if (!hypothesis.alphas.all() && hypothesis.alphas.test(0)) formula = AlphaFormula::carried;
        const LoopParts& parts = hypothesis.loop.parts();
        if (parts.filter == Filter::mean || parts.filter == Filter::median) remembered_frames = parts.filter_number;
        if (parts.filter == Filter::exponential) remembered_frames = 1.0 / parts.filter_number;
        if (parts.filter == Filter::frame_before) remembered_frames = 1.0;
    }
    const auto measure = [&](double least, double most, int count)
    {
        std::vector<LoopFrame> script;
        double rest = 0.0; // of frames that are no whole nanoseconds
        for (int i = 0; i < count; ++i)
        {
            const double time = step_ * uniform(least, most) + rest;
            script.push_back(frame_of(time));
            rest = time - script.back().frame_time;
        }
        script.front().frame_time = std::round((script.front().frame_time + 0.5 * step_) * 1e9) / 1e9;
        const std::size_t begin = result_.frames.size();
        run_script(from_first_state(script));
        Drift drift = drift_of(std::span{result_.frames}.subspan(begin), formula, step);
        drift.resolution = std::max(drift.resolution, 2.0 * remembered_frames / count);
        return drift;
    };
    const Drift even = measure(1.0, 1.0, 1200), uneven = measure(0.2, 1.8, 600);
    result_.even_drift = even.slope;
    result_.even_resolution = even.resolution;
    result_.uneven_drift = uneven.slope;
    result_.uneven_resolution = uneven.resolution;

    std::vector<LoopFrame> freeze(30, frame_of(step_ * 0.99));
    const std::size_t begin = result_.frames.size();
    run_script(from_first_state(freeze));
    const std::vector<LoopFrame> frozen{frame_of(3.0)};
    run_script(frozen);
    result_.freeze_steps = result_.frames.back().steps;
    run_script(std::vector<LoopFrame>(120, frame_of(1.0 / 60.0)));
    double missing = 0.0;
    for (std::size_t i = begin; i < result_.frames.size(); ++i)
        missing += result_.frames[i].input.frame_time - result_.frames[i].simulated;
    result_.freeze_loss = missing;
}

void LoopExperiment::examine()
{
    const std::size_t begin = result_.frames.size();
    std::vector<LoopFrame> script;
    while (script.size() < 400)
    {
        if (result_.hypotheses.empty()) break;
        std::vector<LoopFrame> part = random_script(result_.hypotheses);
        if (!script.empty()) part.front().is_first = false;
        script.insert(script.end(), part.begin(), part.end());
    }
    if (script.empty()) return;
    script.resize(400);
    run_script(from_first_state(script));
    const auto frames = std::span{result_.frames}.subspan(begin);
    result_.examined_frames = frames.size();
    std::size_t most_explained = 0;
    for (const Hypothesis& hypothesis : result_.hypotheses)
    {
        Hypothesis examined{ComposedLoop{hypothesis.loop.parts()}, hypothesis.alphas};
        most_explained =
            std::max(most_explained, count_explained(examined, frames, tolerance_, !examined.alphas.all()));
    }
    result_.explained_frames = most_explained;
    if (most_explained == frames.size()) return;
    result_.first_unexplained = begin + most_explained;
    result_.hypotheses.clear();
}

LoopExperimentResult LoopExperiment::run()
{
    std::vector<LoopFrame> even(30, frame_of(step_));
    run_script(from_first_state(even));
    learn_facts();
    result_.frames.clear();
    result_.answers.clear();
    loop_.reset(true);
    const std::vector<LoopFrame> calm = calm_frames();
    run_script(calm);
    check_reset(calm);
    calm_count_ = result_.frames.size();
    run_script(sweep_frames());
    learn_facts();
    for (int attempt = 0; attempt < 3 && result_.hypotheses.empty() && result_.frames.size() + 900 < max_frames_;
         ++attempt)
    {
        search();
        if (result_.hypotheses.empty()) break;
        examine(); // removes the hypotheses if new frames refute them
    }
    measure_laws();
    result_.steady_count = result_.frames.size();
    find_pause();
    find_rate_change();
    find_exact_step();
    find_negative_frame();
    return std::move(result_);
}

} // namespace lab
