// sim/physics/events.hpp -- counts events of a simulated world, such as collisions and failures
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace sim
{

/// Limit of a position in metres. The simulation counts as blown up if a position exceeds this limit or is NaN.
inline constexpr double blow_up_position = 1.0e6;

/// The number of events of each kind since the world was made.
struct EventCounts
{
    int tunnelled = 0; ///< number of times that a body passed through a wall or a floor without a collision
    int blown_up = 0; ///< number of times that a position went beyond `blow_up_position` or became NaN
    int bounced = 0; ///< number of collisions that the simulation detected
    int gained_energy = 0; ///< number of bounces after which the body had more energy than before the bounce
    int jittered = 0; ///< number of bounces of a ball that should lie still on the floor
    int clumped = 0; ///< number of puffs of smoke that started at the same place as the previous puff
    int wrong_turn = 0; ///< number of steps that turned a body by over half a turn, so it is drawn turning backwards
    int shrunk = 0; ///< number of steps whose rotation makes a plain blend of quaternions shrink the body over 2 %
    int diverged = 0; ///< number of times that two simulations that started with one different bit moved far apart
    int escaped = 0; ///< number of planets that left their star
    int crashed = 0; ///< number of planets that fell into their star
    int clock_stalled = 0; ///< number of steps in which a simulated clock did not advance, because of float rounding
    int clock_miscounted = 0; ///< number of steps in which a simulated clock advanced over 1 % too much or too little
    int jumped = 0;
    int in_air = 0; ///< number of presses of the jump key that a step has read, but that caused no jump
    int tapped = 0; ///< number of taps of the jump key by a simulated user, also of those that no step reads
    /// Presses of the jump key: all, those that a step got as new, those that no step got although the step after the
    /// press has run, and the further steps that got the same press as new. The others wait for their step.
    int pressed = 0, read_presses = 0, lost_presses = 0, repeated_presses = 0;
    int fell_into_gap = 0; ///< number of times that the player's character fell into the gap
    int crossed_gap = 0; ///< number of times that the player's character reached the other side of the gap
    int collapsed = 0; ///< number of columns of boxes that fell

    double last_blow_up_s = 0.0; ///< simulated time of the newest blow-up in s

    friend bool operator==(const EventCounts&, const EventCounts&) = default;
};

struct EventKind
{
    std::string_view name; ///< name of the event in files, in kebab-case; some differ from the counter's name
    std::string_view badge; ///< label that the window shows when the event happens
    bool is_failure; ///< true if the event counts as a failure of the simulation, although a user can cause some
    int EventCounts::*counter;
};

inline constexpr std::array event_kinds{
    EventKind{"tunnelled", "THROUGH THE WALL", true, &EventCounts::tunnelled},
    EventKind{"blown-up", "BLEW UP", true, &EventCounts::blown_up},
    EventKind{"bounced", "BOUNCED", false, &EventCounts::bounced},
    EventKind{"gained-energy", "GAINED ENERGY", true, &EventCounts::gained_energy},
    EventKind{"jittered", "JITTERS", true, &EventCounts::jittered},
    EventKind{"clumped", "CLUMPED", true, &EventCounts::clumped},
    EventKind{"wrong-turn", "WRONG TURN", true, &EventCounts::wrong_turn},
    EventKind{"shrunk", "SHRUNK", true, &EventCounts::shrunk},
    EventKind{"diverged", "DIVERGED", false, &EventCounts::diverged},
    EventKind{"escaped", "ESCAPED", true, &EventCounts::escaped},
    EventKind{"crashed", "CRASHED", true, &EventCounts::crashed},
    EventKind{"stalled", "CLOCK STALLED", true, &EventCounts::clock_stalled},
    EventKind{"miscounted", "CLOCK WRONG", true, &EventCounts::clock_miscounted},
    EventKind{"jumped", "JUMPED", false, &EventCounts::jumped},
    EventKind{"unheard", "INPUT LOST", true, &EventCounts::lost_presses},
    EventKind{"heard-twice", "COUNTED TWICE", true, &EventCounts::repeated_presses},
    EventKind{"in-air", "PRESSED IN THE AIR", false, &EventCounts::in_air},
    EventKind{"tapped", "TAPPED", false, &EventCounts::tapped},
    EventKind{"fell", "FELL", true, &EventCounts::fell_into_gap},
    EventKind{"crossed", "CROSSED", false, &EventCounts::crossed_gap},
    EventKind{"collapsed", "COLLAPSED", true, &EventCounts::collapsed},
};

/// Index in event_kinds of the kind with the member `counter`, such as `&EventCounts::tunnelled`.
constexpr std::size_t event_index(int EventCounts::*counter)
{
    std::size_t i = 0;
    while (event_kinds[i].counter != counter) ++i;
    return i;
}

} // namespace sim
