// Random loops, composed of parts and with mistakes: the diagnosis names the parts that can be seen, and none wrongly.
#include "composed_game.hpp"
#include "lab/diagnosis/diagnosis.hpp"
#include "thorough.hpp"

#include <doctest/doctest.h>

#include <set>

using namespace composed_games;

namespace
{

// Copies what the diagnosis says about one question.
LoopParts with_part(LoopParts parts, Part part, const LoopParts& from)
{
    switch (part)
    {
    case Part::step: parts.source = from.source, parts.step = from.step, parts.due_step = from.due_step; break;
    case Part::count: parts.count = from.count; break;
    case Part::rest: parts.rest = from.rest, parts.subtracted = from.subtracted; break;
    case Part::limit:
        parts.frame_limit = from.frame_limit, parts.frame_counted = from.frame_counted;
        parts.due_limit = from.due_limit, parts.most = from.most, parts.counted = from.counted;
        break;
    case Part::frame_time:
        parts.filter = from.filter, parts.filter_number = from.filter_number, parts.filter_start = from.filter_start;
        parts.limit_first = from.limit_first;
        break;
    case Part::negative_frame: parts.least_frame = from.least_frame; break;
    case Part::pause: parts.after_pause = from.after_pause, parts.extra_steps = from.extra_steps; break;
    case Part::rate: parts.rate_change = from.rate_change; break;
    case Part::alpha: break;
    }
    return parts;
}

// What a loop of these parts answers to frames of all kinds.
std::vector<std::int64_t> answers_of(const LoopParts& parts, bool says_alpha)
{
    ComposedLoop loop{parts};
    std::mt19937_64 random{99};
    const auto uniform = [&](double least, double most)
    { return least + (most - least) * static_cast<double>(random() >> 11U) / 9007199254740992.0; };
    std::vector<std::int64_t> answers;
    for (int i = 0; i < 3000; ++i)
    {
        const double step = parts.step, time = i % 50 == 49       ? uniform(0.02, 3.0)
                                               : i / 100 % 4 == 0 ? step * uniform(0.95, 1.05)
                                               : i / 100 % 4 == 1 ? step * uniform(0.1, 0.5)
                                               : i / 100 % 4 == 2 ? step * uniform(0.0, 2.2)
                                                                  : step * uniform(0.5, 1.5);
        LoopFrame frame{.frame_time = i % 500 == 499 ? -0.004 : std::round(time * 1e9) / 1e9};
        frame.is_after_pause = i % 400 == 399;
        if (i % 600 == 599) frame.rate_step = i % 1200 == 599 ? 2.0 * step : step;
        const PredictedFrame answer = loop.plan(frame, 0, 0.0);
        answers.insert(answers.end(), {answer.steps, std::llround(answer.simulated * 1e7),
                                       says_alpha ? std::llround(answer.carried * 1e7) : 0});
    }
    return answers;
}

// Other values that a part may have.
std::vector<LoopParts> others(const LoopParts& truth, Part part)
{
    std::vector<LoopParts> all;
    const auto add = [&](auto set)
    {
        LoopParts other = truth;
        set(other);
        if (!(other == truth)) all.push_back(other);
    };
    switch (part)
    {
    case Part::step:
        add([](LoopParts& p)
            { p.source = p.source == StepSource::constant ? StepSource::accumulator : StepSource::constant; });
        break;
    case Part::count:
        for (const Count count : {Count::floor, Count::do_while})
            add([&](LoopParts& p) { p.count = p.count == Count::above ? Count::do_while : count; });
        break;
    case Part::rest:
        for (const Rest rest :
             {Rest::carried, Rest::thrown_away, Rest::zeroed_after_steps, Rest::frame_time_subtracted})
            add([&](LoopParts& p) { p.rest = rest; });
        break;
    case Part::limit:
        add([](LoopParts& p) { p.frame_limit = p.frame_counted = LoopParts::infinite; });
        add([](LoopParts& p) { p.due_limit = DueLimit::none; });
        break;
    case Part::frame_time:
        for (const Filter filter : {Filter::none, Filter::truncated, Filter::rounded, Filter::frame_before})
            add([&](LoopParts& p) { p.filter = filter, p.filter_number = 1e-3; });
        break;
    case Part::negative_frame:
        add([](LoopParts& p) { p.least_frame = p.least_frame == 0.0 ? -LoopParts::infinite : 0.0; });
        break;
    case Part::pause:
        for (const AfterPause after :
             {AfterPause::nothing_special, AfterPause::carried_dropped, AfterPause::frame_ignored})
            add([&](LoopParts& p) { p.after_pause = after; });
        break;
    case Part::rate:
        for (const RateChange change :
             {RateChange::carried_kept, RateChange::carried_dropped, RateChange::not_followed})
            add([&](LoopParts& p) { p.rate_change = change; });
        break;
    case Part::alpha: break;
    }
    return all;
}

struct Score
{
    int visible = 0, named = 0, wrong = 0, withheld = 0;
};

bool accumulates(const LoopParts& parts)
{
    return parts.source >= StepSource::accumulator && parts.source != StepSource::tail;
}

// Counts the parts that are named rightly, wrongly or not at all.
void add_score(Score& score, const GameParts& game, const LoopExperimentResult& result)
{
    if (result.hypotheses.empty()) ++score.withheld;
    const bool says_alpha = game.is_blended;
    const auto truth = answers_of(game.parts, says_alpha);
    for (const Part part : all_parts)
    {
        if (part == Part::alpha || (!accumulates(game.parts) && part != Part::step && part != Part::frame_time))
            continue;
        if (game.parts.source == StepSource::constant && part != Part::step) continue;
        // A young float clock errs by 2 us, which step counts alone do not show.
        if (part == Part::frame_time && game.parts.filter == Filter::float_clock && game.parts.filter_number == 0.0 &&
            !says_alpha)
            continue;
        const auto changes = others(game.parts, part);
        const bool is_visible = std::ranges::none_of(changes, [&](const LoopParts& other)
                                                     { return answers_of(other, says_alpha) == truth; });
        score.visible += is_visible ? 1 : 0;
        if (result.hypotheses.empty() || (part == Part::negative_frame && !result.is_negative_known) ||
            (part == Part::pause && !result.is_pause_known) || (part == Part::rate && !result.is_rate_known))
            continue;
        Hypothesis right{ComposedLoop{game.parts}};
        right.alphas.set();
        const std::string right_text = part_text(part, right);
        bool is_right = false;
        std::set<std::string> texts;
        for (const Hypothesis& hypothesis : result.hypotheses)
        {
            if (!texts.insert(part_text(part, hypothesis)).second || is_right) continue;
            LoopParts named = with_part(game.parts, part, hypothesis.loop.parts());
            if (game.parts.count == Count::above && named.count == Count::floor && !result.runs_exact_step)
                named.count = Count::above;
            is_right = part_text(part, hypothesis) == right_text || answers_of(named, says_alpha) == truth ||
                       answers_of(hypothesis.loop.parts(), says_alpha) == truth;
        }
        // What the simplest loop does is no finding; and of two limits the first one may be seen alone.
        Hypothesis simplest{
            ComposedLoop{LoopParts{.source = game.parts.source, .step = game.parts.step, .due_step = game.parts.step}}};
        simplest.alphas.set();
        const bool is_finding =
            part_text(part, simplest) != *texts.begin() && right_text.find(*texts.begin()) == right_text.npos;
        if (is_right)
            score.named += is_visible ? 1 : 0;
        else if (texts.size() == 1 && is_visible && is_finding)
        {
            ++score.wrong;
            MESSAGE("'", *texts.begin(), "' for '", right_text, "'");
        }
    }
}

} // namespace

TEST_CASE("of loops with none, one or two mistakes no part is named wrongly, and 97 % of the visible parts are named")
{
    Score score;
    const int count = is_thorough() ? 2000 : 150;
    std::size_t most_frames = 0;
    for (int seed = 0; seed < count; ++seed)
    {
        CAPTURE(seed);
        std::mt19937_64 random{static_cast<std::uint64_t>(seed)};
        const GameParts parts = random_game(random, seed % 3);
        Game game{parts};
        const auto result =
            LoopExperiment{game, timestep::nearest_rate(1.0 / parts.parts.step), max_experiment_frames / 2}.run();
        most_frames = std::max(most_frames, result.frames.size());
        const int wrong_before = score.wrong;
        add_score(score, parts, result);
        CHECK(score.wrong == wrong_before);
        const bool carries = accumulates(parts.parts) && parts.parts.rest == Rest::carried && parts.is_blended;
        if (parts.forgets_at_reset || carries) CHECK(result.forgets_at_reset == parts.forgets_at_reset);
    }
    MESSAGE("visible ", score.visible, ", named ", score.named, ", wrong ", score.wrong, ", withheld ", score.withheld,
            ", most frames ", most_frames);
    CHECK(score.named >= 0.97 * score.visible);
    CHECK(most_frames <= max_experiment_frames);
}

TEST_CASE(
    "of loops with a part that no list has nothing is named wrongly, and the frames that are not explained are named")
{
    const int count = is_thorough() ? 200 : 30;
    for (int seed = 0; seed < count; ++seed)
    {
        CAPTURE(seed);
        std::mt19937_64 random{static_cast<std::uint64_t>(seed)};
        GameParts parts = random_game(random, 0);
        if (parts.parts.source == StepSource::constant) continue; // its steps do not depend on the frame time
        parts.dropped_every = 7;
        Game game{parts};
        const auto result =
            LoopExperiment{game, timestep::nearest_rate(1.0 / parts.parts.step), max_experiment_frames / 2}.run();
        const Diagnosis diagnosis = judge_experiment(result, timestep::nearest_rate(1.0 / parts.parts.step), {});
        CHECK(result.hypotheses.empty());
        CHECK(diagnosis.mistakes.empty());
        CHECK(diagnosis.sentence.starts_with("is no known loop"));
    }
}
