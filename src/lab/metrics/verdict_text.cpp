// The labels of verdicts on a loop, such as "SLOW".

#include "lab/metrics/verdict_text.hpp"
#include "base/number.hpp"

#include <fmt/core.h>

#include <cmath>

namespace lab
{

using enum LaneVerdict::Kind;

std::string_view verdict_name(const LaneVerdict& verdict)
{
    switch (verdict.kind)
    {
    case settling: return "SETTLING";
    case held: return "HELD";
    case ok: break;
    case uneven: return "UNEVEN";
    case late: return verdict.mean_frame_lateness_ms > 0 ? "LATE" : "EARLY";
    case wrong: return "WRONG";
    case fast: return "FAST";
    case slow: return "SLOW";
    case spiral: return "SPIRAL OF DEATH";
    case exploding: return "EXPLODES";
    case failed: return verdict.failure_kind->badge;
    case gone: return "GONE";
    }
    return "OK";
}

namespace
{
bool has_few_pictures(const LaneVerdict& verdict)
{
    // With fewer pictures than this share of the refreshes, the verdict says so: a fact, not a fault.
    constexpr double min_refresh_share = 0.9;
    return verdict.pictures_per_s > 0.0 && verdict.pictures_per_s < min_refresh_share * verdict.refresh_hz;
}
} // namespace

std::string verdict_text(const LaneVerdict& verdict)
{
    const std::string_view name = verdict_name(verdict);
    switch (verdict.kind)
    {
    case held:
    case exploding: break;
    case settling:
    case ok:
    {
        std::string text{name};
        if (verdict.lost_time != Nanos::zero())
            text = fmt::format("{} {}", base::rounded_duration_text(std::chrono::abs(verdict.lost_time)),
                               verdict.lost_time > Nanos::zero() ? "BEHIND" : "AHEAD");
        if (has_few_pictures(verdict))
            text += fmt::format(
                ", {}{} pictures{}", base::number_text(verdict.pictures_per_s, 2),
                verdict.has_variable_refresh ? "" : fmt::format(" of {}", base::number_text(verdict.refresh_hz, 4)),
                verdict.has_variable_refresh ? " a second" : "");
        if (verdict.max_error_m > 0.0)
            text += fmt::format(", another path: up to {} m from the ring", base::number_text(verdict.max_error_m, 2));
        return text;
    }
    case uneven:
        return verdict.uneven_per_s > 0.0
                   ? fmt::format("{}, {:.0f} jerky pictures a second", name, verdict.uneven_per_s)
                   : fmt::format("{}, stood still for {:.0f} % of the time", name, 100.0 * verdict.still_share);
    case wrong: return fmt::format("{} by up to {} m", name, base::number_text(verdict.max_error_m, 2));
    case late: return fmt::format("{:.0f} ms {}", std::abs(verdict.mean_frame_lateness_ms), name);
    case fast:
    case slow:
    case spiral: return fmt::format("{} {:.2f}x", name, verdict.speed);
    case failed:
        return verdict.failure_count > 1 ? fmt::format("{} x{}", name, verdict.failure_count) : std::string{name};
    case gone: return fmt::format("{} after {} s", name, base::number_text(verdict.gone_after_s, 2));
    }
    return std::string{name};
}

std::string picture_rate_text(const Judgement& judgement)
{
    const telemetry::PictureCounts& counts = judgement.evidence.motion.counts;
    if (!judgement.evidence.has_rates() || counts.picture_count < 3) return "";
    const bool is_even = counts.uneven_count == 0;
    if (has_few_pictures(judgement.verdict)) return is_even ? "even" : "";
    return fmt::format("{:.0f} pictures a second{}", counts.pictures_per_s(), is_even ? ", even" : "");
}

void write_verdict(const LaneRun& run, LaneResult& result)
{
    const Judgement judgement = run.judgement();
    result.verdict = verdict_text(judgement.verdict);
    result.explanation = verdict_explanation(run.lane(), run.lane().samples().back(), judgement);
}

bool replaces_verdict(const LaneVerdict& verdict, const LaneVerdict& shown, Nanos shown_time)
{
    constexpr Nanos min_shown_time{400'000'000};
    const bool is_tunnelling =
        verdict.failure_kind != nullptr && verdict.failure_kind->counter == &sim::EventCounts::tunnelled;
    return shown.kind != verdict.kind || (is_tunnelling && shown.failure_count != verdict.failure_count) ||
           shown.max_error_m < verdict.max_error_m || std::chrono::abs(shown_time) > min_shown_time;
}

} // namespace lab
