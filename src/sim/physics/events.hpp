// sim/physics/events.hpp -- counts of events in a world, such as collisions and failures
#pragma once

#include <array>
#include <string_view>

namespace sim
{

/// Largest distance from the origin in metres. A position farther out, or NaN, counts as blown up.
inline constexpr double bounds = 1.0e6;

/// The number of events of each kind since the world was made, and the simulated time of the last one in seconds.
struct Events
{
    int tunnelled  = 0; ///< passes through a wall or a floor without a collision
    int blown_up   = 0; ///< times that the state left `bounds` or became NaN
    int bounced    = 0; ///< collisions that the simulation detected
    int energised  = 0; ///< bounces after which the body rose higher than before
    int jittered   = 0; ///< bounces of a ball that should be at rest
    int clumped    = 0; ///< puffs of smoke that started at the place of the puff before
    int wrong_turn = 0; ///< steps of more than half a turn: interpolation then turns the wrong way
    int shrunk     = 0; ///< steps between which simple interpolation shrinks the body by more than 2 %
    int parted     = 0; ///< times that two runs that first differed in one bit drifted far apart
    int escaped    = 0; ///< planets that left their star
    int crashed    = 0; ///< planets that fell into their star
    int stalled    = 0; ///< steps in which a clock did not move
    int miscounted = 0; ///< steps in which a clock moved by more than 1 % too much or too little
    int jumped     = 0; ///< jumps of the player
    int unheard    = 0; ///< presses of the jump key without a jump
    int fell       = 0; ///< falls of the player into the gap
    int crossed    = 0; ///< runs that reached the other side

    double tunnelled_at  = 0.0;
    double blown_up_at   = 0.0;
    double bounced_at    = 0.0;
    double energised_at  = 0.0;
    double jittered_at   = 0.0;
    double clumped_at    = 0.0;
    double wrong_turn_at = 0.0;
    double shrunk_at     = 0.0;
    double parted_at     = 0.0;
    double escaped_at    = 0.0;
    double crashed_at    = 0.0;
    double stalled_at    = 0.0;
    double miscounted_at = 0.0;
    double jumped_at     = 0.0;
    double unheard_at    = 0.0;
    double fell_at       = 0.0;
    double crossed_at    = 0.0;

    friend bool operator==(const Events&, const Events&) = default;
};

/// A kind of event: its names for badges, logs and tables, and its fields in Events.
struct EventKind
{
    std::string_view name;  ///< name in files, in kebab-case
    std::string_view badge; ///< text of the badge that the window shows
    bool failure;           ///< true if a correct simulation never has this event
    int Events::*count;
    double Events::*at;
};

namespace event
{
inline constexpr EventKind tunnelled{"tunnelled", "TUNNELLED", true, &Events::tunnelled, &Events::tunnelled_at};
inline constexpr EventKind blown_up{"blown-up", "BLEW UP", true, &Events::blown_up, &Events::blown_up_at};
inline constexpr EventKind bounced{"bounced", "BOUNCED", false, &Events::bounced, &Events::bounced_at};
inline constexpr EventKind energised{"energised", "GAINED ENERGY", true, &Events::energised, &Events::energised_at};
inline constexpr EventKind jittered{"jittered", "JITTERS", true, &Events::jittered, &Events::jittered_at};
inline constexpr EventKind clumped{"clumped", "CLUMPED", true, &Events::clumped, &Events::clumped_at};
inline constexpr EventKind wrong_turn{"wrong-turn", "WRONG TURN", true, &Events::wrong_turn, &Events::wrong_turn_at};
inline constexpr EventKind shrunk{"shrunk", "SHRUNK", true, &Events::shrunk, &Events::shrunk_at};
inline constexpr EventKind parted{"parted", "PARTED", false, &Events::parted, &Events::parted_at};
inline constexpr EventKind escaped{"escaped", "ESCAPED", true, &Events::escaped, &Events::escaped_at};
inline constexpr EventKind crashed{"crashed", "CRASHED", true, &Events::crashed, &Events::crashed_at};
inline constexpr EventKind stalled{"stalled", "CLOCK STALLED", true, &Events::stalled, &Events::stalled_at};
inline constexpr EventKind miscounted{"miscounted", "CLOCK OFF", true, &Events::miscounted, &Events::miscounted_at};
inline constexpr EventKind jumped{"jumped", "JUMPED", false, &Events::jumped, &Events::jumped_at};
inline constexpr EventKind unheard{"unheard", "UNHEARD", true, &Events::unheard, &Events::unheard_at};
inline constexpr EventKind fell{"fell", "FELL", true, &Events::fell, &Events::fell_at};
inline constexpr EventKind crossed{"crossed", "CROSSED", false, &Events::crossed, &Events::crossed_at};
} // namespace event

inline constexpr std::array event_kinds{
    event::tunnelled,  event::blown_up, event::bounced, event::energised, event::jittered, event::clumped,
    event::wrong_turn, event::shrunk,   event::parted,  event::escaped,   event::crashed,  event::stalled,
    event::miscounted, event::jumped,   event::unheard, event::fell,      event::crossed,
};

/// Adds `times` events of a kind at the simulated time `time`, in seconds.
constexpr void count(Events& events, const EventKind& kind, double time, int times = 1)
{
    events.*kind.count += times;
    events.*kind.at = time;
}

} // namespace sim
