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

constexpr std::size_t first_part = 4000; // number of first frames that are compared with every known loop

// The largest difference between the simulated time of a frame in the recording and the one that a known loop computes,
// so that both count as equal. It allows for the rounding of a game that counts in float seconds. If the probe read the
// clock itself, it also allows for the time between the probe's reading and the game's reading.
Nanos tolerance(const ProbedLoop& loop, Nanos simulated)
{
    return (loop.measured_by_probe ? Nanos{100us} : Nanos{50ns}) + std::chrono::abs(simulated) / 1'000'000;
}

bool does_same(const ProbedLoop& loop, std::size_t frame, const FrameOutcome& outcome)
{
    if (!loop.steps.empty() && loop.steps[frame] != outcome.steps) return false;
    if (loop.simulated.empty()) return true;
    const Nanos simulated = loop.simulated[frame];
    return std::chrono::abs(simulated - outcome.simulated) <= tolerance(loop, simulated);
}

// The frames in which a known loop computes other steps or times than the recorded loop: their number, and a hash of
// their frame numbers to compare two sets of frames.
struct PlanDifference
{
    std::size_t frames = 0;
    std::uint64_t hash = 0;

    bool operator==(const PlanDifference&) const = default;
};

// Runs the loop `candidate` with the first `frames` recorded frame times, and returns the frames that differ from the
// recording. Stops early after more than `most` different frames.
PlanDifference difference(const ProbedLoop& loop, const KnownLoop& candidate, std::size_t frames,
                          std::size_t most = std::numeric_limits<std::size_t>::max())
{
    PlanDifference found;
    const Player play = candidate.start();
    for (std::size_t i = 0; i < frames && found.frames <= most; ++i)
    {
        if (does_same(loop, i, play(loop.frames[i]))) continue;
        ++found.frames;
        found.hash = (found.hash ^ i) * 0x100000001b3; // one step of the FNV-1a hash
    }
    return found;
}

struct Compared
{
    KnownLoop candidate;
    PlanDifference all;
};

// Runs each known loop with the recorded frame times and compares the results with the recording. First uses only the
// first 4000 frames; then all frames, but only for loops that agree nearly as well as the best loop.
std::vector<Compared> compare(const ProbedLoop& loop, std::vector<KnownLoop> candidates)
{
    const std::size_t frames = loop.frames.size(), part = std::min(frames, first_part), worse = part / 10;
    std::size_t best = part;
    std::vector<std::size_t> differing;
    for (const KnownLoop& candidate : candidates)
    {
        differing.push_back(difference(loop, candidate, part, best + worse).frames);
        best = std::min(best, differing.back());
    }
    std::vector<Compared> compared;
    for (std::size_t i = 0; i < candidates.size(); ++i)
        if (differing[i] <= best + worse) compared.push_back({std::move(candidates[i]), {}});
    for (Compared& one : compared) one.all = difference(loop, one.candidate, frames);
    return compared;
}

// The step rate implied by the recorded steps and simulated times; nothing if it is already in `rates`.
std::optional<Rate> own_rate(const ProbedLoop& loop, std::span<const Rate> rates)
{
    if (loop.steps.empty() || loop.simulated.empty()) return std::nullopt;
    std::vector<Nanos> sizes;
    for (std::size_t i = 0; i < loop.steps.size(); ++i)
        if (loop.steps[i] > 0) sizes.push_back(loop.simulated[i] / loop.steps[i]);
    if (sizes.empty()) return std::nullopt;
    const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
    std::ranges::nth_element(sizes, middle);
    const double seconds = timestep::to_seconds(*middle);
    if (seconds < 1e-6 || seconds > 1.0) return std::nullopt;
    const auto is_usual = [&](Rate rate) { return std::abs(timestep::step_seconds(rate) / seconds - 1.0) < 1e-6; };
    if (std::ranges::any_of(rates, is_usual)) return std::nullopt;
    const Rate in_micros = timestep::every(Nanos{(middle->count() + 500) / 1000 * 1000});
    return is_usual(in_micros) ? in_micros : timestep::nearest_rate(1.0 / seconds);
}

// 4000 pseudo-random frame times of many kinds, always the same: equal to the duration of a step, near it, shorter,
// longer, and freezes. Two loops that behave differently on one of these kinds get different results, so they can be
// distinguished.
std::vector<Nanos> mixed_frames(Rate rate)
{
    const Nanos dt      = timestep::step_ns(rate);
    std::uint64_t state = 1;
    const auto below    = [&](std::int64_t most)
    {
        state = state * 6364136223846793005U + 1442695040888963407U; // D. Knuth's pseudo-random generator MMIX
        return static_cast<std::int64_t>(state >> 33U) % std::max<std::int64_t>(most, 1);
    };
    std::vector<Nanos> frames;
    for (int i = 0; i < 4000; ++i)
    {
        switch (i / 100 % 8)
        {
        case 0: frames.push_back(dt); break;
        case 1: frames.emplace_back(dt.count() * 95 / 100 + below(dt.count() / 10)); break;
        case 2: frames.emplace_back(dt.count() / 4 + below(dt.count() / 8)); break;
        case 3: frames.emplace_back(dt.count() * 2 + below(dt.count() * 2)); break;
        case 4:
            frames.emplace_back(i % 25 == 0 ? 100'000'000 + below(6'000'000'000) : 16'000'000 + below(1'400'000));
            break;
        case 5: frames.emplace_back(below(300'000'000)); break;
        case 6: frames.emplace_back(i % 10 == 0 ? 70'000'000 + below(60'000'000) : 6'944'444 + below(500'000)); break;
        default: frames.emplace_back(200'000 + below(2'000'000)); break;
        }
    }
    return frames;
}

// Runs the loop `candidate` with the given frame times and returns what a probe would record: the number of steps in
// each frame if `steps` is true, the simulated times if `simulated` is true.
ProbedLoop played(const KnownLoop& candidate, std::vector<Nanos> frames, bool steps, bool simulated)
{
    ProbedLoop loop;
    loop.frames       = std::move(frames);
    const Player play = candidate.start();
    for (const Nanos frame : loop.frames)
    {
        const FrameOutcome outcome = play(frame);
        if (steps) loop.steps.push_back(outcome.steps);
        if (simulated) loop.simulated.push_back(outcome.simulated);
    }
    return loop;
}

// Checks how the game computes its recorded alphas. Returns an empty text if they are right or not recorded, otherwise
// half a sentence that describes the mistake, such as "it is that of the frame before".
std::string alpha_mistake(const ProbedLoop& loop, const KnownLoop& candidate)
{
    if (loop.alpha.empty() || !candidate.rate || candidate.kind == Kind::mistake) return "";
    constexpr std::array meanings{"", "it is that of the frame before",
                                  "it counts the time before the steps were taken",
                                  "it is that of the frame time alone, without the carried time",
                                  "it is 1 - alpha: the two states are exchanged"};
    std::array<std::size_t, meanings.size()> agrees{};
    std::size_t given = 0;
    const double dt   = timestep::step_seconds(*candidate.rate);
    double last       = 0.0;
    const Player play = candidate.start();
    for (std::size_t i = 0; i < loop.frames.size(); ++i)
    {
        const FrameOutcome o = play(loop.frames[i]);
        const double steps = timestep::to_seconds(o.simulated) / dt, frame = timestep::to_seconds(loop.frames[i]) / dt;
        const std::array<double, meanings.size()> values{o.alpha, last, o.alpha + steps, frame - std::floor(frame),
                                                         1.0 - o.alpha};
        last = o.alpha;
        if (std::isnan(loop.alpha[i])) continue;
        ++given;
        const double most = loop.measured_by_probe ? 0.02 : 2e-5;
        for (std::size_t k = 0; k < values.size(); ++k)
        {
            const double off = std::abs(loop.alpha[i] - values[k]);
            if (off < most || (k == 3 && std::abs(off - 1.0) < most)) ++agrees[k];
        }
    }
    const auto enough = static_cast<std::size_t>(std::ceil(static_cast<double>(given) * least_agreement));
    if (given == 0 || agrees[0] >= enough) return "";
    const auto best = static_cast<std::size_t>(std::ranges::max_element(agrees) - agrees.begin());
    return agrees[best] >= enough ? meanings[best] : "it is that of no remainder that is known here";
}

std::size_t place_of(const KnownLoop& candidate)
{
    const auto* const preset = timestep::find_preset(candidate.loop);
    return preset == nullptr ? timestep::all_presets.size() : static_cast<std::size_t>(id_of(*preset));
}

bool is_own_rate(const KnownLoop& candidate)
{
    const auto* const preset = timestep::find_preset(candidate.loop);
    return !candidate.rate || (preset != nullptr && preset->default_rate == *candidate.rate);
}

// True if loop `a` agrees with the recording in more frames than loop `b`. If the numbers are equal, a preset comes
// before other loops, then a preset at its default rate, then the earlier preset of timestep::all_presets.
bool is_better(const Compared& a, const Compared& b)
{
    const auto rank = [](const Compared& c) {
        return std::tuple{c.candidate.kind, !is_own_rate(c.candidate), place_of(c.candidate)};
    };
    return a.all.frames != b.all.frames ? a.all.frames < b.all.frames : rank(a) < rank(b);
}

void add_once(std::vector<std::string>& names, const std::string& name)
{
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

// Adds the loops that agree with the recording in exactly the same frames as the best loop, and the presets that follow
// the best loop in the number of agreeing frames.
void add_relatives(Identification& found, const ProbedLoop& loop, const std::vector<Compared>& compared)
{
    const Compared& best      = compared.front();
    const ProbedLoop in_mixed = played(best.candidate, mixed_frames(best.candidate.rate.value_or(timestep::hz(60))),
                                       !loop.steps.empty(), !loop.simulated.empty());
    const auto is_same_always = [&](const KnownLoop& c)
    { return difference(in_mixed, c, in_mixed.frames.size(), 0).frames == 0; };
    std::vector<std::string> seen;
    for (const Compared& one : compared)
    {
        const bool is_same = one.all == best.all;
        const KnownLoop& c = one.candidate;
        if (is_same && c.kind == best.candidate.kind && c.name == best.candidate.name &&
            c.limit == best.candidate.limit)
        {
            if (c.rate) found.rates.push_back(*c.rate);
        }
        else if (is_same && c.kind == Kind::preset && c.rate == best.candidate.rate)
        {
            add_once(is_same_always(c) ? found.same_always : found.same_here, c.name);
        }
        else if (is_same && c.kind == Kind::preset)
            add_once(found.same_here, c.name);
        else if (is_same && c.kind >= Kind::mistake && is_same_always(c) &&
                 std::ranges::none_of(found.same_mistakes, [&](const KnownLoop& m) { return m.what == c.what; }))
            found.same_mistakes.push_back(c);
        else if (!is_same && c.kind == Kind::preset && found.others.size() < 2 && c.name != best.candidate.name &&
                 std::ranges::find(seen, c.name) == seen.end())
            found.others.push_back({c, loop.frames.size() - one.all.frames});
        if (c.kind == Kind::preset) add_once(seen, c.name);
    }
    std::erase_if(found.same_here,
                  [&](const std::string& name) {
                      return name == best.candidate.name ||
                             std::ranges::find(found.same_always, name) != found.same_always.end();
                  });
    std::erase_if(found.same_always, [&](const std::string& name) { return name == best.candidate.name; });
}

} // namespace

Identification identify(const ProbedLoop& loop, const IdentifyOptions& options)
{
    std::vector<Rate> rates = options.rates;
    if (const auto own = own_rate(loop, rates)) rates.push_back(*own);

    std::vector<KnownLoop> candidates = presets_at(rates, options.refresh_period);
    std::ranges::move(mistakes_at(rates, loop), std::back_inserter(candidates));
    std::vector<Compared> compared = compare(loop, std::move(candidates));
    std::ranges::stable_sort(compared, is_better);
    if (compared.front().all.frames > 0) // no loop does the same in all frames: try other limits
    {
        std::vector<Rate> likely;
        for (const Compared& one : compared)
            if (const auto rate = one.candidate.rate;
                rate && likely.size() < 3 && std::ranges::find(likely, *rate) == likely.end())
                likely.push_back(*rate);
        for (Compared& one : compare(loop, limits_at(likely))) compared.push_back(std::move(one));
        std::ranges::stable_sort(compared, is_better);
    }

    Identification found;
    found.frames   = loop.frames.size();
    found.best     = {compared.front().candidate, loop.frames.size() - compared.front().all.frames};
    found.is_named = found.frames >= least_probed_frames &&
                     static_cast<double>(found.best.agrees) >= least_agreement * static_cast<double>(found.frames);
    add_relatives(found, loop, compared);
    if (found.is_named) found.alpha = alpha_mistake(loop, found.best.candidate);
    return found;
}

std::vector<std::vector<std::string>> indistinguishable_presets(bool by_simulated_time)
{
    struct Class
    {
        ProbedLoop at_60, at_50;
        std::vector<std::string> names;
    };
    std::vector<Class> classes;
    const std::vector<Nanos> frames    = mixed_frames(timestep::hz(60));
    const std::vector<KnownLoop> at_60 = presets_at(std::array{timestep::hz(60)});
    const std::vector<KnownLoop> at_50 = presets_at(std::array{timestep::hz(50)});
    for (std::size_t i = 0; i < at_60.size(); ++i)
    {
        const auto recorded = [&](const KnownLoop& loop)
        { return played(loop, frames, !by_simulated_time, by_simulated_time); };
        const auto is_same = [&](const Class& one)
        {
            return difference(one.at_60, at_60[i], frames.size(), 0).frames == 0 &&
                   difference(one.at_50, at_50[i], frames.size(), 0).frames == 0;
        };
        const auto same = std::ranges::find_if(classes, is_same);
        if (same != classes.end())
            same->names.push_back(at_60[i].name);
        else
            classes.push_back({recorded(at_60[i]), recorded(at_50[i]), {at_60[i].name}});
    }
    std::vector<std::vector<std::string>> names;
    for (Class& one : classes) names.push_back(std::move(one.names));
    return names;
}

} // namespace recordings
