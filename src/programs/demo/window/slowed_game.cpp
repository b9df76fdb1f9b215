#include "programs/demo/window/slowed_game.hpp"

#ifdef TIMESTEP_SLOW

#include "base/system_files.hpp"
#include "lab/game/game_pc.hpp"
#include "lab/game/program.hpp"
#include "programs/demo/window/session.hpp"

namespace demo
{

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

} // namespace demo

#else // without the shim (the library that slows a game down) there is no option --slow

std::unique_ptr<sim::Pc> demo::start_game(const Options&) { return nullptr; }

#endif
