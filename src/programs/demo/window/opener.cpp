#include "programs/demo/window/opener.hpp"

#include "base/path.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/replay/replay.hpp"
#include "lab/settings/set_up.hpp"
#include "programs/demo/window/recording_summary.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

namespace demo
{

namespace
{

constexpr std::size_t most_matches = 200;
// Entries of the typed folder that are searched for paths that begin with the typed string.
constexpr std::size_t most_looked = 20'000;

// Dropped and pasted paths can contain blanks at the end, quotes, and "~" for the home folder.
std::string plain(std::string path)
{
    while (!path.empty() && (path.back() == ' ' || path.back() == '\n')) path.pop_back();
    if (path.size() > 1 && path.front() == path.back() && (path.front() == '"' || path.front() == '\''))
        path = path.substr(1, path.size() - 2);
    const char* const home = std::getenv("HOME");
    if (home != nullptr && (path == "~" || path.starts_with("~/"))) path = home + path.substr(1);
    return path;
}

// At most `most` bytes; empty if the file is not regular or cannot be read.
std::string start_of(const std::filesystem::path& path, std::size_t most)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return "";
    std::string start(most, '\0');
    std::ifstream file{path, std::ios::binary};
    file.read(start.data(), static_cast<std::streamsize>(start.size()));
    start.resize(static_cast<std::size_t>(file.gcount()));
    return start;
}

// True for a replay or a file without NUL bytes at its beginning.
bool is_readable(const std::filesystem::path& path)
{
    std::error_code error;
    if (lab::is_replay_file(base::utf8_of(path))) return std::filesystem::is_regular_file(path, error);
    const std::string start = start_of(path, 256);
    return !start.empty() && start.find('\0') == std::string::npos;
}

// True if the file name ends in ".toml", in small or capital letters: desktops ignore the case, too.
bool is_lesson(std::string_view path)
{
    const auto same = [](char a, char b) { return a == b || (a >= 'A' && a <= 'Z' && a - 'A' + 'a' == b); };
    return path.size() >= lab::lesson_ending.size() &&
           std::ranges::equal(path.substr(path.size() - lab::lesson_ending.size()), lab::lesson_ending, same);
}

std::vector<timestep::Nanos> frames_of(lab::Playback playback)
{
    std::vector<timestep::Nanos> frames;
    while (frames.size() < playback.size()) frames.push_back(*playback.next());
    return frames;
}

} // namespace

void Opener::open(const std::string& path)
{
    card.refusal.clear();
    if (path.empty())
    {
        card.state = RecordingCard::State::asking;
        handle(card_request::CompletePath{});
        return;
    }
    card.path              = path;
    const std::string file = plain(path);
    const auto request     = [this](lab::Request wanted)
    {
        card.state = RecordingCard::State::closed;
        lab_.requests.push_back(std::move(wanted));
    };
    if (lab::is_replay_file(file))
        request(lab::request::OpenReplay{file});
    else if (lab::is_set_up(start_of(base::path_of(file), 64)))
        request(lab::request::OpenSetUp{file});
    else if (is_lesson(file))
        request(lab::request::OpenLesson{file});
    else
        read(base::Task<Outcome>{[whole = base::path_of(file)] { return summary_of(whole); }});
}

void Opener::read(base::Task<Outcome> task)
{
    card.state = RecordingCard::State::reading;
    card.matches.clear();
    // The assignment waits until the task that `unwanted_` had before has ended.
    if (coming_.is_pending()) unwanted_ = std::move(coming_);
    coming_ = std::move(task);
    if (at_once_) coming_.wait();
}

void Opener::refuse(const std::string& path, const std::string& why)
{
    card.path    = path;
    card.refusal = why;
    card.state   = RecordingCard::State::asking;
    handle(card_request::CompletePath{});
}

void Opener::handle_requests()
{
    for (const CardRequest& request : std::exchange(card.requests, {}))
        std::visit([this](const auto& wanted) { handle(wanted); }, request);
    if (unwanted_.is_pending() && unwanted_.is_done()) unwanted_ = {};
    if (coming_.is_pending() && coming_.is_done()) show_card();
}

void Opener::show_card()
{
    Outcome outcome = coming_.take();
    lab_.exclude_frames(2);
    if (card.state != RecordingCard::State::reading) return; // the user has closed the card while the file was read
    if (auto* summary = std::get_if<RecordingSummary>(&outcome))
    {
        card.summary = std::move(*summary);
        card.state   = RecordingCard::State::shown;
        return;
    }
    refuse(card.path, std::get<std::string>(outcome));
}

void Opener::handle(const card_request::CompletePath&)
{
    card.matches.clear();
    const std::filesystem::path typed  = base::path_of(plain(card.path));
    const std::filesystem::path folder = typed.has_parent_path() ? typed.parent_path() : std::filesystem::path{"."};
    const std::string begin            = base::utf8_of(typed.filename());
    std::error_code error;
    card.folder = base::utf8_of(std::filesystem::absolute(folder, error).lexically_normal());
    while (card.folder.size() > 1 && card.folder.ends_with('/')) card.folder.pop_back();
    std::size_t looked = 0;
    std::vector<std::string> files;
    std::filesystem::directory_iterator entry{folder, error};
    for (; !error && entry != std::filesystem::directory_iterator{} && ++looked < most_looked; entry.increment(error))
    {
        const std::string name = base::utf8_of(entry->path().filename());
        if (!name.starts_with(begin) || (begin.empty() && name.starts_with('.'))) continue;
        std::error_code unknown;
        const std::string path =
            typed.has_parent_path() ? base::utf8_of(typed.parent_path() / entry->path().filename()) : name;
        entry->is_directory(unknown) ? card.matches.push_back(path + '/') : files.push_back(path);
    }
    std::ranges::sort(card.matches);
    std::ranges::sort(files);
    for (const std::string& file : files)
        if (card.matches.size() < most_matches && is_readable(base::path_of(file))) card.matches.push_back(file);
    if (card.matches.size() > most_matches) card.matches.resize(most_matches);
}

void Opener::play(const lab::Playback& playback)
{
    played_    = playback;
    card.strip = strip_of(frames_of(playback));
    card.overlays.clear();
    card.plays_part = false;
    lab_.play(playback);
}

void Opener::handle(const card_request::PlayRecording&)
{
    const RecordingSummary& summary = card.summary;
    if (!summary.frame_times) return;
    lab_.end_tour();
    play({summary.name, *summary.frame_times, lab::AtEnd::loop});
    if (!settings_before_playback_) settings_before_playback_ = {lab_.settings.loop, lab_.settings.machine.lag.on};
    card.plays_part              = summary.is_part && whole_;
    card.state                   = RecordingCard::State::closed;
    lab_.settings.mode           = lab::Mode::live;
    lab_.settings.paused         = false;
    lab_.settings.machine.lag.on = false; // only the frame times of the recording shall slow the loop
    if (summary.best_loops.empty()) return;
    lab_.settings.loop.choose(summary.best_loops.front().preset);
    lab_.settings.loop.set_rate(summary.best_loops.front().rate);
}

void Opener::handle(const card_request::Seek& request)
{
    if (!played_) return;
    lab::Playback there = *played_;
    for (std::size_t i = 0; i < std::min(request.frame, there.size() - 1); ++i) there.next();
    lab_.play(std::move(there));
}

void Opener::handle(const card_request::JudgePart& request)
{
    if (!played_) return;
    if (!card.plays_part) whole_ = played_;
    card.path = played_->name();
    read(base::Task<Outcome>{[name = played_->name(), frames = frames_of(*played_), request]
                             { return Outcome{summary_of_part(name, frames, request.from, request.to)}; }});
}

void Opener::handle(const card_request::PlayWhole&)
{
    if (whole_) play(*std::exchange(whole_, {}));
}

void Opener::handle(const card_request::AddOverlay&)
{
    if (!card.summary.frame_times) return;
    card.overlays.push_back(overlay_of(card.summary.name, *card.summary.frame_times, card.strip));
    card.state = RecordingCard::State::closed;
}

// A copy of the recording at its end replaces it: then the loops get the frame times of this PC. Restores what
// handle(PlayRecording) has changed.
void Opener::handle(const card_request::StopPlayback&)
{
    if (!played_) return;
    lab::Playback over = *played_;
    over.set_end(lab::AtEnd::stop);
    while (over.next())
    {
    }
    lab_.play(std::move(over));
    if (const auto before = std::exchange(settings_before_playback_, {}))
    {
        lab_.settings.loop           = before->loop;
        lab_.settings.machine.lag.on = before->lag;
    }
}

} // namespace demo
