#include "scenes/net/inputs.hpp"

#include "sim/machine/random.hpp"

namespace scenes
{

namespace
{

// Length in ticks of a phrase: one gesture (a key press or a grab), with pauses before and after it.
constexpr std::int64_t phrase = 48;

struct Gesture
{
    // The gesture lasts from the tick `from` to before the tick `to`, counted from the start of the phrase.
    std::int64_t from = 0, to = 0;
    sim::Input input{};
};

Gesture gesture_of(std::uint64_t seed, std::size_t player, std::int64_t number)
{
    const std::uint64_t own = sim::seed_of(seed, 1000 + player);
    const auto random       = [&](std::uint64_t what)
    { return sim::uniform(own, static_cast<std::uint64_t>(number) * 8 + what); };
    Gesture gesture;
    gesture.from  = 1 + static_cast<std::int64_t>(16 * random(0));
    gesture.to    = gesture.from + 6 + static_cast<std::int64_t>(20 * random(1));
    const int key = static_cast<int>(6 * random(2));
    gesture.input = {.grabbed = key == 4,
                     .hand_x  = 1.6 * random(3) - 0.8,
                     .hand_y  = 1.6 * random(4) - 0.8,
                     .held    = {.left = key == 0, .right = key == 1 || key == 2, .jump = key == 2, .dash = key == 3}};
    if (!gesture.input.grabbed) gesture.input.hand_x = gesture.input.hand_y = 0.0;
    return gesture;
}

} // namespace

sim::Input input_of(std::uint64_t seed, std::size_t player, std::int64_t tick)
{
    if (tick < 0) return {};
    const Gesture gesture  = gesture_of(seed, player, tick / phrase);
    const std::int64_t now = tick % phrase;
    sim::Input input       = now >= gesture.from && now < gesture.to ? gesture.input : sim::Input{};
    if (now == gesture.from) input.pressed = gesture.input.held;
    if (now == gesture.to) input.released = gesture.input.held;
    return input;
}

sim::Input merged_input(std::span<const sim::Input> inputs)
{
    sim::Input all;
    int hands = 0;
    for (const sim::Input& one : inputs)
    {
        all.held     = either(all.held, one.held);
        all.pressed  = either(all.pressed, one.pressed);
        all.released = either(all.released, one.released);
        if (!one.grabbed) continue;
        ++hands;
        all.hand_x += one.hand_x;
        all.hand_y += one.hand_y;
    }
    if (hands == 0) return all;
    all.grabbed = true;
    all.hand_x /= hands;
    all.hand_y /= hands;
    return all;
}

std::optional<Nanos> Wire::carry(Nanos sent)
{
    const double luck = sim::uniform(seed_, 2 * number_);
    const double late = sim::uniform(seed_, 2 * number_ + 1);
    ++number_;
    if (luck < link_.loss) return std::nullopt;
    return sent + link_.delay + Nanos{static_cast<std::int64_t>(late * static_cast<double>(link_.jitter.count()))};
}

} // namespace scenes
