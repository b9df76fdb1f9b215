#include "recordings/formats/formats.hpp"
#include "recordings/formats/presentmon_columns.hpp"
#include "recordings/formats/source.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace recordings
{
namespace
{

constexpr int most_commas_in_a_name = 4;

bool is_process_id(std::string_view field) { return field.find_first_not_of("0123456789 \"") == field.npos; }

class PresentRows
{
public:
    /// `part` selects the frames whose display timing is read.
    PresentRows(const Header& header, const PresentColumns& columns, bool timing, const Part& part)
        : header_(header)
        , columns_(columns)
        , part_(part)
        , timing_(timing ? std::optional<DisplayTimingColumns>{header} : std::nullopt)
        , decimal_mark_(header.dialect.decimal_mark)
        , fields_(std::max(columns.wanted(), timing_ ? wanted_of(*timing_) : 0))
        , numbers_(timing_ ? timing_->columns().size() : 0)
        , tracks_(columns.clock)
    {
    }

    /// Adds a row of the file. Returns false if there are more streams than Tracks can hold.
    bool add(std::string_view line, std::size_t number)
    {
        split(line);
        if (fields_.size() <= columns_.last_needed())
        {
            tracks_.add_cut_row(number);
            return true;
        }
        Row row{frame_time(), time(), number, fields_[columns_.frame]};
        if (row.frame.kind == Number::Kind::unreadable && header_.repeats(columns_.frame, fields_[columns_.frame]))
            return true;

        Track* const track =
            tracks_.find(field(columns_.application), field(columns_.process_id), field(columns_.swap_chain));
        if (!track) return false;
        if (is_rendered(*track, row)) tracks_.add(*track, row);
        count_faults(track->stream);
        if (timing_) add_display_timing(*track);
        return true;
    }

    Result finish(const Source& source, Recording recording, std::vector<DisplayTiming>* timings)
    {
        if (timings) *timings = tracks_.take_display_timings();
        return tracks_.finish(source, header_, std::move(recording));
    }

private:
    static std::size_t wanted_of(const DisplayTimingColumns& timing)
    {
        return timing.columns().empty() ? 0 : timing.columns().back() + 1;
    }
    void add_display_timing(Track& track)
    {
        for (std::size_t i = 0; i < numbers_.size(); ++i)
            numbers_[i] = parse_scaled(field(timing_->columns()[i]), millis, decimal_mark_);
        timing_->add(numbers_, track,
                     {.dropped   = says_dropped() ? std::optional{was_dropped()} : std::nullopt,
                      .generated = has_frame_types() ? std::optional{is_generated()} : std::nullopt,
                      .counts    = part_.contains(Nanos{track.begin})});
    }

    // PresentMon does not quote names, so "Hello, World.exe" becomes two fields. If the field of the process ID is not
    // a number, splits the row again with more commas in the name.
    void split(std::string_view line)
    {
        fields_.split(line, header_.dialect.separator);
        if (columns_.application != 0 || field(columns_.process_id) == last_process_id_) return;
        for (int commas = 1; commas <= most_commas_in_a_name && !is_process_id(field(columns_.process_id)); ++commas)
            fields_.split(line, header_.dialect.separator, commas);
        if (!is_process_id(field(columns_.process_id))) fields_.split(line, header_.dialect.separator);
        last_process_id_ = field(columns_.process_id);
    }

    std::string_view field(std::size_t column) const
    {
        return column < fields_.size() ? fields_[column] : std::string_view{};
    }

    bool has_frame_types() const { return columns_.frame_type != PresentColumns::none; }

    bool is_generated() const
    {
        if (!has_frame_types()) return false;
        if (field(columns_.frame_type) == "Application") return false;
        const std::string type = normalised(field(columns_.frame_type));
        return type != "application" && type != "notset" && type != "unspecified" && type != "na" && !type.empty();
    }

    // True if the game rendered the row's frame. The row of a generated frame either repeats the values and the time
    // stamp of the rendered frame, or has its own frame time, which is added to the next rendered frame.
    bool is_rendered(Track& track, Row& row) const
    {
        if (!has_frame_types()) return true;
        const bool generated = is_generated();
        const bool known     = row.time.ok() && track.last_time.ok();
        const bool same      = known && row.time.value == track.last_time.value;
        if (same || !known) track.between = 0;
        if (generated && !same && known && is_frame_time(row.frame) && track.between <= max_frame_ns)
            track.between += row.frame.value;
        track.last_time = row.time;
        if (generated) return false;
        if (is_frame_time(row.frame)) row.frame.value += track.between;
        track.between = 0;
        return true;
    }

    bool says_dropped() const
    {
        return columns_.displayed != PresentColumns::none || columns_.dropped != PresentColumns::none;
    }

    Number frame_time() const
    {
        Number frame = parse_scaled(fields_[columns_.frame], millis, decimal_mark_);
        if (columns_.frame_rest == PresentColumns::none || !frame.ok()) return frame;
        const Number rest = parse_scaled(fields_[columns_.frame_rest], millis, decimal_mark_);
        if (!rest.ok()) return rest;
        if (__builtin_add_overflow(frame.value, rest.value, &frame.value)) frame.kind = Number::Kind::non_finite;
        return frame;
    }

    Number time() const
    {
        const std::string_view text = field(columns_.time);
        const Number number         = parse_scaled(text, columns_.time_scale, decimal_mark_);
        return number.kind == Number::Kind::unreadable ? parse_date(text) : number;
    }

    // Counts dropped frames and impossible animation errors (over 1e9 ms).
    void count_faults(Stream& stream) const
    {
        if (says_dropped()) stream.dropped = stream.dropped.value_or(0) + (was_dropped() ? 1 : 0);
        if (columns_.animation_error == PresentColumns::none) return;
        const Number error = parse_scaled(field(columns_.animation_error), millis, decimal_mark_);
        if (error.kind == Number::Kind::non_finite || error.value > max_frame_ns || error.value < -max_frame_ns)
            ++stream.impossible_animation_errors;
    }

    bool was_dropped() const
    {
        if (columns_.dropped != PresentColumns::none)
        {
            const std::string_view text = field(columns_.dropped);
            return text == "1" || text == "true" || text == "True";
        }
        return parse_scaled(field(columns_.displayed), millis, decimal_mark_).kind == Number::Kind::missing;
    }

    const Header& header_;
    PresentColumns columns_;
    Part part_;
    std::optional<DisplayTimingColumns> timing_;
    char decimal_mark_;
    Fields fields_;
    std::vector<Number> numbers_; // values of the current row in the display timing columns
    Tracks tracks_;
    std::string_view last_process_id_;
};

bool is_presentmon(const Header& header)
{
    return header.has("application") && (header.has("processid") || header.has("msbetweenpresents"));
}

Result read_presentmon(const ReadTask& task)
{
    const Source& source         = task.source;
    const Header& found          = task.header;
    auto* const timings          = task.timings;
    const Header header          = with_missing_commas(found);
    const PresentColumns columns = present_columns(header);
    if (columns.frame == PresentColumns::none)
        return source.refuse(header.line, "there is no frame-time column (MsBetweenPresents, FrameTime or CPUBusy)",
                             "record again with the tool's default columns");

    PresentRows rows{header, columns, timings != nullptr, task.choice.timed};
    Lines lines{header.body, header.line + 1};
    for (std::size_t read = 0; lines.next();)
    {
        if (lines.text().empty()) continue;
        if (timings != nullptr && read++ == max_timed_rows)
            return source.refuse(lines.line(), fmt::format("more than {} frames with display timing", max_timed_rows),
                                 "split the file");
        if (!rows.add(lines.text(), lines.line()))
            return source.refuse(lines.line(), "there are more than 10,000 streams", "check the order of the columns");
    }

    const PresentTool tool = present_tool(header, columns);
    Recording recording;
    recording.format            = source.has_comment_lines ? &Format::capframex_csv : tool.format;
    recording.tool              = source.has_comment_lines ? "CapFrameX" : tool.name;
    recording.frame_time_column = header.written[columns.frame];
    if (columns.frame_rest != PresentColumns::none)
        recording.frame_time_column += " + " + header.written[columns.frame_rest];
    recording.side = columns.side;
    return rows.finish(source, std::move(recording), timings);
}

} // namespace

constinit const Format Format::presentmon{.name = "PresentMon", .has_header = is_presentmon, .read = read_presentmon};
constinit const Format Format::ocat{.name = "OCAT"};
constinit const Format Format::capframex_csv{.name = "CapFrameX CSV"};
constinit const Format Format::frameview{.name = "FrameView"};

} // namespace recordings
