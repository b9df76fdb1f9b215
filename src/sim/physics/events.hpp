// sim/physics/events.hpp -- counts events of a simulated world, such as collisions and failures
#pragma once

#include <array>
#include <string_view>

namespace sim
{

/// Limit of a position in metres. The simulation counts as blown up if a position exceeds this limit or is NaN.
inline constexpr double max_position = 1.0e6;

/// The number of events of each kind since the world was made, and the simulated time of the last event in s (NAME_at).
struct Events
{
    int tunnelled  = 0; ///< number of times that a body passed through a wall or a floor without a collision
    int blown_up   = 0; ///< number of times that a position went beyond `max_position` or became NaN
    int bounced    = 0; ///< number of collisions that the simulation detected
    int energised  = 0; ///< number of bounces after which the body had more energy than before the bounce
    int jittered   = 0; ///< number of bounces of a ball that should lie still on the floor
    int clumped    = 0; ///< number of puffs of smoke that started at the same place as the previous puff
    int wrong_turn = 0; ///< number of steps that turned a body by over half a turn, so it is drawn turning backwards
    /// number of steps in which a blended quaternion is not normalised, so that the body is drawn over 2 % too small
    int shrunk     = 0;
    int parted     = 0; ///< number of times that two simulations that started with one different bit moved far apart
    int escaped    = 0; ///< number of planets that left their star
    int crashed    = 0; ///< number of planets that fell into their star
    int stalled    = 0; ///< number of steps in which a simulated clock did not advance, because of float rounding
    int miscounted = 0; ///< number of steps in which a simulated clock advanced by more than 1 % too much or too little
    int jumped     = 0;
    int unheard    = 0; ///< number of presses of the jump key that caused no jump, also of taps that no step reads
    int tapped     = 0; ///< number of taps of the jump key by a simulated user, also of those that no step reads
    int fell       = 0; ///< number of times that the player's character fell into the gap
    int crossed    = 0; ///< number of times that the player's character reached the other side of the gap
    int collapsed  = 0; ///< number of columns of boxes that fell

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
    double tapped_at     = 0.0;
    double fell_at       = 0.0;
    double crossed_at    = 0.0;
    double collapsed_at  = 0.0;

    friend bool operator==(const Events&, const Events&) = default;
};

struct EventKind
{
    std::string_view name;  ///< name of the event in files, in kebab-case
    std::string_view badge; ///< label that the window shows when the event happens
    bool is_failure;        ///< true if this event cannot happen in a correct simulation
    int Events::*count;
    double Events::*last_time; ///< simulated time of the newest event of this kind, in s
};

namespace event
{
inline constexpr EventKind tunnelled{"tunnelled", "THROUGH THE WALL", true, &Events::tunnelled, &Events::tunnelled_at};
inline constexpr EventKind blown_up{"blown-up", "BLEW UP", true, &Events::blown_up, &Events::blown_up_at};
inline constexpr EventKind bounced{"bounced", "BOUNCED", false, &Events::bounced, &Events::bounced_at};
inline constexpr EventKind energised{"energised", "GAINED ENERGY", true, &Events::energised, &Events::energised_at};
inline constexpr EventKind jittered{"jittered", "JITTERS", true, &Events::jittered, &Events::jittered_at};
inline constexpr EventKind clumped{"clumped", "CLUMPED", true, &Events::clumped, &Events::clumped_at};
inline constexpr EventKind wrong_turn{"wrong-turn", "WRONG TURN", true, &Events::wrong_turn, &Events::wrong_turn_at};
inline constexpr EventKind shrunk{"shrunk", "SHRUNK", true, &Events::shrunk, &Events::shrunk_at};
inline constexpr EventKind parted{"parted", "DIVERGED", false, &Events::parted, &Events::parted_at};
inline constexpr EventKind escaped{"escaped", "ESCAPED", true, &Events::escaped, &Events::escaped_at};
inline constexpr EventKind crashed{"crashed", "CRASHED", true, &Events::crashed, &Events::crashed_at};
inline constexpr EventKind stalled{"stalled", "CLOCK STALLED", true, &Events::stalled, &Events::stalled_at};
inline constexpr EventKind miscounted{"miscounted", "CLOCK WRONG", true, &Events::miscounted, &Events::miscounted_at};
inline constexpr EventKind jumped{"jumped", "JUMPED", false, &Events::jumped, &Events::jumped_at};
inline constexpr EventKind unheard{"unheard", "INPUT LOST", true, &Events::unheard, &Events::unheard_at};
inline constexpr EventKind tapped{"tapped", "TAPPED", false, &Events::tapped, &Events::tapped_at};
inline constexpr EventKind fell{"fell", "FELL", true, &Events::fell, &Events::fell_at};
inline constexpr EventKind crossed{"crossed", "CROSSED", false, &Events::crossed, &Events::crossed_at};
inline constexpr EventKind collapsed{"collapsed", "COLLAPSED", true, &Events::collapsed, &Events::collapsed_at};
} // namespace event

inline constexpr std::array event_kinds{
    event::tunnelled, event::blown_up,   event::bounced,    event::energised, event::jittered,
    event::clumped,   event::wrong_turn, event::shrunk,     event::parted,    event::escaped,
    event::crashed,   event::stalled,    event::miscounted, event::jumped,    event::unheard,
    event::tapped,    event::fell,       event::crossed,    event::collapsed,
};

/// Adds `event_count` events of the kind `kind`. `time` is the simulated time of the last of them, in seconds.
constexpr void record_events(Events& events, const EventKind& kind, double time, int event_count = 1)
{
    events.*kind.count += event_count;
    events.*kind.last_time = time;
}

} // namespace sim
