#include "recordings/identify/loop_identification.hpp"

#include "catalogue/presets.hpp"

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

// Each known loop first simulates only this many recorded frames. The loops that fit best then simulate all frames.
constexpr std::size_t max_prefix_frames = 4000;

bool agrees_in_frame(const ProbeRecording& recording, std::size_t frame_index, const SimulatedFrame& simulated_frame)
{
    if (!recording.step_counts.empty() && recording.step_counts[frame_index] != simulated_frame.steps) return false;
    if (recording.simulated_times.empty()) return true;
    const Nanos recorded = recording.simulated_times[frame_index];
    // Some games count time in float seconds.
    const Nanos max_difference =
        (recording.is_timed_by_probe ? Nanos{100us} : Nanos{50ns}) + std::chrono::abs(recorded) / 1'000'000;
    return std::chrono::abs(recorded - simulated_frame.simulated_time) <= max_difference;
}

struct DifferingFrameSummary
{
    std::size_t count = 0;
    std::uint64_t hash = 0;

    bool operator==(const DifferingFrameSummary&) const = default;
};

DifferingFrameSummary summarise_differing_frames(const ProbeRecording& recording, const KnownLoop& known_loop,
                                                 std::size_t frame_count,
                                                 std::size_t max_counted = std::numeric_limits<std::size_t>::max())
{
    DifferingFrameSummary differing;
    const LoopSimulator simulate = known_loop.make_simulator();
    for (std::size_t i = 0; i < frame_count && differing.count <= max_counted; ++i)
    {
        if (agrees_in_frame(recording, i, simulate(recording.frame_times[i]))) continue;
        ++differing.count;
        differing.hash = (differing.hash ^ i) * 0x100000001b3; // one step of the FNV-1a hash
    }
    return differing;
}

bool agrees_in_all_frames(const ProbeRecording& recording, const KnownLoop& known_loop)
{
    return summarise_differing_frames(recording, known_loop, recording.frame_times.size(), 0).count == 0;
}

struct ComparedLoop
{
    KnownLoop known_loop;
    DifferingFrameSummary differing;
};

// The loops whose steps and simulated times are closest to the recorded ones.
std::vector<ComparedLoop> find_closest_loops(const ProbeRecording& recording, std::vector<KnownLoop> known_loops)
{
    const std::size_t frame_count = recording.frame_times.size();
    const std::size_t prefix_frames = std::min(frame_count, max_prefix_frames);
    const std::size_t max_extra_differences = prefix_frames / 10;
    std::size_t least_count = prefix_frames;
    std::vector<std::size_t> differing_counts;
    for (const KnownLoop& known_loop : known_loops)
    {
        differing_counts.push_back(
            summarise_differing_frames(recording, known_loop, prefix_frames, least_count + max_extra_differences)
                .count);
        least_count = std::min(least_count, differing_counts.back());
    }
    std::vector<ComparedLoop> compared_loops;
    for (std::size_t i = 0; i < known_loops.size(); ++i)
        if (differing_counts[i] <= least_count + max_extra_differences)
            compared_loops.push_back({std::move(known_loops[i]), {}});
    for (ComparedLoop& compared_loop : compared_loops)
        compared_loop.differing = summarise_differing_frames(recording, compared_loop.known_loop, frame_count);
    return compared_loops;
}

bool are_close(Rate a, Rate b) { return std::abs(timestep::step_seconds(a) / timestep::step_seconds(b) - 1.0) < 1e-6; }

// Estimates the step rate from recorded steps and times. Returns std::nullopt if it is unknown or already in `rates`.
// A step of 16666667 ns is not in them: after 10,000 steps it is 3 us away from the steps at 60 Hz.
std::optional<Rate> estimate_unlisted_step_rate(const ProbeRecording& recording, std::span<const Rate> rates)
{
    if (recording.step_counts.empty() || recording.simulated_times.empty()) return std::nullopt;
    std::vector<Nanos> step_sizes;
    for (std::size_t i = 0; i < recording.step_counts.size(); ++i)
        if (recording.step_counts[i] > 0) step_sizes.push_back(recording.simulated_times[i] / recording.step_counts[i]);
    if (step_sizes.empty()) return std::nullopt;
    const auto median = step_sizes.begin() + static_cast<std::ptrdiff_t>(step_sizes.size() / 2);
    std::ranges::nth_element(step_sizes, median);
    const double median_s = timestep::to_seconds(*median);
    if (median_s < 1e-6 || median_s > 1.0) return std::nullopt;
    Rate rate = timestep::every(*median);
    const auto is_close = [&](Rate other_rate) { return are_close(other_rate, rate); };
    if (std::ranges::none_of(rates, is_close))
    {
        const Rate rounded_rate = timestep::every(Nanos{(median->count() + 500) / 1000 * 1000});
        rate = is_close(rounded_rate) ? rounded_rate : timestep::nearest_rate(1.0 / median_s);
    }
    return std::ranges::find(rates, rate) == rates.end() ? std::optional{rate} : std::nullopt;
}

// Simulates a loop. The result is what timestep/probe.hpp would record in a game with this loop.
ProbeRecording record_simulated_loop(const KnownLoop& known_loop, std::vector<Nanos> frame_times, bool records_steps,
                                     bool records_times)
{
    ProbeRecording recording;
    recording.frame_times = std::move(frame_times);
    const LoopSimulator simulate = known_loop.make_simulator();
    for (const Nanos frame_time : recording.frame_times)
    {
        const SimulatedFrame simulated_frame = simulate(frame_time);
        if (records_steps) recording.step_counts.push_back(simulated_frame.steps);
        if (records_times) recording.simulated_times.push_back(simulated_frame.simulated_time);
    }
    return recording;
}

// False if the loop differs in all of the recorded hitches, the only frames that show its limit.
bool agrees_in_a_hitch(const ProbeRecording& recording, const KnownLoop& known_loop)
{
    constexpr Nanos min_hitch = 100ms;
    std::size_t hitches = 0, agreeing = 0;
    const LoopSimulator simulate = known_loop.make_simulator();
    for (std::size_t i = 0; i < recording.frame_times.size(); ++i)
    {
        const bool agrees = agrees_in_frame(recording, i, simulate(recording.frame_times[i]));
        if (recording.frame_times[i] < min_hitch) continue;
        ++hitches;
        agreeing += agrees ? 1 : 0;
    }
    return hitches == 0 || agreeing > 0;
}

// Text about a mistake in how the game computes its interpolation alpha; empty if none is found.
std::string alpha_mistake_text(const ProbeRecording& recording, const KnownLoop& known_loop)
{
    if (recording.alphas.empty() || !known_loop.rate || known_loop.kind == Kind::mistake) return "";
    constexpr std::size_t correct_index = 0, without_carried_time_index = 3;
    constexpr std::array mistake_texts{"", "the loop uses the alpha of the frame before",
                                       "alpha includes the time that the steps have used",
                                       "alpha uses only the frame time, without the carried time",
                                       "the loop uses 1 - alpha: the two states are swapped"};
    std::array<std::size_t, mistake_texts.size()> agreeing_counts{};
    std::size_t alpha_count = 0;
    const double dt = timestep::step_seconds(*known_loop.rate);
    double previous_alpha = 0.0;
    const LoopSimulator simulate = known_loop.make_simulator();
    for (std::size_t i = 0; i < recording.frame_times.size(); ++i)
    {
        const SimulatedFrame simulated_frame = simulate(recording.frame_times[i]);
        const double steps = timestep::to_seconds(simulated_frame.simulated_time) / dt,
                     frame_time_in_steps = timestep::to_seconds(recording.frame_times[i]) / dt;
        const std::array<double, mistake_texts.size()> alphas{
            simulated_frame.alpha, previous_alpha, simulated_frame.alpha + steps,
            frame_time_in_steps - std::floor(frame_time_in_steps), 1.0 - simulated_frame.alpha};
        previous_alpha = simulated_frame.alpha;
        if (std::isnan(recording.alphas[i])) continue;
        ++alpha_count;
        const double max_error = recording.is_timed_by_probe ? 0.02 : 2e-5;
        for (std::size_t mistake_index = 0; mistake_index < alphas.size(); ++mistake_index)
        {
            const double error = std::abs(recording.alphas[i] - alphas[mistake_index]);
            if (error < max_error || (mistake_index == without_carried_time_index && std::abs(error - 1.0) < max_error))
                ++agreeing_counts[mistake_index];
        }
    }
    const auto required_frames =
        static_cast<std::size_t>(std::ceil(static_cast<double>(alpha_count) * min_agreeing_share));
    if (alpha_count == 0 || agreeing_counts[correct_index] >= required_frames) return "";
    const auto best = static_cast<std::size_t>(std::ranges::max_element(agreeing_counts) - agreeing_counts.begin());
    return agreeing_counts[best] >= required_frames ? mistake_texts[best]
                                                    : "alpha does not match any known calculation";
}

bool is_better(const ComparedLoop& a, const ComparedLoop& b)
{
    const auto sort_key = [](const ComparedLoop& compared)
    {
        const KnownLoop& loop = compared.known_loop;
        const auto* const preset = catalogue::find_preset(loop.correct_preset_name);
        const bool has_default_rate = !loop.rate || (preset && preset->default_rate == *loop.rate);
        return std::tuple{loop.kind, !has_default_rate,
                          preset ? static_cast<std::size_t>(catalogue::id_of(*preset)) : catalogue::presets().size()};
    };
    return a.differing.count != b.differing.count ? a.differing.count < b.differing.count : sort_key(a) < sort_key(b);
}

bool contains(const std::vector<std::string>& names, const std::string& name)
{
    return std::ranges::find(names, name) != names.end();
}

void add_once(std::vector<std::string>& names, const std::string& name)
{
    if (!contains(names, name)) names.push_back(name);
}

void add_similar_loops(LoopIdentification& identification, const ProbeRecording& recording,
                       const std::vector<ComparedLoop>& compared_loops)
{
    const ComparedLoop& best = compared_loops.front();
    const ProbeRecording synthetic_recording =
        record_simulated_loop(best.known_loop, synthetic_frame_times(best.known_loop.rate.value_or(timestep::hz(60))),
                              !recording.step_counts.empty(), !recording.simulated_times.empty());
    std::vector<std::string> seen_preset_names;
    for (const ComparedLoop& compared : compared_loops)
    {
        const bool fits_equally = compared.differing == best.differing;
        const KnownLoop& known_loop = compared.known_loop;
        const bool has_name_of_best = known_loop.name == best.known_loop.name;
        const bool is_other_preset = known_loop.kind == Kind::preset && !has_name_of_best;
        if (fits_equally && has_name_of_best && known_loop.kind == best.known_loop.kind &&
            known_loop.long_frame_limit_text == best.known_loop.long_frame_limit_text)
        {
            if (known_loop.rate && (&compared == &best || !are_close(*known_loop.rate, *best.known_loop.rate)))
                identification.equivalent_rates.push_back(*known_loop.rate);
        }
        else if (fits_equally && is_other_preset)
        {
            const bool is_indistinguishable =
                known_loop.rate == best.known_loop.rate && agrees_in_all_frames(synthetic_recording, known_loop);
            add_once(is_indistinguishable ? identification.indistinguishable_presets
                                          : identification.presets_equal_only_in_recording,
                     known_loop.name);
        }
        else if (fits_equally && known_loop.kind >= Kind::mistake &&
                 agrees_in_all_frames(synthetic_recording, known_loop) &&
                 std::ranges::none_of(identification.indistinguishable_mistakes,
                                      [&](const KnownLoop& m) { return m.mistake_text == known_loop.mistake_text; }))
            identification.indistinguishable_mistakes.push_back(known_loop);
        else if (!fits_equally && is_other_preset && identification.other_presets.size() < 2 &&
                 !contains(seen_preset_names, known_loop.name))
            identification.other_presets.push_back(
                {known_loop, recording.frame_times.size() - compared.differing.count});
        if (is_other_preset) add_once(seen_preset_names, known_loop.name);
    }
    std::erase_if(identification.presets_equal_only_in_recording,
                  [&](const std::string& name) { return contains(identification.indistinguishable_presets, name); });
}

} // namespace

// Source of the constants: D. Knuth's generator MMIX.
std::vector<Nanos> synthetic_frame_times(Rate rate)
{
    const Nanos dt = timestep::step_ns(rate);
    std::uint64_t random_state = 1;
    const auto random_below = [&](std::int64_t limit)
    {
        random_state = random_state * 6364136223846793005U + 1442695040888963407U;
        return static_cast<std::int64_t>(random_state >> 33U) % std::max<std::int64_t>(limit, 1);
    };
    std::vector<Nanos> frame_times;
    for (int i = 0; i < 4000; ++i)
    {
        switch (i / 100 % 8)
        {
        case 0: frame_times.push_back(dt); break;
        case 1: frame_times.emplace_back(dt.count() * 95 / 100 + random_below(dt.count() / 10)); break;
        case 2: frame_times.emplace_back(dt.count() / 4 + random_below(dt.count() / 8)); break;
        case 3: frame_times.emplace_back(dt.count() * 2 + random_below(dt.count() * 2)); break;
        case 4:
            frame_times.emplace_back(i % 25 == 0 ? 100'000'000 + random_below(6'000'000'000)
                                                 : 16'000'000 + random_below(1'400'000));
            break;
        case 5: frame_times.emplace_back(random_below(300'000'000)); break;
        case 6:
            frame_times.emplace_back(i % 10 == 0 ? 70'000'000 + random_below(60'000'000)
                                                 : 6'944'444 + random_below(500'000));
            break;
        default: frame_times.emplace_back(200'000 + random_below(2'000'000)); break;
        }
    }
    return frame_times;
}

LoopIdentification identify_loop(const ProbeRecording& recording, const LoopIdentificationOptions& options)
{
    std::vector<Rate> rates = options.rates;
    if (const auto estimated_rate = estimate_unlisted_step_rate(recording, rates)) rates.push_back(*estimated_rate);

    std::vector<KnownLoop> known_loops = known_presets_at(rates, options.refresh_period);
    std::ranges::move(faulty_loops(rates, recording), std::back_inserter(known_loops));
    std::vector<ComparedLoop> compared_loops = find_closest_loops(recording, std::move(known_loops));
    std::ranges::stable_sort(compared_loops, is_better);
    if (compared_loops.front().differing.count > 0) // no loop agrees in all frames: tries other limits for long frames
    {
        std::vector<Rate> likely_rates;
        for (const ComparedLoop& compared : compared_loops)
        {
            const auto rate = compared.known_loop.rate;
            const bool is_new = rate && std::ranges::find(likely_rates, *rate) == likely_rates.end();
            if (is_new && likely_rates.size() < 3) likely_rates.push_back(*rate);
        }
        for (ComparedLoop& compared : find_closest_loops(recording, overload_limit_variants(likely_rates)))
            compared_loops.push_back(std::move(compared));
        std::ranges::stable_sort(compared_loops, is_better);
    }
    // Of the equal loops, prefers the first with the recorded alphas.
    const ComparedLoop& first = compared_loops.front();
    const auto is_equal_with_right_alpha = [&](const ComparedLoop& compared)
    {
        return compared.differing.count == first.differing.count && compared.known_loop.name == first.known_loop.name &&
               alpha_mistake_text(recording, compared.known_loop).empty();
    };
    if (const auto right = std::ranges::find_if(compared_loops, is_equal_with_right_alpha);
        right != compared_loops.end())
        std::rotate(compared_loops.begin(), right, right + 1);

    LoopIdentification identification;
    identification.frame_count = recording.frame_times.size();
    identification.best = {compared_loops.front().known_loop,
                           recording.frame_times.size() - compared_loops.front().differing.count};
    identification.is_identified = identification.frame_count >= min_probed_frames &&
                                   static_cast<double>(identification.best.agreeing_frame_count) >=
                                       min_agreeing_share * static_cast<double>(identification.frame_count) &&
                                   agrees_in_a_hitch(recording, identification.best.known_loop);
    add_similar_loops(identification, recording, compared_loops);
    if (identification.is_identified)
        identification.alpha_mistake = alpha_mistake_text(recording, identification.best.known_loop);
    if (identification.alpha_mistake.empty()) identification.drawing_mistakes = find_drawing_mistakes(recording);
    return identification;
}

std::vector<std::vector<std::string>> presets_grouped_by_equal(ComparedQuantity quantity)
{
    struct PresetsWithSamePlans
    {
        ProbeRecording recording_at_60_hz, recording_at_50_hz;
        std::vector<std::string> names;
    };
    std::vector<PresetsWithSamePlans> groups;
    const std::vector<Nanos> frame_times = synthetic_frame_times(timestep::hz(60));
    const std::vector<KnownLoop> presets_at_60_hz = known_presets_at(std::array{timestep::hz(60)});
    const std::vector<KnownLoop> presets_at_50_hz = known_presets_at(std::array{timestep::hz(50)});
    for (std::size_t i = 0; i < presets_at_60_hz.size(); ++i)
    {
        const auto record = [&](const KnownLoop& loop)
        {
            return record_simulated_loop(loop, frame_times, quantity == ComparedQuantity::step_counts,
                                         quantity == ComparedQuantity::simulated_times);
        };
        const auto same_group =
            std::ranges::find_if(groups,
                                 [&](const PresetsWithSamePlans& group)
                                 {
                                     return agrees_in_all_frames(group.recording_at_60_hz, presets_at_60_hz[i]) &&
                                            agrees_in_all_frames(group.recording_at_50_hz, presets_at_50_hz[i]);
                                 });
        if (same_group != groups.end())
            same_group->names.push_back(presets_at_60_hz[i].name);
        else
            groups.push_back({record(presets_at_60_hz[i]), record(presets_at_50_hz[i]), {presets_at_60_hz[i].name}});
    }
    std::vector<std::vector<std::string>> grouped_names;
    for (PresetsWithSamePlans& group : groups) grouped_names.push_back(std::move(group.names));
    return grouped_names;
}

} // namespace recordings
