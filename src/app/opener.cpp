#include "app/opener.hpp"

#include "io/path.hpp"
#include "play/play_file.hpp"
#include "report/card.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

namespace app
{

namespace
{

constexpr std::size_t most_matches = 8;
constexpr std::size_t most_looked  = 20'000; // of a folder's names

// A text that is dropped or pasted may have quotes, blanks and the home folder in it.
std::string plain(std::string path)
{
    while (!path.empty() && (path.back() == ' ' || path.back() == '\n')) path.pop_back();
    if (path.size() > 1 && path.front() == path.back() && (path.front() == '"' || path.front() == '\''))
        path = path.substr(1, path.size() - 2);
    const char* const home = std::getenv("HOME");
    if (home != nullptr && (path == "~" || path.starts_with("~/"))) path = home + path.substr(1);
    return path;
}

} // namespace

void Opener::open(const std::string& path)
{
    opened.refusal.clear();
    if (path.empty())
    {
        opened.state = lab::Opened::State::asking;
        return handle(lab::wish::Complete{});
    }
    opened.path = path;
    if (const std::string file = plain(path); play::is_play_file(file))
    {
        opened.state = lab::Opened::State::closed;
        lab_.requests.emplace_back(lab::request::Play{file});
        return;
    }
    opened.state = lab::Opened::State::reading;
    opened.matches.clear();
    if (coming_.is_pending()) unwanted_ = std::move(coming_); // waits for one that was unwanted before
    coming_ = io::Task<Outcome>{[file = io::path_of(plain(path))] { return report::card_of(file); }};
    if (at_once_) coming_.wait();
}

void Opener::refuse(const std::string& path, const std::string& why)
{
    opened.path    = path;
    opened.refusal = why;
    opened.state   = lab::Opened::State::asking;
    handle(lab::wish::Complete{});
}

void Opener::look()
{
    for (const lab::Wish& wish : std::exchange(opened.wishes, {}))
        std::visit([this](const auto& wanted) { handle(wanted); }, wish);
    if (unwanted_.is_pending() && unwanted_.is_done()) unwanted_ = {};
    if (coming_.is_pending() && coming_.is_done()) show_card();
}

void Opener::show_card()
{
    Outcome outcome = coming_.take();
    if (opened.state != lab::Opened::State::reading) return; // closed meanwhile
    if (auto* card = std::get_if<lab::Card>(&outcome))
    {
        opened.card  = std::move(*card);
        opened.state = lab::Opened::State::shown;
        return;
    }
    refuse(opened.path, std::get<std::string>(outcome));
}

void Opener::handle(const lab::wish::Complete& /*wish*/)
{
    opened.matches.clear();
    const std::filesystem::path typed  = io::path_of(plain(opened.path));
    const std::filesystem::path folder = typed.has_parent_path() ? typed.parent_path() : std::filesystem::path{"."};
    const std::string begin            = io::utf8_of(typed.filename());
    std::error_code error;
    std::size_t looked = 0;
    std::filesystem::directory_iterator entry{folder, error};
    for (; !error && entry != std::filesystem::directory_iterator{} && ++looked < most_looked; entry.increment(error))
    {
        const std::string name = io::utf8_of(entry->path().filename());
        if (!name.starts_with(begin) || (begin.empty() && name.starts_with('.'))) continue;
        std::error_code unknown;
        const std::string path =
            typed.has_parent_path() ? io::utf8_of(typed.parent_path() / entry->path().filename()) : name;
        opened.matches.push_back(entry->is_directory(unknown) ? path + '/' : path);
    }
    std::ranges::sort(opened.matches);
    if (opened.matches.size() > most_matches) opened.matches.resize(most_matches);
}

void Opener::play(const lab::Playback& playback)
{
    played_ = playback;
    std::vector<timestep::Nanos> frames;
    for (lab::Playback all = playback; frames.size() < all.size();) frames.push_back(*all.next());
    opened.scrub = report::scrub_of(frames);
    lab_.play(playback);
}

void Opener::handle(const lab::wish::Watch& /*wish*/)
{
    const lab::Card& card = opened.card;
    if (!card.frames) return;
    play({card.name, *card.frames, lab::AtEnd::loop});
    opened.state                 = lab::Opened::State::closed;
    lab_.settings.mode           = lab::Mode::live;
    lab_.settings.paused         = false;
    lab_.settings.machine.lag.on = false; // the recording is what slows it
    if (card.choices.empty()) return;
    lab_.settings.loop.choose(card.choices.front().preset);
    lab_.settings.loop.axes.set_rate(card.choices.front().rate);
}

void Opener::handle(const lab::wish::Seek& wish)
{
    if (!played_) return;
    lab::Playback there = *played_;
    for (std::size_t i = 0; i < std::min(wish.frame, there.size() - 1); ++i) there.next();
    lab_.play(std::move(there));
}

// What has ended gives this PC's frames back.
void Opener::handle(const lab::wish::Stop& /*wish*/)
{
    if (!played_) return;
    lab::Playback over = *played_;
    over.set_end(lab::AtEnd::stop);
    while (over.next())
    {
    }
    lab_.play(std::move(over));
}

} // namespace app
