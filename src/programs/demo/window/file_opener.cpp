#include "programs/demo/window/file_opener.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/replay/replay.hpp"
#include "lab/settings/configuration_string.hpp"
#include "programs/demo/window/recording_summary.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

namespace demo
{

namespace
{

constexpr std::size_t max_completions = 200;
// The completion of a typed path reads at most this many entries of a folder.
constexpr std::size_t max_searched_entries = 20'000;

// Removes trailing spaces, line feeds and enclosing quotes of a dropped or pasted path. Replaces ~ by the home folder.
std::string cleaned_path(std::string path)
{
    while (!path.empty() && (path.back() == ' ' || path.back() == '\n')) path.pop_back();
    if (path.size() > 1 && path.front() == path.back() && (path.front() == '"' || path.front() == '\''))
        path = path.substr(1, path.size() - 2);
    const char* const home = std::getenv("HOME");
    if (home != nullptr && (path == "~" || path.starts_with("~/"))) path = home + path.substr(1);
    return path;
}

// The first `max_bytes` bytes of the file, or fewer; empty if the file is not a regular file or cannot be read.
std::string read_first_bytes(const std::filesystem::path& path, std::size_t max_bytes)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return "";
    std::string first_bytes(max_bytes, '\0');
    std::ifstream file{path, std::ios::binary};
    file.read(first_bytes.data(), static_cast<std::streamsize>(first_bytes.size()));
    first_bytes.resize(static_cast<std::size_t>(file.gcount()));
    return first_bytes;
}

// True for a replay file, and for a file that can be text: it is not empty, and its first 256 bytes contain no NUL.
bool is_replay_or_text_file(const std::filesystem::path& path)
{
    std::error_code error;
    if (lab::is_replay_file(base::path_to_utf8(path))) return std::filesystem::is_regular_file(path, error);
    const std::string first_bytes = read_first_bytes(path, 256);
    return !first_bytes.empty() && first_bytes.find('\0') == std::string::npos;
}

} // namespace

void FileOpener::start_opening_file_or_ask_for_path(const std::string& path)
{
    if (path.empty()) return ask_for_path();
    recording_card.error_text.clear();
    recording_card.path               = path;
    const std::string cleaned         = cleaned_path(path);
    const auto request_and_close_card = [this](lab::Request request)
    {
        recording_card.state = RecordingCard::State::closed;
        lab_.requests.push_back(std::move(request));
    };
    if (lab::is_replay_file(cleaned))
        request_and_close_card(lab::request::OpenReplayOrLast{cleaned});
    else if (lab::is_configuration_string_or_link(read_first_bytes(base::path_from_utf8(cleaned), 64)))
        request_and_close_card(lab::request::OpenConfigurationFile{cleaned});
    else if (base::ascii_lower_case(cleaned).ends_with(lab::lesson_file_extension))
        request_and_close_card(lab::request::OpenLessonFile{cleaned});
    else
        start_reading_and_abandon_earlier_read(base::Task<ReadResult>{
            [full_path = base::path_from_utf8(cleaned)] { return read_recording_and_rank_loops(full_path); }});
}

void FileOpener::ask_for_path()
{
    recording_card.error_text.clear();
    recording_card.state = RecordingCard::State::asking_for_path;
    handle(card_request::ListPathCompletions{});
}

void FileOpener::start_reading_and_abandon_earlier_read(base::Task<ReadResult> task)
{
    recording_card.state = RecordingCard::State::reading_file;
    recording_card.completions.clear();
    // A running task cannot be cancelled. The assignment waits for the end of an earlier abandoned task.
    if (reading_task_.holds_untaken_result()) abandoned_task_ = std::move(reading_task_);
    reading_task_ = std::move(task);
    if (reads_synchronously_) reading_task_.wait();
}

void FileOpener::show_error_and_ask_for_path(const std::string& path, const std::string& reason)
{
    recording_card.path = path;
    ask_for_path();
    recording_card.error_text = reason;
}

void FileOpener::handle_requests_and_finished_reads()
{
    for (const CardRequest& request : std::exchange(recording_card.requests, {}))
        std::visit([this](const auto& requested) { handle(requested); }, request);
    if (abandoned_task_.holds_untaken_result() && abandoned_task_.is_done()) abandoned_task_ = {};
    if (reading_task_.holds_untaken_result() && reading_task_.is_done()) show_read_summary_or_error_in_card();
}

void FileOpener::show_read_summary_or_error_in_card()
{
    ReadResult result = reading_task_.take();
    lab_.exclude_next_frames_from_loops(2);
    if (recording_card.state != RecordingCard::State::reading_file)
        return; // the user closed the dialog while the file was read
    if (auto* summary = std::get_if<RecordingSummary>(&result))
    {
        recording_card.summary = std::move(*summary);
        recording_card.state   = RecordingCard::State::showing_summary;
        return;
    }
    show_error_and_ask_for_path(recording_card.path, std::get<std::string>(result));
}

void FileOpener::handle(const card_request::ListPathCompletions&)
{
    recording_card.completions.clear();
    const std::filesystem::path typed_path = base::path_from_utf8(cleaned_path(recording_card.path));
    const std::filesystem::path folder =
        typed_path.has_parent_path() ? typed_path.parent_path() : std::filesystem::path{"."};
    const std::string name_prefix = base::path_to_utf8(typed_path.filename());
    std::error_code error;
    recording_card.searched_folder = base::path_to_utf8(std::filesystem::absolute(folder, error).lexically_normal());
    while (recording_card.searched_folder.size() > 1 && recording_card.searched_folder.ends_with('/'))
        recording_card.searched_folder.pop_back();
    std::size_t entry_count = 0;
    std::vector<std::string> files;
    std::filesystem::directory_iterator entry{folder, error};
    for (; !error && entry != std::filesystem::directory_iterator{} && ++entry_count < max_searched_entries;
         entry.increment(error))
    {
        const std::string name = base::path_to_utf8(entry->path().filename());
        if (!name.starts_with(name_prefix) || (name_prefix.empty() && name.starts_with('.'))) continue;
        std::error_code ignored_error;
        const std::string path = typed_path.has_parent_path()
                                     ? base::path_to_utf8(typed_path.parent_path() / entry->path().filename())
                                     : name;
        entry->is_directory(ignored_error) ? recording_card.completions.push_back(path + '/') : files.push_back(path);
    }
    std::ranges::sort(recording_card.completions);
    std::ranges::sort(files);
    for (const std::string& file : files)
        if (recording_card.completions.size() < max_completions && is_replay_or_text_file(base::path_from_utf8(file)))
            recording_card.completions.push_back(file);
    if (recording_card.completions.size() > max_completions) recording_card.completions.resize(max_completions);
}

void FileOpener::start_playback(const lab::RecordingPlayback& playback)
{
    playback_                    = playback;
    recording_card.playback_plot = make_recording_plot(playback.frame_times());
    recording_card.overlays.clear();
    recording_card.plays_part = false;
    lab_.playback             = playback;
}

void FileOpener::handle(const card_request::PlayWithRecommendedLoop&)
{
    const RecordingSummary& summary = recording_card.summary;
    if (!summary.frame_times) return;
    lab_.end_tour();
    start_playback({summary.name, *summary.frame_times, lab::PlaybackEndBehaviour::repeat});
    if (!settings_before_playback_)
        settings_before_playback_ = {lab_.settings.loop, lab_.settings.machine.lag.is_enabled};
    recording_card.plays_part            = summary.is_part && playback_before_part_;
    recording_card.state                 = RecordingCard::State::closed;
    lab_.settings.mode                   = lab::Mode::live;
    lab_.settings.is_paused              = false;
    lab_.settings.machine.lag.is_enabled = false; // no artificial lag in addition to the recording's frame times
    if (summary.best_loops.empty()) return;
    lab_.settings.loop.choose_preset_and_keep_custom_rate(summary.best_loops.front().preset_id);
    lab_.settings.loop.set_rate(summary.best_loops.front().rate);
}

void FileOpener::handle(const card_request::SeekToFrame& request)
{
    if (!playback_) return;
    lab::RecordingPlayback positioned_copy = *playback_;
    for (std::size_t i = 0; i < std::min(request.frame_index, positioned_copy.size() - 1); ++i)
        positioned_copy.take_next_frame_time();
    lab_.playback = std::move(positioned_copy);
}

void FileOpener::handle(const card_request::RankLoopsForSelectedPart& request)
{
    if (!playback_) return;
    if (!recording_card.plays_part) playback_before_part_ = playback_;
    recording_card.path  = playback_->name();
    const auto summarise = [playback = *playback_, request]
    {
        return ReadResult{summarise_part_and_rank_loops(playback.name(), playback.frame_times(), request.begin_fraction,
                                                        request.end_fraction)};
    };
    start_reading_and_abandon_earlier_read(base::Task<ReadResult>{summarise});
}

void FileOpener::handle(const card_request::PlayWholeRecordingAfterPart&)
{
    if (playback_before_part_) start_playback(*std::exchange(playback_before_part_, {}));
}

void FileOpener::handle(const card_request::OverlayOpenedOnPlayedRecording&)
{
    if (!recording_card.summary.frame_times) return;
    recording_card.overlays.push_back(make_plot_overlay(
        recording_card.summary.name, *recording_card.summary.frame_times, recording_card.playback_plot));
    recording_card.state = RecordingCard::State::closed;
}

void FileOpener::handle(const card_request::StopPlaybackAndRestoreSettings&)
{
    if (!playback_) return;
    lab::RecordingPlayback ended_copy = *playback_;
    ended_copy.set_end_behaviour(lab::PlaybackEndBehaviour::stop);
    while (ended_copy.take_next_frame_time())
    {
    }
    lab_.playback = std::move(ended_copy);
    if (const auto previous_settings = std::exchange(settings_before_playback_, {}))
    {
        lab_.settings.loop                   = previous_settings->loop;
        lab_.settings.machine.lag.is_enabled = previous_settings->is_lag_on;
    }
}

} // namespace demo
