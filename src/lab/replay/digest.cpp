#include "lab/replay/digest.hpp"

#include <bit>

namespace lab
{

namespace
{

std::uint64_t button_bits(const sim::Buttons& buttons)
{
    return (buttons.left ? 1U : 0U) | (buttons.right ? 2U : 0U) | (buttons.jump ? 4U : 0U) | (buttons.dash ? 8U : 0U);
}

void add_text(sim::StateHash& hash, std::string_view text)
{
    hash.add(std::uint64_t{text.size()});
    for (const char c : text) hash.add(std::uint64_t{static_cast<unsigned char>(c)});
}

// Returns a hash shortened to 32 bits. The result is never 0, because a stored 0 means that there is no hash.
std::uint32_t folded(std::uint64_t hash)
{
    const auto bits = static_cast<std::uint32_t>(hash ^ hash >> 32U);
    return bits == 0 ? 1 : bits;
}

} // namespace

void ReplayDigest::add(const InputChange& change)
{
    const sim::Input& input = change.input;
    given_.add(change.tick);
    given_.add(std::int64_t{change.at.count()});
    given_.add((input.grabbed ? 1U : 0U) | button_bits(input.held) << 4U | button_bits(input.pressed) << 8U |
               button_bits(input.released) << 12U);
    given_.add(std::bit_cast<std::uint64_t>(input.hand_x));
    given_.add(std::bit_cast<std::uint64_t>(input.hand_y));
}

void ReplayDigest::add(const ReplayEvent& event)
{
    const auto* brake  = std::get_if<BrakeEvent>(&event.what);
    sim::StateHash& to = brake != nullptr ? brakes_ : given_;
    to.add(event.frame);
    to.add(event.tick);
    to.add(std::int64_t{event.at.count()});
    to.add(std::uint64_t{event.what.index()});
    if (brake != nullptr) to.add(brake->steps);
    if (const auto* refresh = std::get_if<RefreshEvent>(&event.what)) to.add(std::int64_t{refresh->period.count()});
    if (const auto* set = std::get_if<SetEvent>(&event.what))
    {
        add_text(to, set->path);
        add_text(to, set->text);
    }
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
