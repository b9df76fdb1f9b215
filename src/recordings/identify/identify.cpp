#include "recordings/identify/identify.hpp"

#include "timestep/presets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>

namespace recordings
{
namespace
{

using namespace std::chrono_literals;
using Kind = KnownLoop::Kind;

constexpr std::size_t prefix_frames = 4000; // number of first frames that are compared with every known loop

// The largest difference between a frame's recorded simulated time and that of a known loop that counts as equal.
// Allows for rounding in games that count in float seconds and, if the probe read the clock, for the time between the
// probe's reading and the game's reading.
Nanos max_time_difference(const ProbedLoop& loop, Nanos simulated)
{
    return (loop.measured_by_probe ? Nanos{100us} : Nanos{50ns}) + std::chrono::abs(simulated) / 1'000'000;
}

bool has_same_outcome(const ProbedLoop& loop, std::size_t frame, const PlayedFrame& outcome)
{
    if (!loop.steps.empty() && loop.steps[frame] != outcome.steps) return false;
    if (loop.simulated.empty()) return true;
    const Nanos simulated = loop.simulated[frame];
    return std::chrono::abs(simulated - outcome.simulated) <= max_time_difference(loop, simulated);
}

// The frames in which a known loop differs from the recorded loop in steps or times: their number, and a hash of their
// frame numbers to compare sets of frames.
struct DifferingFrames
{
    std::size_t frames = 0;
    std::uint64_t hash = 0;

    bool operator==(const DifferingFrames&) const = default;
};

// Runs the loop `candidate` with the first `frames` recorded frame times, and returns the frames that differ from the
// recording. Stops after more than `max_different_frames` such frames.
DifferingFrames find_difference(const ProbedLoop& loop, const KnownLoop& candidate, std::size_t frames,
                                std::size_t max_different_frames = std::numeric_limits<std::size_t>::max())
{
    DifferingFrames found;
    const LoopPlayer play = candidate.start();
    for (std::size_t i = 0; i < frames && found.frames <= max_different_frames; ++i)
    {
        if (has_same_outcome(loop, i, play(loop.frames[i]))) continue;
        ++found.frames;
        found.hash = (found.hash ^ i) * 0x100000001b3; // one step of the FNV-1a hash
    }
    return found;
}

struct ComparedLoop
{
    KnownLoop candidate;
    DifferingFrames differing;
};

// Runs each known loop with the recorded frame times and compares the results with the recording. Uses only the first
// 4000 frames, then all frames for loops that agree nearly as well as the best loop.
std::vector<ComparedLoop> compare_candidates(const ProbedLoop& loop, std::vector<KnownLoop> candidates)
{
    const std::size_t frames = loop.frames.size(), prefix = std::min(frames, prefix_frames),
                      max_extra_differences = prefix / 10;
    std::size_t best                        = prefix;
    std::vector<std::size_t> differing_frames;
    for (const KnownLoop& candidate : candidates)
    {
        differing_frames.push_back(find_difference(loop, candidate, prefix, best + max_extra_differences).frames);
        best = std::min(best, differing_frames.back());
    }
    std::vector<ComparedLoop> compared_loops;
    for (std::size_t i = 0; i < candidates.size(); ++i)
        if (differing_frames[i] <= best + max_extra_differences)
            compared_loops.push_back({std::move(candidates[i]), {}});
    for (ComparedLoop& compared_loop : compared_loops)
        compared_loop.differing = find_difference(loop, compared_loop.candidate, frames);
    return compared_loops;
}

// The step rate of the recorded steps and simulated times; std::nullopt if unknown or already in `rates`.
std::optional<Rate> recorded_rate(const ProbedLoop& loop, std::span<const Rate> rates)
{
    if (loop.steps.empty() || loop.simulated.empty()) return std::nullopt;
    std::vector<Nanos> step_times;
    for (std::size_t i = 0; i < loop.steps.size(); ++i)
        if (loop.steps[i] > 0) step_times.push_back(loop.simulated[i] / loop.steps[i]);
    if (step_times.empty()) return std::nullopt;
    const auto median = step_times.begin() + static_cast<std::ptrdiff_t>(step_times.size() / 2);
    std::ranges::nth_element(step_times, median);
    const double seconds = timestep::to_seconds(*median);
    if (seconds < 1e-6 || seconds > 1.0) return std::nullopt;
    const auto is_close = [&](Rate rate) { return std::abs(timestep::step_seconds(rate) / seconds - 1.0) < 1e-6; };
    if (std::ranges::any_of(rates, is_close)) return std::nullopt;
    const Rate in_micros = timestep::every(Nanos{(median->count() + 500) / 1000 * 1000});
    return is_close(in_micros) ? in_micros : timestep::nearest_rate(1.0 / seconds);
}

// 4000 pseudo-random frame times, always the same, that distinguish loops: frame times equal to a step, near a step,
// shorter, longer, and freezes.
std::vector<Nanos> mixed_frames(Rate rate)
{
    const Nanos dt             = timestep::step_ns(rate);
    std::uint64_t random_state = 1;
    const auto random_below    = [&](std::int64_t limit)
    {
        random_state =
            random_state * 6364136223846793005U + 1442695040888963407U; // D. Knuth's pseudo-random generator MMIX
        return static_cast<std::int64_t>(random_state >> 33U) % std::max<std::int64_t>(limit, 1);
    };
    std::vector<Nanos> frames;
    for (int i = 0; i < 4000; ++i)
    {
        switch (i / 100 % 8)
        {
        case 0: frames.push_back(dt); break;
        case 1: frames.emplace_back(dt.count() * 95 / 100 + random_below(dt.count() / 10)); break;
        case 2: frames.emplace_back(dt.count() / 4 + random_below(dt.count() / 8)); break;
        case 3: frames.emplace_back(dt.count() * 2 + random_below(dt.count() * 2)); break;
        case 4:
            frames.emplace_back(i % 25 == 0 ? 100'000'000 + random_below(6'000'000'000)
                                            : 16'000'000 + random_below(1'400'000));
            break;
        case 5: frames.emplace_back(random_below(300'000'000)); break;
        case 6:
            frames.emplace_back(i % 10 == 0 ? 70'000'000 + random_below(60'000'000)
                                            : 6'944'444 + random_below(500'000));
            break;
        default: frames.emplace_back(200'000 + random_below(2'000'000)); break;
        }
    }
    return frames;
}

// Runs the loop `candidate` and returns what a probe would record: numbers of steps if `steps` is true, simulated times
// if `simulated` is true.
ProbedLoop record_played_loop(const KnownLoop& candidate, std::vector<Nanos> frames, bool steps, bool simulated)
{
    ProbedLoop loop;
    loop.frames           = std::move(frames);
    const LoopPlayer play = candidate.start();
    for (const Nanos frame : loop.frames)
    {
        const PlayedFrame outcome = play(frame);
        if (steps) loop.steps.push_back(outcome.steps);
        if (simulated) loop.simulated.push_back(outcome.simulated);
    }
    return loop;
}

// Checks the recorded alphas. Returns an empty string if they are correct or not recorded, otherwise a part of a
// sentence that describes the mistake, such as "it is the alpha of the frame before".
std::string alpha_mistake(const ProbedLoop& loop, const KnownLoop& candidate)
{
    if (loop.alpha.empty() || !candidate.rate || candidate.kind == Kind::mistake) return "";
    constexpr std::array mistake_texts{
        "", "it is the alpha of the frame before", "it includes the time that the steps have used",
        "it uses only the frame time, without the carried time", "it is 1 - alpha: the two states are swapped"};
    std::array<std::size_t, mistake_texts.size()> agreeing_frames{};
    std::size_t alpha_count = 0;
    const double dt         = timestep::step_seconds(*candidate.rate);
    double previous_alpha   = 0.0;
    const LoopPlayer play   = candidate.start();
    for (std::size_t i = 0; i < loop.frames.size(); ++i)
    {
        const PlayedFrame o = play(loop.frames[i]);
        const double steps = timestep::to_seconds(o.simulated) / dt, frame = timestep::to_seconds(loop.frames[i]) / dt;
        const std::array<double, mistake_texts.size()> values{o.alpha, previous_alpha, o.alpha + steps,
                                                              frame - std::floor(frame), 1.0 - o.alpha};
        previous_alpha = o.alpha;
        if (std::isnan(loop.alpha[i])) continue;
        ++alpha_count;
        const double max_error = loop.measured_by_probe ? 0.02 : 2e-5;
        for (std::size_t k = 0; k < values.size(); ++k)
        {
            const double error = std::abs(loop.alpha[i] - values[k]);
            if (error < max_error || (k == 3 && std::abs(error - 1.0) < max_error)) ++agreeing_frames[k];
        }
    }
    const auto required_frames = static_cast<std::size_t>(std::ceil(static_cast<double>(alpha_count) * min_agreement));
    if (alpha_count == 0 || agreeing_frames[0] >= required_frames) return "";
    const auto best = static_cast<std::size_t>(std::ranges::max_element(agreeing_frames) - agreeing_frames.begin());
    return agreeing_frames[best] >= required_frames ? mistake_texts[best] : "it does not match any known calculation";
}

std::size_t preset_index(const KnownLoop& candidate)
{
    const auto* const preset = timestep::find_preset(candidate.loop);
    return preset == nullptr ? timestep::all_presets.size() : static_cast<std::size_t>(id_of(*preset));
}

bool has_default_rate(const KnownLoop& candidate)
{
    const auto* const preset = timestep::find_preset(candidate.loop);
    return !candidate.rate || (preset != nullptr && preset->default_rate == *candidate.rate);
}

// True if loop `a` agrees with the recording in more frames than loop `b`. For equal numbers, presets precede other
// loops, then presets at their default rate precede others, then the order is that of timestep::all_presets.
bool is_better(const ComparedLoop& a, const ComparedLoop& b)
{
    const auto sort_key = [](const ComparedLoop& c) {
        return std::tuple{c.candidate.kind, !has_default_rate(c.candidate), preset_index(c.candidate)};
    };
    return a.differing.frames != b.differing.frames ? a.differing.frames < b.differing.frames
                                                    : sort_key(a) < sort_key(b);
}

void add_once(std::vector<std::string>& names, const std::string& name)
{
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

// Adds the loops that agree with the recording in exactly the same frames as the best loop, and the presets that are
// next in the number of agreeing frames.
void add_similar_loops(Identification& found, const ProbedLoop& loop, const std::vector<ComparedLoop>& compared_loops)
{
    const ComparedLoop& best = compared_loops.front();
    const ProbedLoop mixed_recording =
        record_played_loop(best.candidate, mixed_frames(best.candidate.rate.value_or(timestep::hz(60))),
                           !loop.steps.empty(), !loop.simulated.empty());
    const auto behaves_same_on_mixed = [&](const KnownLoop& c)
    { return find_difference(mixed_recording, c, mixed_recording.frames.size(), 0).frames == 0; };
    std::vector<std::string> seen_presets;
    for (const ComparedLoop& one : compared_loops)
    {
        const bool is_same = one.differing == best.differing;
        const KnownLoop& c = one.candidate;
        if (is_same && c.kind == best.candidate.kind && c.name == best.candidate.name &&
            c.limit == best.candidate.limit)
        {
            if (c.rate) found.rates.push_back(*c.rate);
        }
        else if (is_same && c.kind == Kind::preset && c.rate == best.candidate.rate)
        {
            add_once(behaves_same_on_mixed(c) ? found.always_indistinguishable : found.indistinguishable_here, c.name);
        }
        else if (is_same && c.kind == Kind::preset)
            add_once(found.indistinguishable_here, c.name);
        else if (is_same && c.kind >= Kind::mistake && behaves_same_on_mixed(c) &&
                 std::ranges::none_of(found.same_mistakes, [&](const KnownLoop& m) { return m.what == c.what; }))
            found.same_mistakes.push_back(c);
        else if (!is_same && c.kind == Kind::preset && found.others.size() < 2 && c.name != best.candidate.name &&
                 std::ranges::find(seen_presets, c.name) == seen_presets.end())
            found.others.push_back({c, loop.frames.size() - one.differing.frames});
        if (c.kind == Kind::preset) add_once(seen_presets, c.name);
    }
    std::erase_if(found.indistinguishable_here,
                  [&](const std::string& name)
                  {
                      return name == best.candidate.name || std::ranges::find(found.always_indistinguishable, name) !=
                                                                found.always_indistinguishable.end();
                  });
    std::erase_if(found.always_indistinguishable, [&](const std::string& name) { return name == best.candidate.name; });
}

} // namespace

Identification identify(const ProbedLoop& loop, const IdentifyOptions& options)
{
    std::vector<Rate> rates = options.rates;
    if (const auto own_rate = recorded_rate(loop, rates)) rates.push_back(*own_rate);

    std::vector<KnownLoop> candidates = presets_at(rates, options.refresh_period);
    std::ranges::move(mistakes_at(rates, loop), std::back_inserter(candidates));
    std::vector<ComparedLoop> compared_loops = compare_candidates(loop, std::move(candidates));
    std::ranges::stable_sort(compared_loops, is_better);
    if (compared_loops.front().differing.frames > 0) // no loop agrees in all frames: tries other limits
    {
        std::vector<Rate> likely_rates;
        for (const ComparedLoop& one : compared_loops)
            if (const auto rate = one.candidate.rate;
                rate && likely_rates.size() < 3 && std::ranges::find(likely_rates, *rate) == likely_rates.end())
                likely_rates.push_back(*rate);
        for (ComparedLoop& one : compare_candidates(loop, limits_at(likely_rates)))
            compared_loops.push_back(std::move(one));
        std::ranges::stable_sort(compared_loops, is_better);
    }

    Identification found;
    found.frames   = loop.frames.size();
    found.best     = {compared_loops.front().candidate, loop.frames.size() - compared_loops.front().differing.frames};
    found.is_named = found.frames >= min_probed_frames && static_cast<double>(found.best.agreeing_frames) >=
                                                              min_agreement * static_cast<double>(found.frames);
    add_similar_loops(found, loop, compared_loops);
    if (found.is_named) found.alpha = alpha_mistake(loop, found.best.candidate);
    return found;
}

std::vector<std::vector<std::string>> indistinguishable_presets(bool by_simulated_time)
{
    struct PresetClass
    {
        ProbedLoop at_60, at_50;
        std::vector<std::string> names;
    };
    std::vector<PresetClass> classes;
    const std::vector<Nanos> frames    = mixed_frames(timestep::hz(60));
    const std::vector<KnownLoop> at_60 = presets_at(std::array{timestep::hz(60)});
    const std::vector<KnownLoop> at_50 = presets_at(std::array{timestep::hz(50)});
    for (std::size_t i = 0; i < at_60.size(); ++i)
    {
        const auto recorded = [&](const KnownLoop& loop)
        { return record_played_loop(loop, frames, !by_simulated_time, by_simulated_time); };
        const auto is_same = [&](const PresetClass& one)
        {
            return find_difference(one.at_60, at_60[i], frames.size(), 0).frames == 0 &&
                   find_difference(one.at_50, at_50[i], frames.size(), 0).frames == 0;
        };
        const auto same = std::ranges::find_if(classes, is_same);
        if (same != classes.end())
            same->names.push_back(at_60[i].name);
        else
            classes.push_back({recorded(at_60[i]), recorded(at_50[i]), {at_60[i].name}});
    }
    std::vector<std::vector<std::string>> names;
    for (PresetClass& one : classes) names.push_back(std::move(one.names));
    return names;
}

} // namespace recordings
