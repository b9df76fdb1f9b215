#include "recordings/formats/stream_builder.hpp"

#include "base/message.hpp"
#include "base/number.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace recordings
{

namespace
{

// Maximum number of streams (swap chains) in a file. Even a recording of a whole day has only hundreds.
constexpr std::size_t max_streams = 10'000;
constexpr std::int64_t max_frame_time_sum_ns = std::numeric_limits<std::int64_t>::max();

std::uint32_t parse_process_id(std::string_view field)
{
    const std::string text = unquoted(field);
    std::string_view rest = text;
    return base::consume_integer<std::uint32_t>(rest).value_or(0);
}

bool is_compositor(const Stream& stream) { return normalised_column_name(stream.application) == "dwm.exe"; }

// False for a window that draws on demand, such as a status bar.
bool draws_continuously(const Stream& stream)
{
    constexpr double max_mean_s = 0.2;
    double total_s = 0.0;
    for (const Nanos frame_time : stream.frame_times) total_s += timestep::to_seconds(frame_time);
    return total_s <= max_mean_s * static_cast<double>(stream.frame_times.size());
}

std::size_t default_stream_index(const std::vector<Stream>& streams)
{
    std::size_t best_index = 0;
    const auto suitability = [](const Stream& stream)
    {
        return std::tuple{!is_compositor(stream) && !stream.frame_times.empty(), draws_continuously(stream),
                          stream.frame_times.size()};
    };
    auto best = streams.empty() ? suitability({}) : suitability(streams.front());
    for (std::size_t i = 1; i < streams.size(); ++i)
        if (const auto candidate = suitability(streams[i]); candidate > best)
        {
            best = candidate;
            best_index = i;
        }
    return best_index;
}

// Divides far too long time spans by 1000: their time stamps in milliseconds were read as seconds.
void correct_unit_of_spans(std::vector<Stream>& streams)
{
    double frame_time_sum_s = 0;
    double span_sum_s = 0;
    for (const Stream& stream : streams)
    {
        frame_time_sum_s += timestep::to_seconds(stream.frame_time_sum_in_span);
        span_sum_s += timestep::to_seconds(stream.timestamp_span.value_or(Nanos{0}));
    }
    if (frame_time_sum_s * std::sqrt(1000.0) >= span_sum_s) return;
    for (Stream& stream : streams)
        if (stream.timestamp_span) *stream.timestamp_span /= 1000;
}

std::optional<std::string> empty_recording_problem(const Recording& recording)
{
    std::size_t unusable_rows = recording.truncated_row_count;
    for (const Stream& stream : recording.streams)
    {
        if (!stream.frame_times.empty()) return std::nullopt;
        unusable_rows += stream.missing_count + stream.invalid_count;
    }
    if (unusable_rows == 0) return "there are no frames";
    return fmt::format("none of the {} rows has a frame time", unusable_rows);
}

// Maximum number of frame starts in a file. All starts are sorted in memory.
constexpr std::size_t max_starts = 10'000'000;
constexpr std::size_t max_start_groups = max_streams; // so that make_recording_builder() finds a stream for each group

} // namespace

bool is_valid_frame_time(const ParsedNumber& number)
{
    return number.ok() && number.value >= 0 && number.value <= max_frame_time_ns;
}

void StreamBuilder::add_row(const RowWithFrameTimeField& row, TimestampMeaning::Event event)
{
    frame_start_ns = frame_time_sum_ns_;
    if (event == TimestampMeaning::Event::frame_start) record_timestamp(row.timestamp);
    const std::int64_t frame_time_ns = row.frame_time.value;
    if (is_valid_frame_time(row.frame_time) && frame_time_ns <= max_frame_time_sum_ns - frame_time_sum_ns_)
    {
        stream.frame_times.emplace_back(frame_time_ns);
        frame_time_sum_ns_ += frame_time_ns;
    }
    else if (row.frame_time.kind == ParsedNumber::Kind::missing)
        ++stream.missing_count;
    else if (stream.invalid_count++ == 0)
    {
        stream.first_invalid_line = row.line_number;
        stream.first_invalid_text = base::printable_excerpt(row.frame_time_text);
    }
    if (event == TimestampMeaning::Event::frame_end) record_timestamp(row.timestamp);
}

void StreamBuilder::record_timestamp(const ParsedNumber& timestamp)
{
    if (!timestamp.ok()) return;
    last_timestamp_ = {timestamp.value, frame_time_sum_ns_};
    if (!first_timestamp_) first_timestamp_ = last_timestamp_;
}

Stream StreamBuilder::finish_stream()
{
    std::int64_t span_ns = 0;
    if (first_timestamp_ && !__builtin_sub_overflow(last_timestamp_.time_ns, first_timestamp_->time_ns, &span_ns))
    {
        stream.timestamp_span = Nanos{span_ns};
        stream.frame_time_sum_in_span = Nanos{last_timestamp_.frame_time_sum_ns - first_timestamp_->frame_time_sum_ns};
    }
    // PresentMon 1.x writes 0 for an unknown latency.
    std::erase_if(stream.timing.latencies, [](const auto& latency)
                  { return std::ranges::all_of(latency.values, [](Nanos value) { return value == Nanos{}; }); });
    return std::move(stream);
}

RecordingBuilder::RecordingBuilder(TimestampMeaning timestamp_meaning, std::string_view rows)
    : timestamp_meaning_(timestamp_meaning)
{
    const std::string_view first_rows = rows.substr(0, 10'000);
    const auto row_count = static_cast<std::size_t>(std::ranges::count(first_rows, '\n'));
    if (row_count > 0) expected_row_count_ = std::min(rows.size() * row_count / first_rows.size(), max_read_frames);
    expected_row_count_ += expected_row_count_ / 16; // the first rows can be longer than others
}

StreamBuilder* RecordingBuilder::open_stream(std::string_view application, std::string_view process_id,
                                             std::string_view swap_chain)
{
    const StreamKey key{swap_chain, process_id, application};
    for (int i = 0; i < 2; ++i, std::swap(newest_streams_[0], newest_streams_[1]))
        if (newest_streams_[0] && newest_streams_[0]->first == key)
            return &stream_builders_[newest_streams_[0]->second];

    if (stream_builders_.size() == max_streams && !stream_indices_.contains(key)) return nullptr;
    const auto [found, is_new] = stream_indices_.try_emplace(key, stream_builders_.size());
    if (is_new)
    {
        Stream& stream = stream_builders_.emplace_back().stream;
        stream.frame_times.reserve(std::exchange(expected_row_count_, 0));
        stream.application = base::printable_excerpt(unquoted(application));
        stream.process_id = parse_process_id(process_id);
        stream.swap_chain = base::printable_excerpt(unquoted(swap_chain));
    }
    newest_streams_ = {&*found, newest_streams_[0]};
    return &stream_builders_[found->second];
}

StreamBuilder& RecordingBuilder::open_only_stream()
{
    if (stream_builders_.empty())
        stream_builders_.emplace_back().stream.frame_times.reserve(std::exchange(expected_row_count_, 0));
    return stream_builders_.front();
}

void RecordingBuilder::count_truncated_row(std::size_t line_number)
{
    if (truncated_row_count_++ == 0) first_truncated_line_ = line_number;
}

RecordingOrError RecordingBuilder::finish(const RecordingSource& source, const Header& header, Recording recording)
{
    if (first_excess_line_ > 0)
        return source.error_at(first_excess_line_, fmt::format("more than {} frames", max_read_frames),
                               "split the file");
    for (StreamBuilder& stream_builder : stream_builders_) recording.streams.push_back(stream_builder.finish_stream());
    if (timestamp_meaning_.may_be_milliseconds) correct_unit_of_spans(recording.streams);
    recording.truncated_row_count = truncated_row_count_;
    recording.first_truncated_line = first_truncated_line_;
    if (auto problem = empty_recording_problem(recording))
        return source.error_at(header.line_number, *std::move(problem),
                               "record again, and let the recording run for some seconds");
    recording.name = source.name;
    recording.default_stream_index = default_stream_index(recording.streams);
    return recording;
}

void TimestampDifferencer::add_timestamp(RecordingBuilder& recording_builder, StreamBuilder& stream_builder,
                                         const ParsedNumber& timestamp, std::size_t line_number, std::string_view text)
{
    RowWithFrameTimeField row{{}, timestamp, line_number, text};
    if (!timestamp.ok() && timestamp.kind != ParsedNumber::Kind::missing) row.frame_time.kind = timestamp.kind;
    if (timestamp.ok() && previous_timestamp_ && previous_timestamp_->ok())
    {
        const bool fits = !__builtin_sub_overflow(timestamp.value, previous_timestamp_->value, &row.frame_time.value);
        row.frame_time.kind = fits ? ParsedNumber::Kind::value : ParsedNumber::Kind::unrepresentable;
    }
    if (previous_timestamp_) recording_builder.add_row(stream_builder, row);
    previous_timestamp_ = timestamp;
}

std::string FrameStarts::add_start(std::string_view application, std::string_view process_id,
                                   std::string_view swap_chain, std::int64_t time_ns, std::size_t line_number)
{
    const std::tuple key{application, process_id, swap_chain};
    auto found = starts_by_stream_.find(key);
    if (found == starts_by_stream_.end()) found = starts_by_stream_.emplace(key, std::vector<Start>{}).first;
    found->second.push_back({time_ns, line_number});
    if (++start_count_ > max_starts) return fmt::format("there are more than {} of these events", max_starts);
    return starts_by_stream_.size() > max_start_groups ? "there are more than 10,000 threads" : "";
}

RecordingBuilder FrameStarts::make_recording_builder(std::int64_t error_message_unit_ns)
{
    RecordingBuilder recording_builder;
    for (auto& [key, starts] : starts_by_stream_)
    {
        std::sort(starts.begin(), starts.end(), [](const Start& a, const Start& b) { return a.time_ns < b.time_ns; });
        TimestampDifferencer differencer;
        StreamBuilder& stream_builder =
            *recording_builder.open_stream(std::get<0>(key), std::get<1>(key), std::get<2>(key));
        for (const Start& start : starts)
        {
            const fmt::format_int time_text{start.time_ns / error_message_unit_ns};
            differencer.add_timestamp(recording_builder, stream_builder, {ParsedNumber::Kind::value, start.time_ns},
                                      start.line_number, {time_text.data(), time_text.size()});
        }
    }
    return recording_builder;
}

} // namespace recordings
