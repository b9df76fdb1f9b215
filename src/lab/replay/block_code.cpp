#include "lab/replay/block_code.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace lab
{

namespace
{

// A block's first byte: its low four bits have the value 2, the number of this kind of piece in a replay file (1:
// beginning, 2: block, 3: end). Bits 4 to 6 are flags, bit 7 is 0.
constexpr std::uint64_t block_kind = 2;
constexpr std::uint64_t not_whole  = 1U << 4U;
constexpr std::uint64_t has_inputs = 1U << 5U;
constexpr std::uint64_t has_events = 1U << 6U;
// Largest number of frames and of physics steps that the decoder accepts. No file of valid size contains more.
constexpr std::uint64_t most_of_that = std::uint64_t{1} << 40U;

constexpr std::uint64_t x_follows = 1U << 13; // flag in a change of input: hand_x has changed; its new value follows
constexpr std::uint64_t y_follows = 1U << 14; // flag in a change of input: hand_y has changed; its new value follows
constexpr std::uint64_t unknown   = 1U << 15; // flag without a meaning; if it is set, the block is not valid

using Field = bool sim::Buttons::*;
constexpr std::array<Field, 4> fields{&sim::Buttons::left, &sim::Buttons::right, &sim::Buttons::jump,
                                      &sim::Buttons::dash};
constexpr std::array sets{&sim::Input::held, &sim::Input::pressed, &sim::Input::released};

std::uint64_t bits_of(const sim::Input& input)
{
    std::uint64_t bits = input.grabbed ? 1 : 0;
    unsigned place     = 1;
    for (const auto set : sets)
        for (const Field field : fields) bits |= std::uint64_t{input.*set.*field} << place++;
    return bits;
}

void set_bits(sim::Input& input, std::uint64_t bits)
{
    input.grabbed  = (bits & 1) != 0;
    unsigned place = 1;
    for (const auto set : sets)
        for (const Field field : fields) input.*set.*field = (bits >> place++ & 1) != 0;
}

std::int64_t hashes_in(std::int64_t before, std::int64_t ticks)
{
    return (before + ticks) / hashed_ticks - before / hashed_ticks;
}

std::size_t event_bytes(const ReplayEvent& event)
{
    const auto* set = std::get_if<SetEvent>(&event.what);
    return sizeof event + (set != nullptr ? set->path.size() + set->text.size() : 0);
}

std::uint64_t unsigned_of(std::int64_t value) { return static_cast<std::uint64_t>(value); }

// Decodes an unsigned integer and adds it to `value`. Returns false if the integer is larger than `most`.
bool take(ByteReader& in, std::int64_t& value, std::uint64_t most = most_of_that)
{
    const std::uint64_t read = in.whole();
    value += static_cast<std::int64_t>(std::min(read, most));
    return in.ok() && read <= most;
}

// Decodes a time difference in nanoseconds and adds it to `at`. Returns false if the sum does not fit into 64 bits.
bool take(ByteReader& in, Nanos& at)
{
    std::int64_t sum = 0;
    if (!in.ok() || __builtin_add_overflow(at.count(), in.whole_signed(), &sum)) return false;
    at = Nanos{sum};
    return in.ok();
}

} // namespace

std::string BlockCode::written(const ReplayBlock& block)
{
    Bytes out;
    out.byte(block_kind | (block.whole ? 0 : not_whole) | (block.inputs.empty() ? 0 : has_inputs) |
             (block.events.empty() ? 0 : has_events));
    out.whole(unsigned_of(block.frames));
    out.whole(unsigned_of(block.ticks));
    if (!block.inputs.empty()) write_inputs(out, block.inputs);
    if (!block.events.empty()) write_events(out, block.events);
    if (has_lengths_) write_lengths(out, block.lengths);
    for (const std::uint32_t hash : block.hashes) out.fixed(hash, 4);
    memory_ += block.lengths.size() * sizeof(Nanos) + block.inputs.size() * sizeof(InputChange);
    for (const ReplayEvent& event : block.events) memory_ += event_bytes(event);
    go_on(block);
    return std::move(out.text);
}

// Writes each frame time as the difference from the frame time before it. Successive frame times usually differ by less
// than 1 ms, so a difference takes at most 3 bytes. A difference that exceeds 64 bits wraps around; the sum in
// read_lengths() wraps around in the other direction.
void BlockCode::write_lengths(Bytes& out, const std::vector<Nanos>& all)
{
    for (const Nanos length : all)
    {
        const Nanos before = std::exchange(last_length_, length);
        out.whole_signed(static_cast<std::int64_t>(unsigned_of(length.count()) - unsigned_of(before.count())));
    }
}

void BlockCode::write_inputs(Bytes& out, const std::vector<InputChange>& all)
{
    out.whole(all.size());
    std::int64_t tick = tick_;
    for (const InputChange& change : all)
    {
        const bool moved_x = !has_same_bits(change.input.hand_x, hand_.hand_x);
        const bool moved_y = !has_same_bits(change.input.hand_y, hand_.hand_y);
        out.whole(unsigned_of(change.tick - std::exchange(tick, change.tick)));
        out.whole_signed((change.at - std::exchange(input_at_, change.at)).count());
        out.fixed(bits_of(change.input) | (moved_x ? x_follows : 0) | (moved_y ? y_follows : 0), 2);
        if (moved_x) out.real(change.input.hand_x);
        if (moved_y) out.real(change.input.hand_y);
        hand_ = change.input;
    }
}

void BlockCode::write_events(Bytes& out, const std::vector<ReplayEvent>& all)
{
    out.whole(all.size());
    std::int64_t frame = frame_, tick = tick_;
    for (const ReplayEvent& event : all)
    {
        out.whole(unsigned_of(event.frame - std::exchange(frame, event.frame)));
        out.whole(unsigned_of(event.tick - std::exchange(tick, event.tick)));
        out.whole_signed((event.at - std::exchange(event_at_, event.at)).count());
        write(out, event);
    }
}

void BlockCode::write(Bytes& out, const ReplayEvent& event)
{
    out.byte(event.what.index());
    if (const auto* set = std::get_if<SetEvent>(&event.what)) write_set(out, *set);
    if (const auto* refresh = std::get_if<RefreshEvent>(&event.what)) out.whole_signed(refresh->period.count());
    if (const auto* brake = std::get_if<BrakeEvent>(&event.what)) out.whole(unsigned_of(brake->steps));
}

// Writes a change of a setting. The path of the setting is written as text at its first use, and as a number later.
void BlockCode::write_set(Bytes& out, const SetEvent& set)
{
    const auto found = std::ranges::find(paths_, set.path);
    out.whole(static_cast<std::uint64_t>(found - paths_.begin()));
    if (found == paths_.end()) out.words(paths_.emplace_back(set.path));
    out.words(set.text);
}

bool BlockCode::read(std::string_view bytes, ReplayBlock& all)
{
    ByteReader in{bytes};
    ReplayBlock block;
    const std::uint64_t flags = in.byte();
    const bool known          = (flags & ~(not_whole | has_inputs | has_events)) == block_kind;
    if (!known || !take(in, block.frames) || !take(in, block.ticks)) return false;
    if ((flags & has_inputs) != 0 && !read_inputs(in, block.ticks, all.inputs)) return false;
    if ((flags & has_events) != 0 && !read_events(in, block, all.events)) return false;
    if (has_lengths_ && !read_lengths(in, block.frames, all.lengths)) return false;
    const std::int64_t hashes = hashes_in(tick_, block.ticks);
    if (unsigned_of(4 * hashes) != in.rest().size()) return false;
    for (std::int64_t i = 0; i < hashes; ++i) all.hashes.push_back(static_cast<std::uint32_t>(in.fixed(4)));
    all.whole = all.whole && (flags & not_whole) == 0;
    all.frames += block.frames;
    all.ticks += block.ticks;
    go_on(block);
    return in.ok();
}

bool BlockCode::read_inputs(ByteReader& in, std::int64_t ticks, std::vector<InputChange>& all)
{
    const std::uint64_t count = in.whole();
    InputChange change{.tick = tick_, .at = input_at_, .input = hand_};
    for (std::uint64_t i = 0; i < count && in.ok(); ++i)
    {
        if (!take(in, change.tick) || change.tick >= tick_ + ticks || !take(in, change.at)) return false;
        const std::uint64_t bits = in.fixed(2);
        if ((bits & unknown) != 0 || !take_memory(sizeof change)) return false;
        set_bits(change.input, bits);
        if ((bits & x_follows) != 0) change.input.hand_x = in.real();
        if ((bits & y_follows) != 0) change.input.hand_y = in.real();
        if (!std::isfinite(change.input.hand_x) || !std::isfinite(change.input.hand_y)) return false;
        all.push_back(change);
    }
    hand_     = change.input;
    input_at_ = change.at;
    return in.ok();
}

bool BlockCode::read_events(ByteReader& in, const ReplayBlock& size, std::vector<ReplayEvent>& all)
{
    const std::uint64_t count = in.whole();
    ReplayEvent event{.frame = frame_, .tick = tick_, .at = event_at_};
    for (std::uint64_t i = 0; i < count && in.ok(); ++i)
    {
        if (!take(in, event.frame) || event.frame > frame_ + size.frames) return false;
        if (!take(in, event.tick) || event.tick > tick_ + size.ticks) return false;
        if (!take(in, event.at) || !read(in, event) || !take_memory(event_bytes(event))) return false;
        all.push_back(event);
    }
    event_at_ = event.at;
    return in.ok();
}

bool BlockCode::read(ByteReader& in, ReplayEvent& event)
{
    switch (in.byte())
    {
    case 0: event.what = ResetEvent{}; return in.ok();
    case 1: return read_set(in, event.what.emplace<SetEvent>());
    case 2: event.what = RefreshEvent{Nanos{in.whole_signed()}}; return in.ok();
    case 3: return take(in, event.what.emplace<BrakeEvent>().steps);
    case 4: event.what = ObeyEvent{}; return in.ok();
    default: return false;
    }
}

bool BlockCode::read_set(ByteReader& in, SetEvent& set)
{
    const std::uint64_t place = in.whole();
    if (!in.ok() || place > paths_.size()) return false;
    if (place == paths_.size() && !take_memory(paths_.emplace_back(in.words()).size() + sizeof(std::string)))
        return false;
    set = {paths_[static_cast<std::size_t>(place)], std::string{in.words()}};
    return in.ok();
}

// Reads the frame times. Returns false for a frame time of more than 146 years, or if their sum is more than 292 years.
bool BlockCode::read_lengths(ByteReader& in, std::int64_t frames, std::vector<Nanos>& all)
{
    std::int64_t sum = length_.count();
    for (std::int64_t i = 0; i < frames && in.ok(); ++i)
    {
        const std::uint64_t length = unsigned_of(last_length_.count()) + unsigned_of(in.whole_signed());
        last_length_               = Nanos{static_cast<std::int64_t>(length)};
        if (std::abs(static_cast<double>(last_length_.count())) > 4.6e18) return false;
        if (__builtin_add_overflow(sum, last_length_.count(), &sum) || !take_memory(sizeof(Nanos))) return false;
        all.push_back(last_length_);
    }
    length_ = Nanos{sum};
    return in.ok();
}

bool BlockCode::take_memory(std::size_t bytes)
{
    memory_ += bytes;
    return memory_ <= most_memory;
}

void BlockCode::go_on(const ReplayBlock& block)
{
    frame_ += block.frames;
    tick_ += block.ticks;
}

} // namespace lab
