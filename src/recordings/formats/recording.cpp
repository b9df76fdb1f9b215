#include "recordings/formats/recording.hpp"

#include "base/message.hpp"

#include <fmt/core.h>

namespace recordings
{
namespace
{

std::string coverage_fault(const Stream& stream, double coverage)
{
    return fmt::format("the frame times add up to {:.3f} s in {:.3f} s ({:.1f} %)",
                       timestep::to_seconds(stream.within_span), timestep::to_seconds(*stream.span), coverage * 100);
}

} // namespace

std::string_view name_of(Unit unit)
{
    switch (unit)
    {
    case Unit::s: return "seconds";
    case Unit::ms: return "milliseconds";
    case Unit::us: return "microseconds";
    case Unit::ns: return "nanoseconds";
    case Unit::hz: return "frames a second";
    }
    return "";
}

std::string_view name_of(TimingSide side) { return side == TimingSide::cpu ? "CPU" : "presents"; }
std::string_view meaning_of(TimingSide side)
{
    return side == TimingSide::cpu ? "from the start of a frame to the start of the next"
                                   : "from one call of Present to the next";
}

std::optional<double> Stream::coverage() const
{
    if (!span || *span <= Nanos::zero()) return std::nullopt;
    return timestep::to_seconds(within_span) / timestep::to_seconds(*span);
}

std::string to_string(const Refusal& refusal)
{
    const std::string line = refusal.line == 0 ? "" : fmt::format(":{}", refusal.line);
    return base::message("{}{}: {}; {}", refusal.file, line, base::Verbatim{refusal.what},
                         base::Verbatim{refusal.remedy});
}

std::optional<Refusal> why_not_replayable(const Recording& recording, std::size_t stream)
{
    const auto refuse = [&](std::size_t line, std::string what, std::string remedy) {
        return Refusal{recording.name, line, std::move(what), std::move(remedy)};
    };
    if (stream >= recording.streams.size())
        return refuse(0, fmt::format("there is no stream {}", stream),
                      fmt::format("choose one from 0 to {}", recording.streams.size() - 1));

    const Stream& s = recording.streams[stream];
    if (s.invalid > 0)
        return refuse(s.first_invalid_line,
                      fmt::format("frame time \"{}\" is impossible ({} such)", s.first_invalid_text, s.invalid),
                      "remove the rows, or record again");
    if (s.frames.empty()) return refuse(0, "the stream has no frames", "choose another stream");
    if (s.span && *s.span < Nanos::zero())
        return refuse(0, "time runs backwards in the time column", "the file holds several recordings: split it");
    if (const auto coverage = s.coverage(); coverage && *coverage < least_coverage)
        return refuse(0, coverage_fault(s, *coverage) + ": frames are missing, or the recording was sampled",
                      "record every frame, without a pause");
    else if (coverage && *coverage > most_coverage)
        return refuse(0, coverage_fault(s, *coverage) + ": frames are there twice, or several recordings in one",
                      "split the file, or record again");
    return std::nullopt;
}

} // namespace recordings
