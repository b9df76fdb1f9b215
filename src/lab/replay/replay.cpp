#include "lab/replay/replay.hpp"

#include "base/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace lab
{

namespace
{

// The names of the events in a file, in the order of EventKind.
constexpr std::array<std::string_view, std::variant_size_v<EventKind>> event_names{"reset", "set", "refresh", "brake",
                                                                                   "apply"};

constexpr std::array<std::pair<std::string_view, bool sim::Buttons::*>, 4> button_fields{
    {{"left", &sim::Buttons::left},
     {"right", &sim::Buttons::right},
     {"jump", &sim::Buttons::jump},
     {"dash", &sim::Buttons::dash}}};

// Returns the names of the buttons, such as "left+jump"; "-" for none.
std::string text_of(const sim::Buttons& chosen)
{
    std::string text;
    for (const auto& [name, button] : button_fields)
        if (chosen.*button) text += fmt::format("{}{}", text.empty() ? "" : "+", name);
    return text.empty() ? "-" : text;
}

// Takes the words of a line one by one; one space separates them. A missing or wrong word is read as a default value:
// read_line() then finds that line_of() writes another line for it.
class Words
{
public:
    explicit Words(std::string_view line)
        : rest_{line}
    {
    }

    std::string_view word() { return up_to(' '); }
    /// Takes the text before the next `end`, and `end`; all of the text if it does not contain `end`.
    std::string_view up_to(char end)
    {
        const std::string_view taken = rest_.substr(0, rest_.find(end));
        rest_.remove_prefix(std::min(taken.size() + 1, rest_.size()));
        return taken;
    }
    std::string_view rest() const { return rest_; }

    std::int64_t whole() { return base::number<std::int64_t>(word()).value_or(0); }
    double real() { return base::number<double>(word()).value_or(0.0); }
    Nanos time() { return Nanos{whole()}; }
    std::uint32_t hash()
    {
        std::uint32_t hash = 0;
        for (const char digit : word())
            hash = 16 * hash + static_cast<std::uint32_t>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
        return hash;
    }
    sim::Buttons buttons()
    {
        const std::string_view text = word();
        sim::Buttons chosen;
        for (const auto& [name, button] : button_fields) chosen.*button = text.find(name) != text.npos;
        return chosen;
    }

private:
    std::string_view rest_;
};

InputChange input_of(Words words)
{
    InputChange change{.tick = words.whole(), .at = words.time()};
    sim::Input& input = change.input;
    input.grabbed     = words.word() == "grabbed";
    input.hand_x      = words.real();
    input.hand_y      = words.real();
    input.held        = words.buttons();
    input.pressed     = words.buttons();
    input.released    = words.buttons();
    return change;
}

ReplayEvent event_of(std::string_view name, Words words)
{
    ReplayEvent event{.frame = words.whole(), .tick = words.whole(), .at = words.time()};
    if (name == "refresh") event.what = RefreshEvent{words.time()};
    if (name == "brake") event.what = BrakeEvent{words.whole()};
    if (name == "apply") event.what = ApplyEvent{};
    if (name != "set") return event;
    const std::string_view path = words.up_to('=');
    event.what                  = SetEvent{std::string{path}, std::string{words.rest()}};
    return event;
}

BlockEnd block_of(Words words) { return {words.whole(), words.whole(), words.word() == "whole"}; }

template <class Contents>
bool append(std::vector<Contents>& all, Contents read, std::string_view line)
{
    if (line_of(read) != line) return false;
    all.push_back(std::move(read));
    return true;
}

// Adds the numbers of a block to those of the replay. Returns false if there are more than 2^40 frames or steps in the
// block: no file is so large.
bool append(Replay& replay, const BlockEnd& block, std::string_view line)
{
    constexpr std::int64_t most = std::int64_t{1} << 40;
    const auto is_valid         = [](std::int64_t count) { return count >= 0 && count <= most; };
    if (line_of(block) != line || !is_valid(block.frames) || !is_valid(block.ticks)) return false;
    if (block.whole && !replay.whole) return false;
    replay.frames += block.frames;
    replay.ticks += block.ticks;
    replay.whole = block.whole;
    return true;
}

} // namespace

bool is_of_machine(const Change& change) { return scope_of(change.key) == scope::machine; }

std::string line_of(Nanos frame_time) { return fmt::format("{}", frame_time.count()); }

std::string line_of(const InputChange& change)
{
    const sim::Input& input = change.input;
    return fmt::format("input {} {} {} {} {} {} {} {}", change.tick, change.at.count(),
                       input.grabbed ? "grabbed" : "free", input.hand_x, input.hand_y, text_of(input.held),
                       text_of(input.pressed), text_of(input.released));
}

std::string line_of(const ReplayEvent& event)
{
    std::string line =
        fmt::format("{} {} {} {}", event_names[event.what.index()], event.frame, event.tick, event.at.count());
    if (const auto* set = std::get_if<SetEvent>(&event.what)) line += fmt::format(" {}={}", set->path, set->text);
    if (const auto* refresh = std::get_if<RefreshEvent>(&event.what)) line += ' ' + line_of(refresh->period);
    if (const auto* brake = std::get_if<BrakeEvent>(&event.what)) line += fmt::format(" {}", brake->steps);
    return line;
}

std::string line_of(std::uint32_t hash) { return fmt::format("hash {:08x}", hash); }

std::string line_of(const BlockEnd& block)
{
    return fmt::format("block {} {} {}", block.frames, block.ticks, block.whole ? "whole" : "other");
}

std::string line_of(const ReplayEnd& end) { return fmt::format("end {:08x} {:08x}", end.hash, end.frames); }

bool read_line(std::string_view line, Replay& replay)
{
    if (replay.end) return false;
    Words words{line};
    if (line.find(' ') == line.npos) return append(replay.lengths, words.time(), line);
    const std::string_view name = words.word();
    if (name == "input") return append(replay.inputs, input_of(words), line);
    if (name == "hash") return append(replay.hashes, words.hash(), line);
    if (name == "block") return append(replay, block_of(words), line);
    if (name != "end") return append(replay.events, event_of(name, words), line);
    replay.end = {words.hash(), words.hash()};
    return line_of(*replay.end) == line;
}

void ReplayDigest::add(const ReplayEvent& event)
{
    sim::StateHash& to = std::holds_alternative<BrakeEvent>(event.what) ? brakes_ : given_;
    to.add(std::uint64_t{crc32(line_of(event))});
}

std::uint32_t ReplayDigest::mark(const scenes::World& world) const
{
    const auto state = world.state_hash();
    if (!state) return 0;
    sim::StateHash both = given_;
    both.add(*state);
    return folded(*both.value());
}

std::uint32_t ReplayDigest::frames(std::int64_t count, std::int64_t ticks, bool whole) const
{
    sim::StateHash all = lengths_;
    all.add(*brakes_.value());
    all.add(count);
    all.add(ticks);
    all.add(whole);
    return folded(*all.value());
}

} // namespace lab
