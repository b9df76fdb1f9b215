#include "lab/replay/replay.hpp"

#include "base/files.hpp"
#include "base/number.hpp"
#include "base/path.hpp"
#include "base/unsupported_reasons.hpp"
#include "lab/foreign/loop_protocol.hpp"
#include "lab/settings/assignments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <utility>

namespace lab
{

namespace
{

// Names of the events in a replay file, in the order of the types in FrameBoundaryEventData.
constexpr std::array<std::string_view, std::variant_size_v<FrameBoundaryEventData>> replay_event_names{
    "reset", "set", "refresh", "brake", "apply", "answer"};

constexpr std::array<std::pair<std::string_view, bool sim::KeyFlags::*>, 4> button_fields{
    {{"left", &sim::KeyFlags::left},
     {"right", &sim::KeyFlags::right},
     {"jump", &sim::KeyFlags::jump},
     {"dash", &sim::KeyFlags::dash}}};

// The times in the line of an AnswerEvent, in their order.
constexpr std::array answer_times{&timestep::StepPlan::tail, &timestep::StepPlan::stepped, &timestep::StepPlan::carried,
                                  &timestep::StepPlan::dropped, &timestep::StepPlan::filter_error};

// The names of the pressed buttons, such as "left+jump"; "-" for none.
std::string button_names_of(const sim::KeyFlags& buttons)
{
    std::string text;
    for (const auto& [name, button] : button_fields)
        if (buttons.*button) text += fmt::format("{}{}", text.empty() ? "" : "+", name);
    return text.empty() ? "-" : text;
}

// The parsers below return 0 for invalid numbers, because parse_line() rejects invalid lines.

// The first words of a line. If the line has fewer words, the other elements are empty views of the end of the line.
using Words = std::array<std::string_view, 11>;

Words first_words(std::string_view line)
{
    Words words;
    for (std::string_view& word : words)
    {
        word = line.substr(0, line.find(' '));
        line.remove_prefix(std::min(word.size() + 1, line.size()));
    }
    return words;
}

std::int64_t parse_integer(std::string_view word) { return base::parse_number<std::int64_t>(word).value_or(0); }

double parse_real(std::string_view word) { return base::parse_number<double>(word).value_or(0.0); }

std::uint32_t parse_hash(std::string_view word)
{
    std::uint32_t hash = 0;
    for (const char digit : word)
        hash = 16 * hash + static_cast<std::uint32_t>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
    return hash;
}

sim::KeyFlags parse_buttons(std::string_view word)
{
    sim::KeyFlags buttons;
    for (const auto& [name, button] : button_fields) buttons.*button = word.find(name) != word.npos;
    return buttons;
}

InputChange parse_input_change(const Words& words)
{
    return {.tick = parse_integer(words[1]),
            .step_end_time = Nanos{parse_integer(words[2])},
            .input = {.grabbed = words[3] == "grabbed",
                      .drag_target_x = parse_real(words[4]),
                      .drag_target_y = parse_real(words[5]),
                      .drag_velocity_x = parse_real(words[6]),
                      .drag_velocity_y = parse_real(words[7]),
                      .held = parse_buttons(words[8]),
                      .pressed = parse_buttons(words[9]),
                      .released = parse_buttons(words[10])}};
}

timestep::StepPlan parse_answer(const Words& words)
{
    timestep::StepPlan plan{.steps = parse_integer(words[0]), .dt_seconds = parse_real(words[1])};
    plan.dt = timestep::from_seconds(plan.dt_seconds);
    std::size_t word_index = 2;
    for (Nanos timestep::StepPlan::*const time : answer_times) plan.*time = Nanos{parse_integer(words[word_index++])};
    plan.alpha = parse_real(words[word_index++]);
    const auto* const found = std::ranges::find(timestep::all_presentations, words[word_index], timestep::name_of);
    if (found != timestep::all_presentations.end()) plan.presentation = *found;
    return plan;
}

FrameBoundaryEvent parse_event(const Words& words, std::string_view line)
{
    FrameBoundaryEvent event{.next_frame = parse_integer(words[1]),
                             .next_tick = parse_integer(words[2]),
                             .frame_start_time = Nanos{parse_integer(words[3])}};
    const std::string_view name = words[0];
    const std::string_view args = line.substr(static_cast<std::size_t>(words[4].data() - line.data()));
    if (name == "refresh") event.data = RefreshPeriodEvent{Nanos{parse_integer(args)}};
    if (name == "brake") event.data = TruncatedFrameEvent{parse_integer(args)};
    if (name == "apply") event.data = SettingsBatchEndEvent{};
    if (name == "answer") event.data = AnswerEvent{parse_answer(first_words(args))};
    if (name != "set") return event;
    const std::string_view key = args.substr(0, args.find('='));
    event.data = SettingEvent{std::string{key}, std::string{args.substr(std::min(key.size() + 1, args.size()))}};
    return event;
}

// Appends `parsed` if it was written as exactly this line; otherwise returns false.
template <class Contents>
bool append_exact(std::vector<Contents>& contents, Contents parsed, std::string_view line)
{
    if (replay_line(parsed) != line) return false;
    contents.push_back(std::move(parsed));
    return true;
}

// Adds the frame and step counts of a block of the file to `replay`. False if `line`, the block's end, is invalid.
bool add_block(Replay& replay, const BlockSummary& summary, std::string_view line)
{
    constexpr std::int64_t max_count = std::int64_t{1} << 40;
    const auto is_valid = [](std::int64_t count) { return count >= 0 && count <= max_count; };
    if (replay_line(summary) != line || !is_valid(summary.frame_count) || !is_valid(summary.tick_count)) return false;
    if (summary.has_only_fixed_steps && !replay.has_only_fixed_steps) return false;
    replay.frame_count += summary.frame_count;
    replay.tick_count += summary.tick_count;
    replay.has_only_fixed_steps = summary.has_only_fixed_steps;
    return true;
}

} // namespace

bool affects_machine(const Assignment& assignment) { return scopes_of(assignment.key) == scope::machine; }

std::string replay_line(Nanos frame_time) { return fmt::format("{}", frame_time.count()); }

std::string replay_line(const InputChange& change)
{
    const sim::Input& input = change.input;
    return fmt::format("input {} {} {} {} {} {} {} {} {} {}", change.tick, change.step_end_time.count(),
                       input.grabbed ? "grabbed" : "free", input.drag_target_x, input.drag_target_y,
                       input.drag_velocity_x, input.drag_velocity_y, button_names_of(input.held),
                       button_names_of(input.pressed), button_names_of(input.released));
}

std::string replay_line(const FrameBoundaryEvent& event)
{
    std::string line = fmt::format("{} {} {} {}", replay_event_names[event.data.index()], event.next_frame,
                                   event.next_tick, event.frame_start_time.count());
    if (const auto* set = std::get_if<SettingEvent>(&event.data)) line += fmt::format(" {}={}", set->key, set->value);
    if (const auto* refresh = std::get_if<RefreshPeriodEvent>(&event.data)) line += ' ' + replay_line(refresh->period);
    if (const auto* truncated_frame = std::get_if<TruncatedFrameEvent>(&event.data))
        line += fmt::format(" {}", truncated_frame->executed_steps);
    if (const auto* answer = std::get_if<AnswerEvent>(&event.data))
    {
        line += fmt::format(" {} {}", answer->plan.steps, answer->plan.dt_seconds);
        for (Nanos timestep::StepPlan::*const time : answer_times) line += ' ' + replay_line(answer->plan.*time);
        line += fmt::format(" {} {}", answer->plan.alpha, name_of(answer->plan.presentation));
    }
    return line;
}

std::string replay_line(std::uint32_t hash) { return fmt::format("hash {:08x}", hash); }

std::string replay_line(const BlockSummary& summary)
{
    return fmt::format("block {} {} {}", summary.frame_count, summary.tick_count,
                       summary.has_only_fixed_steps ? "whole" : "other");
}

std::string replay_line(const ReplayEndChecksums& end)
{
    return fmt::format("end {:08x} {:08x}", end.checkpoint_hash, end.frames_checksum);
}

bool parse_line(std::string_view line, Replay& replay)
{
    if (replay.end_checksums) return false;
    if (line.find(' ') == line.npos) return append_exact(replay.frame_times, Nanos{parse_integer(line)}, line);
    const Words words = first_words(line);
    if (words[0] == "input") return append_exact(replay.inputs, parse_input_change(words), line);
    if (words[0] == "hash") return append_exact(replay.hashes, parse_hash(words[1]), line);
    if (words[0] == "block")
        return add_block(replay, BlockSummary{parse_integer(words[1]), parse_integer(words[2]), words[3] == "whole"},
                         line);
    if (words[0] != "end") return append_exact(replay.events, parse_event(words, line), line);
    replay.end_checksums = {parse_hash(words[1]), parse_hash(words[2])};
    return replay_line(*replay.end_checksums) == line;
}

void ReplayDigest::add(const FrameBoundaryEvent& event)
{
    sim::StateHash& target_hash =
        std::holds_alternative<TruncatedFrameEvent>(event.data) ? truncated_frames_hash_ : entries_hash_;
    target_hash.add(std::uint64_t{crc32(replay_line(event))});
}

std::uint32_t ReplayDigest::checkpoint_hash(const scenes::World& world) const
{
    const auto state = world.state_hash();
    if (!state) return 0;
    sim::StateHash combined_hash = entries_hash_;
    combined_hash.add(*state);
    return fold_to_nonzero_hash(*combined_hash.value());
}

std::uint32_t ReplayDigest::frames_checksum_including(std::int64_t frame_count, std::int64_t tick_count,
                                                      bool has_only_fixed_steps) const
{
    sim::StateHash hash = frame_times_hash_;
    hash.add(*truncated_frames_hash_.value());
    hash.add(frame_count);
    hash.add(tick_count);
    hash.add(has_only_fixed_steps);
    return fold_to_nonzero_hash(*hash.value());
}

namespace
{

using base::OptionalError;

constexpr std::string_view format_prefix = "timestep-replay ";
constexpr std::string_view with_frame_times = "with frame times";
constexpr std::string_view without_frame_times = "without frame times";
constexpr std::string_view start_prefix = "start ";
constexpr std::string_view checksum_prefix = "check ";
constexpr std::string_view record_again_hint = "record the replay again";

// Must not change with the program's defaults, because a file stores only the differences from these settings.
LaneConfig file_format_defaults()
{
    LaneConfig config;
    config.scene = *scenes::find_scene_defaults("spring-and-ball");
    return config;
}

// True for a period that is unknown (zero), or of a display's refresh rate from 1 to 2000 Hz.
bool is_refresh_period(Nanos period)
{
    return period == Nanos::zero() || (period >= std::chrono::microseconds{500} && period <= std::chrono::seconds{1});
}

// True if each frame time is at most a day long, and their sum fits in an int64 (292 years).
bool are_valid(const std::vector<Nanos>& frame_times)
{
    std::int64_t sum_ns = 0;
    const auto is_in_range = [&](Nanos frame_time)
    {
        return -max_replay_frame_time <= frame_time && frame_time <= max_replay_frame_time &&
               !__builtin_add_overflow(sum_ns, frame_time.count(), &sum_ns);
    };
    return std::ranges::all_of(frame_times, is_in_range);
}

// True if programs can have given the answers, and all times together last at most 73 years, so that none overflows.
bool are_answers_valid(const Replay& replay)
{
    if (!replay.needs_program()) return true;
    const auto absolute_ns = [](Nanos time) { return std::abs(static_cast<double>(time.count())); };
    double total_ns = 0.0;
    for (const Nanos frame_time : replay.frame_times) total_ns += absolute_ns(frame_time);
    for (const FrameBoundaryEvent& event : replay.events)
    {
        const auto* const answer = std::get_if<AnswerEvent>(&event.data);
        if (answer == nullptr) continue;
        const timestep::StepPlan& plan = answer->plan;
        if (plan.steps < 0 || plan.steps > max_planned_steps || plan.dt_seconds < 0.0 || plan.tail < Nanos::zero() ||
            !std::isfinite(plan.alpha) || !is_alpha_in_range(plan.presentation, plan.alpha, plan.dt_seconds))
            return false;
        total_ns += 1e9 * static_cast<double>(plan.steps) * plan.dt_seconds;
        for (Nanos timestep::StepPlan::*const time : answer_times) total_ns += absolute_ns(plan.*time);
        if (!(total_ns <= 2.0 * absolute_ns(max_answered_time))) return false;
    }
    return replay.has_frame_times;
}

// True if the inputs, events, hashes and frame times fit the numbers of frames and steps.
bool is_consistent(const Replay& replay)
{
    const auto is_sorted_in_range = [](const auto& all, auto index_of, std::int64_t end)
    {
        return std::ranges::is_sorted(all, {}, index_of) &&
               (all.empty() || (std::invoke(index_of, all.front()) >= 0 && std::invoke(index_of, all.back()) < end));
    };
    return std::ssize(replay.hashes) == replay.tick_count / hash_interval_ticks &&
           std::ssize(replay.frame_times) == (replay.has_frame_times ? replay.frame_count : 0) &&
           are_valid(replay.frame_times) && are_answers_valid(replay) &&
           is_sorted_in_range(replay.inputs, &InputChange::tick, replay.tick_count) &&
           is_sorted_in_range(replay.events, &FrameBoundaryEvent::next_tick, replay.tick_count + 1) &&
           is_sorted_in_range(replay.events, &FrameBoundaryEvent::next_frame, replay.frame_count + 1);
}

class ReplayParser
{
public:
    ReplayParser(std::string_view text, std::string_view file_name)
        : text_{text}
        , file_name_{base::printable_excerpt(file_name)}
    {
        replay_.start_config = file_format_defaults();
    }

    base::Result<Replay> parse()
    {
        OptionalError error = parse_format();
        if (!error) error = remove_incomplete_block();
        if (!error) error = parse_header();
        while (!error && next_line_begin_ < text_.size()) error = parse_next_line();
        if (!error && !is_consistent(replay_)) error = damaged_error();
        if (!error && replay_.end_checksums && has_removed_block_)
            error = error_at_current_line("lines follow after the end; the file is damaged");
        if (error) return std::move(*error);
        replay_.end_line_number = line_number_at(current_line_begin_);
        return std::move(replay_);
    }

private:
    std::int64_t line_number_at(std::size_t position) const
    {
        return 1 + std::ranges::count(text_.substr(0, position), '\n');
    }
    std::string error_at_current_line(std::string_view problem) const
    {
        return fmt::format("{}:{}: {}", file_name_, line_number_at(current_line_begin_), problem);
    }
    std::string damaged_error() const { return error_at_current_line(fmt::format("damaged; {}", record_again_hint)); }

    bool is_next(std::string_view prefix) const { return text_.substr(next_line_begin_).starts_with(prefix); }
    // Returns the next line without its line break.
    std::string_view take_line()
    {
        current_line_begin_ = next_line_begin_;
        const std::string_view line =
            text_.substr(current_line_begin_, text_.find('\n', current_line_begin_) - current_line_begin_);
        next_line_begin_ += line.size() + 1;
        return line;
    }

    OptionalError parse_format()
    {
        const bool has_options = base::unsupported_reasons.options == nullptr;
        const auto not_a_replay =
            fmt::format("{}: is not a replay file; record one with {}", file_name_,
                        has_options ? "`timestep_lab record` or `timestep_demo --record-replay`" : "F7");
        if (!is_next(format_prefix) || text_.substr(0, 40).find('\n') == text_.npos) return not_a_replay;
        const auto version = base::parse_number<std::int64_t>(take_line().substr(format_prefix.size()));
        if (!version || *version < 1) return not_a_replay;
        if (*version == replay_format_version) return std::nullopt;
        return fmt::format("{}: has format {}, and this program reads format {}; {}", file_name_, *version,
                           replay_format_version,
                           *version > replay_format_version ? "use a newer timestep_lab" : "record it again");
    }

    // Removes the lines after the last complete block. They are the beginning of a block that a killed program left.
    OptionalError remove_incomplete_block()
    {
        const std::string_view lines = text_.substr(0, text_.rfind('\n') + 1);
        const std::size_t check_line_break = lines.rfind("\ncheck ");
        if (check_line_break == lines.npos)
            return error_at_current_line("ends within its first second; record the replay again");
        const std::size_t blocks_end = lines.find('\n', check_line_break + 1) + 1;
        has_removed_block_ = blocks_end < text_.size();

        // A control character is from a power cut. The last complete line may be the only one after the blocks.
        const auto is_control_character = [](char c) { return c != '\n' && static_cast<unsigned char>(c) < ' '; };
        const std::string_view after_blocks = text_.substr(blocks_end);
        const auto control = std::ranges::find_if(after_blocks, is_control_character);
        const std::size_t last_line_begin = lines.rfind('\n', lines.size() - 2) + 1;
        Replay discarded;
        const bool is_damaged =
            control != after_blocks.end() ||
            (last_line_begin >= blocks_end &&
             !lab::parse_line(lines.substr(last_line_begin, lines.size() - 1 - last_line_begin), discarded));
        if (is_damaged)
        {
            current_line_begin_ = control != after_blocks.end()
                                      ? blocks_end + static_cast<std::size_t>(control - after_blocks.begin())
                                      : last_line_begin;
            return damaged_error();
        }
        text_ = text_.substr(0, blocks_end);
        return std::nullopt;
    }

    // Reads whether the replay file contains frame times, and the settings at the start of the recording.
    OptionalError parse_header()
    {
        const std::string_view kind = take_line();
        replay_.has_frame_times = kind == with_frame_times;
        if (!replay_.has_frame_times && kind != without_frame_times) return damaged_error();
        while (is_next(start_prefix))
        {
            const std::string_view assignment = take_line().substr(start_prefix.size());
            const std::string_view path = assignment.substr(0, assignment.find('='));
            const std::string_view value = assignment.substr(std::min(path.size() + 1, assignment.size()));
            if (const OptionalError error = assign_by_path(replay_.start_config, path, value))
                return error_at_current_line(*error);
        }
        replay_.header_checksum = crc32(text_.substr(0, next_line_begin_));
        current_config_ = replay_.start_config;
        return std::nullopt;
    }

    // Returns an error if the checksum in the current line does not fit the lines of its block.
    OptionalError verify_checksum()
    {
        blocks_checksum_ = crc32(text_.substr(block_begin_, current_line_begin_ - block_begin_), blocks_checksum_);
        if (text_.substr(current_line_begin_, next_line_begin_ - current_line_begin_) !=
            block_checksum_line(blocks_checksum_))
            return error_at_current_line(
                fmt::format("damaged between line {} and here; {}", line_number_at(block_begin_), record_again_hint));
        block_begin_ = next_line_begin_;
        if (!misplaced_line_begin_) return std::nullopt;
        current_line_begin_ = *misplaced_line_begin_;
        return damaged_error();
    }

    OptionalError parse_next_line()
    {
        const std::string_view line = take_line();
        // A block ends with the lines block, end (in the last block) and check.
        const bool is_checksum = line.starts_with(checksum_prefix);
        const int end_line_rank = line.starts_with("block ") ? 1 : line.starts_with("end ") ? 2 : is_checksum ? 3 : 0;
        const bool is_in_order = end_line_rank < 2 ? last_end_line_rank_ % 3 == 0
                                                   : last_end_line_rank_ > 0 && last_end_line_rank_ < end_line_rank;
        if (!is_in_order && !misplaced_line_begin_) misplaced_line_begin_ = current_line_begin_;
        last_end_line_rank_ = end_line_rank;
        if (is_checksum) return verify_checksum();
        const std::size_t old_event_count = replay_.events.size();
        const std::size_t old_hash_count = replay_.hashes.size(), old_input_count = replay_.inputs.size();
        if (!lab::parse_line(line, replay_)) return damaged_error();

        // Before a step come the hash of the steps before it, then the events, then the input.
        Place place = place_;
        if (replay_.hashes.size() > old_hash_count) place = {hash_interval_ticks * std::ssize(replay_.hashes), 0};
        if (replay_.events.size() > old_event_count) place = {replay_.events.back().next_tick, 1};
        if (replay_.inputs.size() > old_input_count) place = {replay_.inputs.back().tick, 2};
        if (line.starts_with("block ")) place = {replay_.tick_count, 1};
        if (place < place_ && !misplaced_line_begin_) misplaced_line_begin_ = current_line_begin_;
        place_ = place;

        if (replay_.events.size() > old_event_count)
            if (const auto* refresh = std::get_if<RefreshPeriodEvent>(&replay_.events.back().data);
                refresh && !is_refresh_period(refresh->period))
                return error_at_current_line(fmt::format("the refresh period of {} ns is not from 1 Hz to 2000 Hz; {}",
                                                         refresh->period.count(), record_again_hint));
        if (std::ssize(replay_.frame_times) > max_frame_times) return too_many_error(max_frame_times, "frame times");
        if (std::ssize(replay_.inputs) + std::ssize(replay_.events) > max_replay_entries)
            return too_many_error(max_replay_entries, "inputs and changes of settings");

        // Applies a changed setting to find an invalid path or value.
        if (replay_.events.size() > old_event_count)
            if (const auto* change = std::get_if<SettingEvent>(&replay_.events.back().data))
                if (const OptionalError error = assign_by_path(current_config_, change->key, change->value))
                    return error_at_current_line(*error);
        return std::nullopt;
    }
    std::string too_many_error(std::int64_t limit, std::string_view contents) const
    {
        return error_at_current_line(fmt::format("has more than {} {}; record a shorter replay", limit, contents));
    }

    std::string_view text_;
    std::string file_name_;
    bool has_removed_block_ = false; ///< true: an incomplete block was removed from the end
    std::size_t next_line_begin_ = 0;
    std::size_t current_line_begin_ = 0; ///< position of the line that was read last
    std::size_t block_begin_ = 0;
    std::uint32_t blocks_checksum_ = 0; ///< checksum of the blocks before the current one
    using Place = std::pair<std::int64_t, int>; ///< the next step, and the rank of a line before it
    Place place_{}; ///< of the last line
    int last_end_line_rank_ = 0; ///< of the last line: 1 to 3 for block, end and check
    std::optional<std::size_t> misplaced_line_begin_{}; ///< of the first line that belongs elsewhere
    Replay replay_{};
    LaneConfig current_config_{}; ///< settings after the events so far
};

} // namespace

std::string replay_header(const LaneConfig& start_config, bool has_frame_times)
{
    std::string header = fmt::format("{}{}\n{}\n", format_prefix, replay_format_version,
                                     has_frame_times ? with_frame_times : without_frame_times);
    for (const Assignment& change : differences_from_baseline(start_config, file_format_defaults()))
        header += fmt::format("{}{}={}\n", start_prefix, change.key, change.value);
    return header;
}

std::string block_checksum_line(std::uint32_t checksum) { return fmt::format("{}{:08x}\n", checksum_prefix, checksum); }

bool is_replay_file(const std::string& path)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(base::path_from_utf8(path), error)) return false;
    std::string first_bytes(format_prefix.size(), '\0');
    std::ifstream file{base::path_from_utf8(path), std::ios::binary};
    file.read(first_bytes.data(), static_cast<std::streamsize>(first_bytes.size()));
    return first_bytes == format_prefix;
}

base::Result<Replay> parse_replay(std::string_view text, std::string_view file_name)
{
    return ReplayParser{text, file_name}.parse();
}

base::Result<Replay> read_replay_file(const std::string& path, std::string* file_text)
{
    auto text = base::read_small_file(base::path_from_utf8(path), max_replay_file_bytes);
    if (const auto* failure = std::get_if<base::ReadFailure>(&text))
        return base::message("{}: {}; give the path of a replay file", path, base::Verbatim{failure->reason});
    auto replay = parse_replay(std::get<std::string>(text), path);
    if (file_text != nullptr) *file_text = std::get<std::string>(std::move(text));
    return replay;
}

} // namespace lab
