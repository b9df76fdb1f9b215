// physics/events.hpp -- what happened in a world, counted by the program and not only seen
#pragma once

#include <array>
#include <string_view>

namespace physics
{

/// Counts since the world was made, and the simulated second of the last of each kind.
struct Events
{
    int tunnelled       = 0; ///< passes through a wall or a floor without a collision
    int blown_up        = 0; ///< times that the state left all bounds
    int bounced         = 0; ///< collisions that were noticed
    double tunnelled_at = 0.0;
    double blown_up_at  = 0.0;
    double bounced_at   = 0.0;

    friend bool operator==(const Events&, const Events&) = default;
};

/// One row per kind of event, for badges, logs and tables.
struct EventKind
{
    std::string_view name;  ///< kebab-case, as in files
    std::string_view badge; ///< what a badge says when it has happened
    bool failure;           ///< true where it should not happen, however the loop is built
    int Events::*count;
    double Events::*at;
};

inline constexpr std::array event_kinds{
    EventKind{"tunnelled", "TUNNELLED", true, &Events::tunnelled, &Events::tunnelled_at},
    EventKind{"blown-up", "BLEW UP", true, &Events::blown_up, &Events::blown_up_at},
    EventKind{"bounced", "BOUNCED", false, &Events::bounced, &Events::bounced_at},
};

/// Counts one more of a kind.
inline void happened(Events& events, int Events::*count, double Events::*at, double time)
{
    ++(events.*count);
    events.*at = time;
}

} // namespace physics
