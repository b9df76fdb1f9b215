#include "programs/demo/window/slowed_game.hpp"

#ifdef TIMESTEP_SLOW

#include "base/system_files.hpp"
#include "lab/game/game_pc.hpp"
#include "lab/game/program.hpp"
#include "programs/demo/window/session.hpp"

namespace demo
{

namespace
{

lab::GamePc* game_of(sim::Pc& pc) { return dynamic_cast<lab::GamePc*>(&pc); }

} // namespace

std::unique_ptr<sim::Pc> start_game(const Options& options)
{
    lab::slowable_program(options.game.front());
    lab::GameRun run{.words = options.game};
    run.teller = "timestep_demo";
    run.setup  = {.owner = base::process_id(), .seed = options.settings.seed, .machine = options.settings.machine};
    if (!options.recording.empty())
        run.setup.recording = {load_playback(options.recording, options.recording_end).frames(),
                               options.recording_end == lab::AtEnd::loop};
    return std::make_unique<lab::GamePc>(std::move(run));
}

bool wait_for_frame(sim::Pc& pc)
{
    lab::GamePc* const game = game_of(pc);
    return game == nullptr || game->wait_for_frame();
}

bool is_behind(sim::Pc& pc)
{
    lab::GamePc* const game = game_of(pc);
    return game != nullptr && game->waiting() > 1;
}

bool game_ended(const sim::Pc& pc)
{
    const auto* const game = dynamic_cast<const lab::GamePc*>(&pc);
    return game != nullptr && game->ended();
}

} // namespace demo

#else // without the shim (the library that slows a game down) there is no option --slow

namespace demo
{

std::unique_ptr<sim::Pc> start_game(const Options&) { return nullptr; }
bool wait_for_frame(sim::Pc&) { return true; }
bool is_behind(sim::Pc&) { return false; }
bool game_ended(const sim::Pc&) { return false; }

} // namespace demo

#endif
