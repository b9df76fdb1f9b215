#include "lab/game/game_pc.hpp"

#include "timestep/steady_clock.hpp"

#include <utility>

namespace lab
{

namespace
{

constexpr Nanos longest_wait{100'000'000};

} // namespace

GamePc::GamePc(GameRun run)
    : Pc{run.setup.seed}
    , name_{run.words.front().substr(run.words.front().find_last_of('/') + 1)}
    , session_{std::move(run)}
    , begun_{timestep::SteadyClock{}.now()}
{
}

Nanos GamePc::begin_frame(const sim::MachineSettings& settings)
{
    machine_ = settings;
    session_.set(settings);
    // Makes the game's next frame longer if the user has asked for a hitch. `.on = false` leaves out the regular lag of
    // each frame, because session_.set() has already passed it on to the game.
    if (const Nanos hitch = lag_.next({.on = false}, time()); hitch > Nanos::zero()) session_.hitch(hitch, "hitch");
    begun_ = timestep::SteadyClock{}.now();
    if (poll_frames() == 0) return Nanos::zero();
    const Nanos frame = session_.so_far().frames[frame_++];
    time_ += frame;
    return frame;
}

bool GamePc::wait_for_frame()
{
    for (const Nanos begin = timestep::SteadyClock{}.now();
         poll_frames() == 0 && timestep::SteadyClock{}.now() - begin < longest_wait && !ended_;)
        ended_ = !session_.go_on();
    return poll_frames() > 0;
}

Nanos GamePc::elapsed() const { return timestep::SteadyClock{}.now() - begun_; }

std::optional<sim::ShownPicture> GamePc::end_frame(const sim::MachineSettings&, bool rendered)
{
    return rendered ? std::optional{sim::ShownPicture{time_, time_}} : std::nullopt;
}

std::size_t GamePc::poll_frames()
{
    if (!ended_) session_.look();
    return session_.so_far().frames.size() - frame_;
}

} // namespace lab
