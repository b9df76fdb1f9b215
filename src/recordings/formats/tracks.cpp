#include "recordings/formats/tracks.hpp"

#include "base/message.hpp"
#include "base/number.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace recordings
{

namespace
{

// Maximum number of streams in a file; a recording of a whole day has hundreds.
constexpr std::size_t max_streams   = 10'000;
constexpr std::int64_t max_total_ns = std::numeric_limits<std::int64_t>::max();

std::uint32_t process_number(std::string_view field)
{
    const std::string text = unquoted(field);
    std::string_view rest  = text;
    return base::take_number<std::uint32_t>(rest).value_or(0);
}

bool is_compositor(const Stream& stream) { return normalised(stream.application) == "dwm.exe"; }

std::size_t default_stream(const std::vector<Stream>& streams)
{
    std::size_t best = 0;
    const auto rank  = [](const Stream& s) {
        return std::pair{!is_compositor(s) && !s.frames.empty(), s.frames.size()};
    };
    for (std::size_t i = 1; i < streams.size(); ++i)
        if (rank(streams[i]) > rank(streams[best])) best = i;
    return best;
}

// If time stamps that were read as seconds are milliseconds, divides Stream::span by 1000. Stream::span (the time from
// the first to the last time stamp) is then much longer than the sum of the frame times.
void infer_unit(std::vector<Stream>& streams)
{
    double within = 0;
    double span   = 0;
    for (const Stream& stream : streams)
    {
        within += timestep::to_seconds(stream.within_span);
        span += timestep::to_seconds(stream.span.value_or(Nanos{0}));
    }
    if (within * std::sqrt(1000.0) >= span) return;
    for (Stream& stream : streams)
        if (stream.span) *stream.span /= 1000;
}

std::optional<std::string> no_frames_reason(const Recording& recording)
{
    std::size_t unusable = recording.cut_rows;
    for (const Stream& stream : recording.streams)
    {
        if (!stream.frames.empty()) return std::nullopt;
        unusable += stream.missing + stream.invalid;
    }
    if (unusable == 0) return "there are no frames";
    return fmt::format("none of the {} rows has a frame time", unusable);
}

// Maximum number of frame starts in a file; all are sorted in memory.
constexpr std::size_t max_starts  = 10'000'000;
constexpr std::size_t max_threads = 10'000;

} // namespace

bool is_frame_time(const Number& number) { return number.ok() && number.value >= 0 && number.value <= max_frame_ns; }

void Track::add(const Row& row, StreamClock::Mark mark)
{
    begin = total_;
    if (mark == StreamClock::Mark::frame_start) stamp(row.time);
    add_frame(row);
    if (mark == StreamClock::Mark::frame_end) stamp(row.time);
}

void Track::add_frame(const Row& row)
{
    const std::int64_t frame = row.frame.value;
    if (is_frame_time(row.frame) && frame <= max_total_ns - total_)
    {
        stream.frames.emplace_back(frame);
        total_ += frame;
        return;
    }
    if (row.frame.kind == Number::Kind::missing)
    {
        ++stream.missing;
        return;
    }
    if (stream.invalid++ > 0) return;
    stream.first_invalid_line = row.line;
    stream.first_invalid_text = base::printable(row.frame_text);
}

void Track::stamp(const Number& time)
{
    if (!time.ok()) return;
    last_ = {time.value, total_};
    if (!first_) first_ = last_;
}

Stream Track::take_stream()
{
    std::int64_t span = 0;
    if (first_ && !__builtin_sub_overflow(last_.time, first_->time, &span))
    {
        stream.span        = Nanos{span};
        stream.within_span = Nanos{last_.total - first_->total};
    }
    return std::move(stream);
}

Track* Tracks::find(std::string_view application, std::string_view process_id, std::string_view swap_chain)
{
    const Key key{application, process_id, swap_chain};
    if (!tracks_.empty() && key == last_key_) return &tracks_[last_];

    const auto [found, is_new] = index_.try_emplace(key, tracks_.size());
    if (is_new)
    {
        if (tracks_.size() == max_streams) return nullptr;
        Stream& stream     = tracks_.emplace_back().stream;
        stream.application = base::printable(unquoted(application));
        stream.process_id  = process_number(process_id);
        stream.swap_chain  = base::printable(unquoted(swap_chain));
    }
    last_key_ = key;
    last_     = found->second;
    return &tracks_[last_];
}

Track& Tracks::only_track()
{
    if (tracks_.empty()) tracks_.emplace_back();
    return tracks_.front();
}

std::vector<DisplayTiming> Tracks::take_display_timings()
{
    std::vector<DisplayTiming> all;
    for (Track& track : tracks_)
    {
        std::erase_if(track.timing.latencies, [](const auto& l) { return l.all.empty(); });
        all.push_back(std::move(track.timing));
    }
    return all;
}

void Tracks::add_cut_row(std::size_t line)
{
    if (cut_rows_++ == 0) first_cut_line_ = line;
}

Result Tracks::finish(const Source& source, const Header& header, Recording recording)
{
    if (line_of_too_many_ > 0)
        return source.refuse(line_of_too_many_, fmt::format("more than {} frames", max_read_frames), "split the file");
    for (Track& track : tracks_) recording.streams.push_back(track.take_stream());
    if (clock_.seconds_or_millis) infer_unit(recording.streams);
    recording.cut_rows       = cut_rows_;
    recording.first_cut_line = first_cut_line_;
    return complete(source, std::move(recording), header.line);
}

void TimestampDifferences::add(Tracks& tracks, Track& track, const Number& clock, std::size_t line,
                               std::string_view text)
{
    Row row{{}, clock, line, text};
    if (!clock.ok() && clock.kind != Number::Kind::missing) row.frame.kind = clock.kind;
    if (clock.ok() && before_ && before_->ok())
    {
        const bool fits = !__builtin_sub_overflow(clock.value, before_->value, &row.frame.value);
        row.frame.kind  = fits ? Number::Kind::value : Number::Kind::non_finite;
    }
    if (before_) tracks.add(track, row);
    before_ = clock;
}

Result complete(const Source& source, Recording recording, std::size_t line)
{
    if (auto what = no_frames_reason(recording))
        return source.refuse(line, *std::move(what), "record again, and let the recording run for some seconds");
    recording.name           = source.name;
    recording.default_stream = default_stream(recording.streams);
    return recording;
}

std::string FrameStarts::add(const std::string& application, const std::string& process, const std::string& swap_chain,
                             std::int64_t time, std::size_t line)
{
    all_[{application, process, swap_chain}].push_back({time, line});
    if (++count_ > max_starts) return fmt::format("there are more than {} of these events", max_starts);
    if (all_.size() > max_threads) return fmt::format("there are more than {} threads", max_threads);
    return {};
}

Tracks FrameStarts::tracks(std::int64_t unit_ns)
{
    Tracks tracks;
    for (auto& [who, starts] : all_)
    {
        std::sort(starts.begin(), starts.end(), [](const Start& a, const Start& b) { return a.time < b.time; });
        TimestampDifferences differences;
        Track& track = *tracks.find(std::get<0>(who), std::get<1>(who), std::get<2>(who));
        for (const Start& start : starts)
        {
            const fmt::format_int text{start.time / unit_ns};
            differences.add(tracks, track, {Number::Kind::value, start.time}, start.line, {text.data(), text.size()});
        }
    }
    return tracks;
}

} // namespace recordings
