// lab/guest.hpp -- on the stage: lanes of somebody whom the laboratory does not know, such as a play that is played
// again
#pragma once

#include "lab/desk.hpp"
#include "lab/lanes.hpp"

#include <optional>
#include <string>
#include <vector>

namespace lab
{

/// How far two worlds are apart at a moment of the play.
struct ApartAt
{
    Nanos at{};
    double x = 0.0; ///< |x - x| of the scene's probe
};

/// What there is to say of a play and of what might have been.
struct PlayStory
{
    std::string name; ///< of the file
    Nanos length{};
    Nanos at{};
    std::int64_t hashes = 0;              ///< compared so far, while it was played from its start
    std::optional<std::int64_t> broken{}; ///< the first tick that was not as recorded
    std::optional<Nanos> forked{};        ///< where what might have been begins
    std::string what_if;                  ///< what is different in it: "loop=variable"
    std::optional<Nanos> parted{};        ///< the first step that is not the same ends there ...
    std::int64_t parted_tick = 0;         ///< ... and has that number, from 1
    std::vector<ApartAt> apart;           ///< from the fork on, as far as both have come
};

class Guest
{
public:
    Guest()                        = default;
    Guest(const Guest&)            = delete;
    Guest& operator=(const Guest&) = delete;
    virtual ~Guest()               = default;

    virtual void begin_frame(Desk& desk)   = 0;
    virtual Lanes& lanes()                 = 0;
    virtual const PlayStory& story() const = 0;
    virtual void fork(Desk& desk)          = 0; ///< here, with the settings as they are
    virtual void join()                    = 0; ///< leaves what might have been
};

/// A guest's time on the stage.
class Visit
{
public:
    explicit Visit(Guest& guest)
        : guest_{&guest}
    {
    }

    bool suits(const Settings& s) const { return s.mode == Mode::replay; }
    void begin_frame(Desk& desk) { guest_->begin_frame(desk); }
    void end_frame(Desk& desk) { desk.end_watched_frame(); }
    void press(const Desk& /*none*/, Button /*of its keys*/, bool /*is heard*/) {}
    void lose(Desk& /*none*/, Nanos /*of its frames*/, std::uint32_t /*is lost*/) {}
    void note(std::uint32_t events) { guest_->lanes().note(events); }
    Screen on_screen(std::size_t lane);
    const Lanes& lanes() const { return guest_->lanes(); }
    Lanes& lanes() { return guest_->lanes(); }

private:
    Guest* guest_;
};

} // namespace lab
