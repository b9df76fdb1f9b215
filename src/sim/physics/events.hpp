// sim/physics/events.hpp -- what happened in a world, counted by the program and not only seen
#pragma once

#include <array>
#include <string_view>

namespace sim
{

/// Metres from the origin: what is farther out, or nowhere, has blown up.
inline constexpr double bounds = 1.0e6;

/// Counts since the world was made, and the simulated second of the last of each kind.
struct Events
{
    int tunnelled  = 0; ///< passes through a wall or a floor without a collision
    int blown_up   = 0; ///< times that the state left all `bounds`
    int bounced    = 0; ///< collisions that were noticed
    int energised  = 0; ///< bounces that came back higher than they fell
    int jittered   = 0; ///< bounces of a ball that ought to lie still
    int clumped    = 0; ///< puffs of smoke born on top of the one before
    int wrong_turn = 0; ///< steps of more than half a turn, which a blend takes the short way round
    int shrunk     = 0; ///< steps between which a careless blend makes the body more than 2 % too small
    int parted     = 0; ///< runs that had differed in one bit and are now far apart
    int escaped    = 0; ///< planets that left their star
    int crashed    = 0; ///< planets that fell into it
    int stalled    = 0; ///< steps in which a clock did not move
    int miscounted = 0; ///< steps in which a clock moved by more than 1 % too much or too little
    int jumped     = 0; ///< jumps that were made
    int unheard    = 0; ///< presses of the jump key that made none
    int fell       = 0; ///< falls into the gap
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

/// A kind of event, for counting it and for badges, logs and tables.
struct EventKind
{
    std::string_view name;  ///< kebab-case, as in files
    std::string_view badge; ///< what a badge says when it has happened
    bool failure;           ///< true where it should not happen, however the loop is built
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

/// Counts one more of a kind, or several, at simulated second `time`.
constexpr void count(Events& events, const EventKind& kind, double time, int times = 1)
{
    events.*kind.count += times;
    events.*kind.at = time;
}

} // namespace sim
