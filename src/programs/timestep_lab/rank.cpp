// timestep_lab rank -- recommends a loop and a step rate for the frame times of a recording
#include "programs/timestep_lab/rank.hpp"

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "catalogue/presets.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/lane_options.hpp"
#include "programs/timestep_lab/output.hpp"
#include "ranking/rank/recommendation_rules.hpp"
#include "telemetry/metrics.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

namespace timestep_lab
{

namespace
{

using namespace timestep;

std::vector<std::string_view> comma_separated_words(std::string_view text)
{
    auto words = base::split(text, ",");
    std::erase(words, "");
    return words;
}

std::vector<PresetId> parse_loops(const std::string& loop_names)
{
    if (loop_names.empty()) return ranking::all_preset_ids();
    std::vector<PresetId> loops;
    for (const std::string_view loop_name : comma_separated_words(loop_names))
        loops.push_back(catalogue::id_of(row_named(loop_name, catalogue::presets(), "loop", "--loops")));
    if (loops.empty()) throw BadInput{"--loops takes names with commas between them, as in interpolated,godot"};
    return loops;
}

std::vector<Rate> parse_step_rates(const std::string& text)
{
    std::vector<Rate> rates;
    for (const std::string_view rate : comma_separated_words(text)) rates.push_back(parse_rate_option("--hz", rate));
    if (rates.empty()) throw BadInput{"--hz takes rates with commas between them, as in 30,59.94,120"};
    return rates;
}

std::optional<Nanos> parse_short_time(std::string_view flag, const std::string& text)
{
    if (text.empty()) return std::nullopt;
    const auto time = base::parse_duration(text);
    if (!time || *time == Nanos::zero() || *time > 10s)
        throw BadInput{"{} takes a time up to 10 s, such as 4ms, not '{}'", flag, text};
    return time;
}

struct RankCommandOptions
{
    RecordingChoice recording;
    std::vector<std::string> further_files; ///< paths of more recordings of the same game
    RankOptionStrings option_strings;
    std::vector<std::string> lane_command_words;
    std::string max_row_count_text = "8";
    bool prints_json = false;
};

std::string short_number_text(double value)
{
    if (std::abs(value) < 0.005) return "0";
    if (value < 10) return fmt::format("{:.2f}", value);
    return value < 100 ? fmt::format("{:.1f}", value) : fmt::format("{:.0f}", value);
}

// Two characters, such as ">*". The legend below the printed table explains them.
std::string candidate_marks(const ranking::LoopRanking& ranking, std::size_t candidate_index)
{
    const ranking::Candidate& candidate = ranking.candidates[candidate_index];
    std::string marks = "  ";
    if (ranking.recommendation.candidate_index == candidate_index)
        marks[0] = '>';
    else if (candidate.is_tied_with_baseline && !candidate.has_veto())
        marks[0] = '=';
    if (candidate.is_pareto_optimal) marks[1] = '*';
    return marks;
}

void print_ranking_table(const ranking::LoopRanking& ranking, std::size_t max_row_count)
{
    const bool has_load = ranking.options.step_cost.has_value();
    base::print("{:>41} {:>32}\n", "animation", "state");
    base::print("  {:<21} {:>6} {:>10} {:>16} {:>6} {:>8} {:>8}{} {:>6}  {}\n", "loop", "Hz", "error", "rougher by",
                "jumps", "age", "steps", has_load ? "   load" : "", "lost", "veto");
    base::print("  {:<21} {:>6} {:>10} {:>16} {:>6} {:>8} {:>8}{} {:>6}\n", "", "", "ms", "ms, 95 %", "1/min", "ms",
                "1/s", has_load ? "      %" : "", "%");
    for (std::size_t i = 0; i < ranking.candidates.size(); ++i)
    {
        const ranking::Candidate& candidate = ranking.candidates[i];
        if (i >= max_row_count && candidate.command.empty()) continue;
        auto notes = candidate.vetoes;
        if (candidate.exceeds_max_age) notes.emplace_back("too old");
        if (const auto& jumps = candidate.start_jumps; jumps && jumps->depends_on_start())
            notes.push_back(fmt::format("{} to {} jumps by the start alone", ranking::jump_rate_number(jumps->lowest),
                                        ranking::jump_rate_number(jumps->highest)));
        base::print("{}{:<21} {:>6} {:>10} {:>16} {:>6} {:>8} {:>8}{} {:>6}{}{}\n", candidate_marks(ranking, i),
                    candidate.name(), candidate.has_rate() ? base::number_text(candidate.hz(), 4) : "-",
                    short_number_text(candidate.animation_error_mean_ms),
                    ranking::signed_interval_text(candidate.animation_error_difference_ms),
                    short_number_text(candidate.jumps_per_minute), short_number_text(candidate.picture_age_mean_ms),
                    short_number_text(candidate.steps_per_s),
                    has_load ? fmt::format(" {:>6.1f}", 100.0 * candidate.step_load) : "",
                    short_number_text(candidate.lost_percent), notes.empty() ? "" : "  ",
                    fmt::format("{}", fmt::join(notes, ", ")));
    }
    if (ranking.candidates.size() > max_row_count)
        base::print("  and {} more: --top {}\n", ranking.candidates.size() - max_row_count, ranking.candidates.size());
}

void print_ranking_legend(const ranking::LoopRanking& ranking)
{
    using namespace ranking::recommendation_rule;
    base::print(
        "\n> recommended   = as smooth as {}: the interval is within {} ms; a loop without\n"
        "blending also adds under {} jumps a minute, at a steady frame rate that suits its steps\n"
        "* Pareto-optimal: no other loop is better by {} ms of animation error, {} ms of state age or {} % of work, "
        "and worse in none\n"
        "animation error  its mean; each error is limited to the median frame time\n"
        "rougher by       animation error minus that of {}, over the same frames\n"
        "jumps            pictures whose animation error is over 0.3 refresh periods (2 to 8 ms)\n"
        "state age        mean age of the state in the frames, by the loop's own clock\n"
        "lost             time that was dropped or removed by a filter; negative if the loop added time\n"
        "Hitches, and the frames next to them, are left out of all these metrics.\n",
        title_of(ranking.baseline()), base::number_text(animation_error_tolerance_ms),
        base::number_text(min_visible_extra_jumps_per_minute), base::number_text(animation_error_tolerance_ms),
        base::number_text(latency_tolerance_ms), base::number_text(100.0 * (1.0 - 1.0 / work_tolerance_factor)),
        ranking.baseline().name());
}

// Prints a row per recording: metrics of the loop recommended for all recordings, and this recording's own best loop.
void print_joint_ranking_table(const std::vector<ranking::JointlyRankedFile>& files,
                               const ranking::JointRecommendation& joint_recommendation)
{
    std::size_t name_width = 9;
    for (const ranking::JointlyRankedFile& file : files) name_width = std::max(name_width, file.name.size());
    base::print("{:<{}} {:>8} {:>8} {:>10} {:>8} {:>6} {:>7}  {}\n", "recording", name_width, "frames", "s",
                "error, ms", "age, ms", "lost", "unseen", "own answer");
    for (const ranking::JointlyRankedFile& file : files)
    {
        const ranking::LoopRanking& ranking = file.ranking;
        const ranking::Candidate* const joint_candidate =
            ranking::find_candidate(ranking, joint_recommendation.preset, joint_recommendation.rate);
        const bool has_metrics = joint_recommendation.has_recommendation && joint_candidate != nullptr;
        const auto never_displayed_share = ranking.options.never_displayed_share;
        base::print("{:<{}} {:>8} {:>8.1f} {:>10} {:>8} {:>6} {:>7}  {}\n", file.name, name_width, ranking.frame_count,
                    timestep::to_seconds(ranking.duration),
                    has_metrics ? short_number_text(joint_candidate->animation_error_mean_ms) : "-",
                    has_metrics ? short_number_text(joint_candidate->picture_age_mean_ms) : "-",
                    has_metrics ? short_number_text(joint_candidate->lost_percent) : "-",
                    never_displayed_share ? short_number_text(100.0 * *never_displayed_share) + " %" : "-",
                    ranking.recommended() ? title_of(*ranking.recommended()) : "none");
    }
}

void rank_jointly(const RankCommandOptions& command_options, const ranking::RankOptions& options, bool quiet)
{
    std::vector<std::string> file_names{command_options.recording.file};
    file_names.insert(file_names.end(), command_options.further_files.begin(), command_options.further_files.end());
    std::vector<ranking::JointlyRankedFile> files;
    for (const std::string& file_name : file_names)
    {
        RecordingChoice choice = command_options.recording;
        choice.file = file_name;
        files.push_back({.name = base::printable_excerpt(file_name),
                         .ranking = rank_with_progress_bar(read_rank_input(choice, options, quiet), quiet)});
    }
    if (command_options.prints_json)
    {
        print_json(joint_ranking_json(files));
        return;
    }
    const ranking::JointRecommendation joint_recommendation = joint_recommendation_of(files);
    print_joint_ranking_table(files, joint_recommendation);
    base::print("\n{}\n", joint_recommendation.text);
    if (!joint_recommendation.command.empty())
        base::print("{}\n", styled(TextStyle::strong, joint_recommendation.command));
}

void rank_file(const RankCommandOptions& command_options, const ranking::RankOptions& options,
               std::size_t max_row_count, bool quiet)
{
    const RankInput input = read_rank_input(command_options.recording, options, quiet);
    const ChosenStream& chosen = input.chosen;
    const ranking::LoopRanking ranking = rank_with_progress_bar(input, quiet);
    if (command_options.prints_json)
    {
        print_json(stream_ranking_json(chosen.recording, chosen.stream_index, ranking));
        return;
    }
    if (ranking.frame_count < chosen.stream().frame_times.size())
        base::print("The loops were ranked on only {} of the recording's frames, from frame {} on: the part around the "
                    "longest frame.\n",
                    ranking.frame_count, ranking.first_frame_index);
    base::print("{}\n", ranking.recommendation.text);
    for (const std::string& note : ranking.recommendation.notes) base::print("- {}\n", note);
    if (!ranking.recommendation.command.empty())
        base::print("{}\n", styled(TextStyle::strong, ranking.recommendation.command));
    if (const auto frame_cap_text = sentence_of(ranking.frame_cap);
        ranking.recommendation.candidate_index && frame_cap_text)
        base::print("{}\n", *frame_cap_text);

    if (ranking.frame_generation) return; // no table, because the driver generated some of these frames
    base::print("\n");
    print_ranking_table(ranking, max_row_count);
    if (!quiet) print_ranking_legend(ranking);
}

void run_rank_command(const RankCommandOptions& command_options, bool quiet)
{
    const auto max_row_count = parse_count_option("--top", command_options.max_row_count_text);
    ranking::RankOptions options = parse_rank_options(command_options.option_strings);
    options.command = parse_lane_command(command_options.lane_command_words);
    if (command_options.further_files.empty())
        rank_file(command_options, options, static_cast<std::size_t>(*max_row_count), quiet);
    else
        rank_jointly(command_options, options, quiet);
}

} // namespace

void add_rank_options(CLI::App& command, RankOptionStrings& option_strings)
{
    add_option(command, "--hz", option_strings.step_rates, "Step rates to try, separated by commas.",
               {.type = "RATE,...", .shows_default = true});
    add_option(command, "--loops", option_strings.loops,
               "Loops to try, separated by commas (see `list loops`); all loops if not given.",
               {.type = "NAME,...", .suggested_values = names_in(catalogue::presets())});
    add_option(command, "--step-cost", option_strings.step_cost,
               "Computing time of one physics step in the game. It is subtracted once from each recorded frame, and "
               "added for each step that a loop runs. Assumes that the recorded game ran one step a frame.",
               {.type = "TIME"});
    add_option(command, "--max-age", option_strings.max_age,
               "If possible, recommend a loop whose frames show a game state and input at most this old.",
               {.type = "TIME"});
    add_option(command, "--refresh-hz", option_strings.refresh_hz,
               "The display's refresh rate, for frame caps and for loops that use it. By default estimated from the "
               "times of the displayed frames, then that of even frames, otherwise 60.",
               {.type = "RATE"});
    add_flag(command, "--vrr", option_strings.is_vrr,
             "The display has a variable refresh rate, so the motion is even with any frame cap.");
    add_timing_option(command, option_strings.timing);
    add_flag(command, "--allow-irreproducible", option_strings.allows_irreproducible,
             "Also recommend loops whose runs differ from machine to machine.");
}

ranking::RankOptions parse_rank_options(const RankOptionStrings& option_strings)
{
    return {.loops = parse_loops(option_strings.loops),
            .rates = parse_step_rates(option_strings.step_rates),
            .step_cost = parse_short_time("--step-cost", option_strings.step_cost),
            .max_age = parse_short_time("--max-age", option_strings.max_age),
            .refresh_period = parse_refresh_period(option_strings.refresh_hz),
            .display = parse_display(option_strings.refresh_hz, option_strings.is_vrr),
            .uses_display_times = is_displayed_timing(option_strings.timing),
            .allows_irreproducible = option_strings.allows_irreproducible};
}

RankInput read_rank_input(const RecordingChoice& choice, const ranking::RankOptions& user_options, bool quiet)
{
    recordings::RecordingOrError recording_or_error = read_with_display_timing(choice);
    const bool has_failed = std::holds_alternative<recordings::RecordingError>(recording_or_error);
    if (has_failed && !user_options.uses_display_times) // it may have too many rows for their display times
        recording_or_error = read_frame_times(choice);
    RankInput input{choose_stream(std::move(recording_or_error), choice), {}};
    input.options = rank_options_for(input.chosen.recording, input.chosen.stream_index, user_options);
    if (user_options.uses_display_times)
    {
        // The display intervals are already those of the selected part.
        apply_frame_edits(input.chosen, choice);
        throw_if_error(use_display_intervals(input.chosen.recording));
        require_replayable(input.chosen);
    }
    else
    {
        require_replayable(input.chosen);
        apply_frame_edits(input.chosen, choice);
    }
    input.options.frames_after_gaps = input.chosen.stream().frames_after_gaps;
    if (!quiet) print_remark(input.chosen.recording, choice.file);
    return input;
}

ranking::LoopRanking rank_with_progress_bar(const RankInput& input, bool quiet)
{
    const std::vector<Nanos>& frame_times = input.chosen.stream().frame_times;
    const Nanos median_frame_time = recordings::median_of(frame_times);
    if (input.options.step_cost && *input.options.step_cost >= median_frame_time)
        throw BadInput{"--step-cost: a step of {} ms does not fit into these frames, half of which take "
                       "{} ms or less",
                       base::number_text(to_millis(*input.options.step_cost)),
                       base::number_text(to_millis(median_frame_time), 3)};
    ProgressBar bar{"ranking", quiet};
    return ranking::rank(frame_times, input.options,
                         [&](std::size_t done, std::size_t count) { bar.set_progress(done, count); });
}

void add_rank_command(CLI::App& program)
{
    auto [command, options] = add_command<RankCommandOptions>(
        program, "rank", "Run every loop with a recording's frame times, and recommend one loop.", run_rank_command);
    add_recording_options(command, options.recording);
    add_frame_edit_options(command, options.recording.frame_edits);
    add_option(command, "more", options.further_files,
               "Further recordings of the same game. One loop is recommended for all of them.", {.type = "FILE"});
    add_rank_options(command, options.option_strings);
    add_lane_command_option(command, options.lane_command_words);
    add_option(command, "--top", options.max_row_count_text, "Number of rows to print.",
               {.type = "COUNT", .shows_default = true});
    add_flag(command, "--json", options.prints_json, "Print everything as JSON.");
}

} // namespace timestep_lab
