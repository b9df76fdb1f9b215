#include "report/comparison.hpp"

#include "lab/all_cores.hpp"
#include "report/bootstrap.hpp"
#include "telemetry/quantile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <numeric>

namespace report
{

namespace
{

constexpr std::array rows{
    ComparedRow{"mean_ms", "mean", "ms", "The mean frame time.", false, false},
    ComparedRow{"p50_ms", "median", "ms", "The median frame time (R7).", false, false},
    ComparedRow{"p99_ms", "99 %", "ms", "The 99 % quantile of the frame times (R7).", false, true},
    ComparedRow{"low_1_percentile_r7_fps", "1 % low, R7", "fps", "1 % low: percentile (R7).", true, true},
    ComparedRow{"low_1_percentile_r8_fps", "1 % low, R8", "fps", "1 % low: percentile (R8), CapFrameX's P1.", true,
                true},
    ComparedRow{"low_1_average_fps", "1 % low average", "fps", "1 % low: low average, CapFrameX.", true, true},
    ComparedRow{"low_1_integral_fps", "1 % low integral", "fps", "1 % low: low integral, MSI Afterburner.", true, true},
    ComparedRow{"low_1_mangohud_fps", "1 % low, MangoHud", "fps", "1 % low: MangoHud's.", true, true},
    ComparedRow{"stutter_percent", "stutter", "%", "Time in frames over 2.5 times a trailing mean (CapFrameX).", false,
                true},
    ComparedRow{"stutter_percent_of_mean", "hitches", "%", "Time in frames over 2.5 times the mean of all.", false,
                true},
    ComparedRow{"change_mean_ms", "change, mean", "ms", "The mean change from one frame to the next: |dft|.", false,
                true},
    ComparedRow{"change_rms_ms", "change, RMS", "ms", "The root mean square of those changes.", false, true},
};
using Values = std::array<double, rows.size()>;
static_assert(rows.size() == 3 + telemetry::all_lows.size() + 4);

// A recording whose frames can be counted several times, or not at all, each with what belongs to it: its change from
// the frame before, and whether it stutters.
class Series
{
public:
    explicit Series(std::span<const Nanos> frames)
        : ms_(frames.size())
        , change_(frames.size())
        , stutters_{telemetry::stuttering(frames)}
        , over_mean_(frames.size())
        , order_(frames.size())
    {
        std::ranges::transform(frames, ms_.begin(), [](Nanos f) { return timestep::to_millis(f); });
        for (std::size_t i = 1; i < ms_.size(); ++i) change_[i] = std::abs(ms_[i] - ms_[i - 1]);
        const double mean =
            std::accumulate(ms_.begin(), ms_.end(), 0.0) / static_cast<double>(std::max<std::size_t>(ms_.size(), 1));
        std::ranges::transform(ms_, over_mean_.begin(), [mean](double ms) { return ms > 2.5 * mean ? 1 : 0; });
        std::iota(order_.begin(), order_.end(), 0U);
        std::ranges::stable_sort(order_, std::greater{}, [this](std::uint32_t i) { return ms_[i]; });
    }

    std::size_t size() const { return ms_.size(); }
    std::span<const double> ms() const { return ms_; }

    /// Each frame `times[i]` times; `sorted` is room to work in.
    Values figures(std::span<const std::uint32_t> times, telemetry::LongestFrames& sorted) const
    {
        std::vector<double>& ms = sorted.ms;
        ms.clear();
        for (const std::uint32_t i : order_) ms.insert(ms.end(), times[i], ms_[i]);
        Values all{};
        add_sums(times, all);
        sorted.count        = ms.size();
        sorted.sum_ms       = all[0] * static_cast<double>(ms.size());
        const auto quantile = [&](double p)
        {
            const auto [below, fraction] = telemetry::quantile_position(ms.size(), p, telemetry::QuantileRule::r7);
            const double low             = ms[ms.size() - 1 - below];
            const double high            = ms[ms.size() - 1 - std::min(below + 1, ms.size() - 1)];
            return low + fraction * (high - low);
        };
        all[1] = quantile(0.50);
        all[2] = quantile(0.99);
        for (const telemetry::LowRow& low : telemetry::all_lows)
            all[3 + static_cast<std::size_t>(low.id)] = telemetry::low_fps_of(sorted, low.id, 0.01);
        return all;
    }

private:
    void add_sums(std::span<const std::uint32_t> times, Values& all) const
    {
        double time = 0.0, stutter = 0.0, hitch = 0.0, change = 0.0, squares = 0.0, changes = 0.0;
        for (std::size_t i = 0; i < ms_.size(); ++i)
        {
            const auto n = static_cast<double>(times[i]);
            time += n * ms_[i];
            stutter += n * ms_[i] * stutters_[i];
            hitch += n * ms_[i] * over_mean_[i];
            change += n * change_[i];
            squares += n * change_[i] * change_[i];
            changes += i == 0 ? 0.0 : n;
        }
        constexpr std::size_t rest = 3 + telemetry::all_lows.size();
        all[0]                     = time / static_cast<double>(ms_.size());
        all[rest]                  = time > 0.0 ? 100.0 * stutter / time : 0.0;
        all[rest + 1]              = time > 0.0 ? 100.0 * hitch / time : 0.0;
        all[rest + 2]              = change / std::max(changes, 1.0);
        all[rest + 3]              = std::sqrt(squares / std::max(changes, 1.0));
    }

    std::vector<double> ms_, change_;
    std::vector<std::uint8_t> stutters_, over_mean_;
    std::vector<std::uint32_t> order_; // the longest first
};

Values figures_of(const Series& series)
{
    telemetry::LongestFrames room;
    return series.figures(std::vector<std::uint32_t>(series.size(), 1), room);
}

Verdict verdict_of(const ComparedRow& row, const Difference& d)
{
    if (!(d.low > 0.0) && !(d.high < 0.0)) return Verdict::noise;
    return (d.low > 0.0) == row.more_is_better ? Verdict::better : Verdict::worse;
}

// The 95 % intervals of the differences between resamples of B and of A, drawn independently.
void find_intervals(Comparison& c, const Series& a, const Series& b,
                    const std::function<void(std::size_t, std::size_t)>& progress)
{
    std::vector<Values> all(c.resamples);
    std::atomic<std::size_t> done{0};
    constexpr std::size_t batch = 10;
    lab::for_all_cores(c.resamples / batch,
                       [&](std::size_t number)
                       {
                           std::vector<std::uint32_t> times;
                           telemetry::LongestFrames room;
                           for (std::size_t i = number * batch; i < (number + 1) * batch; ++i)
                           {
                               draw_blocks(a.size(), c.block_a, c.seed, 2 * i, times);
                               const Values of_a = a.figures(times, room);
                               draw_blocks(b.size(), c.block_b, c.seed, 2 * i + 1, times);
                               all[i] = b.figures(times, room);
                               for (std::size_t k = 0; k < rows.size(); ++k) all[i][k] -= of_a[k];
                           }
                           if (progress) progress(++done, c.resamples / batch);
                       });
    std::vector<double> differences(c.resamples);
    for (std::size_t k = 0; k < rows.size(); ++k)
    {
        std::ranges::transform(all, differences.begin(), [k](const Values& f) { return f[k]; });
        std::ranges::sort(differences);
        Difference& d = c.differences[k];
        d.low         = telemetry::quantile_of_sorted(differences, 0.025);
        d.high        = telemetry::quantile_of_sorted(differences, 0.975);
        d.verdict     = verdict_of(rows[k], d);
    }
}

std::string percent_text(const Difference& d, std::string_view more, std::string_view less)
{
    if (d.a == 0.0) return "";
    return fmt::format("{:.3g} % {}", 100.0 * std::abs(d.by() / d.a), d.by() > 0.0 ? more : less);
}

// "change, mean: 3.21 -> 1.04 ms (67.6 % less; 95 % of what chance makes of it: -2.5 to -1.9)".
std::string told(std::size_t row, const Difference& d)
{
    const std::string percent = percent_text(d, "more", "less");
    return fmt::format("{}, {:.4g} to {:.4g} {} ({}{}95 % interval of the difference {:+.3g} to {:+.3g})",
                       rows[row].title, d.a, d.b, rows[row].unit, percent, percent.empty() ? "" : "; ", d.low, d.high);
}

std::string speed_sentence(const Difference& mean)
{
    if (mean.verdict == Verdict::noise) return "How fast it runs on average differs by no more than the noise.";
    return fmt::format("On average B runs {}: its mean frame takes {}.",
                       mean.verdict == Verdict::better ? "faster" : "slower", percent_text(mean, "more", "less"));
}

// The smoothness figure whose difference is the most certain: the one furthest beyond its interval's width.
std::size_t clearest(const Comparison& c, Verdict verdict)
{
    std::size_t best = rows.size();
    double most      = -1.0;
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        const Difference& d = c.differences[i];
        if (!rows[i].smoothness || d.verdict != verdict) continue;
        const double width = std::max(d.high - d.low, 1e-12);
        if (std::abs(d.by()) / width > most) most = std::abs(d.by()) / width, best = i;
    }
    return best;
}

std::string smoothness_sentence(const Comparison& c)
{
    std::size_t better = 0, worse = 0, all = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        if (!rows[i].smoothness) continue;
        ++all;
        better += c.differences[i].verdict == Verdict::better ? 1 : 0;
        worse += c.differences[i].verdict == Verdict::worse ? 1 : 0;
    }
    if (better + worse == 0) return "Neither is smoother: no difference is larger than the noise.";
    if (better > 0 && worse > 0)
        return fmt::format("It depends on what you look at: B is smoother by {} of {} figures, most clearly by {}, and "
                           "rougher by {}, most clearly by {}.",
                           better, all, told(clearest(c, Verdict::better), c.differences[clearest(c, Verdict::better)]),
                           worse, told(clearest(c, Verdict::worse), c.differences[clearest(c, Verdict::worse)]));
    const Verdict verdict   = better > 0 ? Verdict::better : Verdict::worse;
    const std::size_t count = better + worse;
    const std::size_t best  = clearest(c, verdict);
    return fmt::format("B is {}{} by {} of {} figures, most clearly by {}.{}", count == 1 ? "perhaps " : "",
                       better > 0 ? "smoother" : "rougher", count, all, told(best, c.differences[best]),
                       count == 1 ? " One of so many may differ by chance." : "");
}

std::string too_short(std::string_view which, std::size_t frames, std::size_t block)
{
    if (frames < least_compared_frames)
        return fmt::format("{} is too short to tell: {} frames, and {} are needed.", which, frames,
                           least_compared_frames);
    if (frames / block < least_compared_blocks)
        return fmt::format("{} is too short to tell: its frames hang together over about {}, and {} frames are not {} "
                           "times as many.",
                           which, block, frames, least_compared_blocks);
    return "";
}

} // namespace

std::span<const ComparedRow> all_compared() { return rows; }

std::string_view name_of(Verdict verdict)
{
    switch (verdict)
    {
    case Verdict::unknown: return "too short";
    case Verdict::noise: return "noise";
    case Verdict::better: return "better";
    case Verdict::worse: return "worse";
    }
    return "";
}

Comparison compare(std::span<const Nanos> a, std::span<const Nanos> b, std::uint64_t seed,
                   const std::function<void(std::size_t, std::size_t)>& progress)
{
    const Series of_a{a.first(std::min(a.size(), most_compared_frames))};
    const Series of_b{b.first(std::min(b.size(), most_compared_frames))};
    Comparison c{.frames_a  = of_a.size(),
                 .frames_b  = of_b.size(),
                 .block_a   = block_length(of_a.ms()),
                 .block_b   = block_length(of_b.ms()),
                 .resamples = std::max(of_a.size(), of_b.size()) > 100'000 ? 400U : 1000U,
                 .seed      = seed};
    const Values figures_a = figures_of(of_a), figures_b = figures_of(of_b);
    for (std::size_t i = 0; i < rows.size(); ++i) c.differences.push_back({.a = figures_a[i], .b = figures_b[i]});

    c.verdict = too_short("A", c.frames_a, c.block_a);
    if (c.verdict.empty()) c.verdict = too_short("B", c.frames_b, c.block_b);
    if (!c.verdict.empty()) return c;
    find_intervals(c, of_a, of_b, progress);
    c.verdict = smoothness_sentence(c) + " " + speed_sentence(c.differences[0]);
    return c;
}

Json to_json(const Comparison& c)
{
    Json figures;
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        const Difference& d               = c.differences[i];
        const bool known                  = d.verdict != Verdict::unknown;
        figures[std::string{rows[i].key}] = {{"a", number_or_null(d.a)},
                                             {"b", number_or_null(d.b)},
                                             {"difference", number_or_null(d.by())},
                                             {"low", known ? number_or_null(d.low) : Json(nullptr)},
                                             {"high", known ? number_or_null(d.high) : Json(nullptr)},
                                             {"verdict", name_of(d.verdict)}};
    }
    return {{"frames_a", c.frames_a},   {"frames_b", c.frames_b}, {"block_a", c.block_a}, {"block_b", c.block_b},
            {"resamples", c.resamples}, {"seed", c.seed},         {"figures", figures},   {"verdict", c.verdict}};
}

} // namespace report
