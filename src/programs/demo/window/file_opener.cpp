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
#include <vector>

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
    const char* const home_folder = std::getenv("HOME");
    if (home_folder != nullptr && (path == "~" || path.starts_with("~/"))) path = home_folder + path.substr(1);
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
bool is_openable(const std::filesystem::path& path)
{
    std::error_code error;
    if (lab::is_replay_file(base::path_to_utf8(path))) return std::filesystem::is_regular_file(path, error);
    const std::string first_bytes = read_first_bytes(path, 256);
    return !first_bytes.empty() && first_bytes.find('\0') == std::string::npos;
}

// The paths of the entries of `folder` that begin with `typed_path`; folders end in "/". Hides hidden files until a
// part of their name is typed.
std::vector<std::string> matching_paths(const std::filesystem::path& typed_path, const std::filesystem::path& folder)
{
    const std::string name_prefix = base::path_to_utf8(typed_path.filename());
    std::vector<std::string> paths;
    std::error_code error, ignored_error;
    std::filesystem::directory_iterator entry{folder, error};
    for (std::size_t i = 1; i < max_searched_entries; ++i)
    {
        if (error || entry == std::filesystem::directory_iterator{}) break;
        const std::string name = base::path_to_utf8(entry->path().filename());
        if (name.starts_with(name_prefix) && (!name_prefix.empty() || !name.starts_with('.')))
            paths.push_back(base::path_to_utf8(typed_path.parent_path() / entry->path().filename()) +
                            (entry->is_directory(ignored_error) ? "/" : ""));
        entry.increment(error);
    }
    return paths;
}

// Sorted: first the folders, then the files that the program may be able to open.
std::vector<std::string> sorted_completions(std::vector<std::string> paths)
{
    const auto is_folder = [](const std::string& path) { return path.ends_with('/'); };
    std::ranges::sort(paths);
    std::ranges::stable_partition(paths, is_folder);
    std::vector<std::string> completions;
    for (const std::string& path : paths)
        if (completions.size() < max_completions && (is_folder(path) || is_openable(base::path_from_utf8(path))))
            completions.push_back(path);
    return completions;
}

} // namespace

void FileOpener::start_opening(const std::string& path)
{
    card_.error_text.clear();
    card_.path = path;
    const std::string clean_path = cleaned_path(path);
    const auto submit_request = [this](lab::Request request)
    {
        card_.state = RecordingCard::State::closed;
        lab_.requests.push_back(std::move(request));
    };
    if (lab::is_replay_file(clean_path) || base::ascii_lower_case(clean_path).ends_with(".replay"))
        submit_request(lab::request::OpenReplay{clean_path});
    else if (lab::is_configuration_text(read_first_bytes(base::path_from_utf8(clean_path), 64)))
        submit_request(lab::request::OpenConfiguration{clean_path});
    else if (base::ascii_lower_case(clean_path).ends_with(lab::lesson_file_extension))
        submit_request(lab::request::OpenLesson{clean_path});
    else
        start_reading(
            base::Task<ReadResult>{[full_path = base::path_from_utf8(clean_path)] { return read_summary(full_path); }});
}

void FileOpener::ask_for_path()
{
    card_.error_text.clear();
    card_.state = RecordingCard::State::asking_for_path;
    answer(card_request::ListPathCompletions{});
}

void FileOpener::start_reading(base::Task<ReadResult> task)
{
    card_.state = RecordingCard::State::reading_file;
    card_.completions.clear();
    if (reading_task_.holds_untaken_result()) abandoned_task_ = std::move(reading_task_);
    reading_task_ = std::move(task);
    if (reads_synchronously_) reading_task_.wait();
}

void FileOpener::show_path_error(const std::string& path, const std::string& reason)
{
    card_.path = path;
    ask_for_path();
    card_.error_text = reason;
}

void FileOpener::poll()
{
    for (const CardRequest& request : std::exchange(card_.requests, {}))
        std::visit([this](const auto& requested) { answer(requested); }, request);
    if (abandoned_task_.holds_untaken_result() && abandoned_task_.is_done()) abandoned_task_ = {};
    if (!reading_task_.holds_untaken_result() || !reading_task_.is_done()) return;

    ReadResult read_result = reading_task_.take();
    lab_.this_pc.exclude_next_frames(2); // ranking the loops on all cores has made the last frames longer
    if (card_.state != RecordingCard::State::reading_file) return; // the user closed the card while the file was read
    if (auto* summary = std::get_if<RecordingSummary>(&read_result))
    {
        card_.summary = std::move(*summary);
        card_.state = RecordingCard::State::showing_summary;
    }
    else
        show_path_error(card_.path, std::get<std::string>(read_result));
}

void FileOpener::answer(const card_request::ListPathCompletions&)
{
    const std::filesystem::path typed_path = base::path_from_utf8(cleaned_path(card_.path));
    const std::filesystem::path folder = typed_path.has_parent_path() ? typed_path.parent_path() : ".";
    std::error_code error;
    card_.searched_folder = base::path_to_utf8(std::filesystem::absolute(folder, error).lexically_normal());
    while (card_.searched_folder.size() > 1 && card_.searched_folder.ends_with('/')) card_.searched_folder.pop_back();
    card_.completions = sorted_completions(matching_paths(typed_path, folder));
}

} // namespace demo
