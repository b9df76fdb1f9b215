// timestep_lab -- the main function of the command line program
#include "base/console.hpp"
#include "base/stopping.hpp"
#include "programs/timestep_lab/command.hpp"

int main(int argc, char** argv)
{
    const base::Utf8Arguments arguments = base::open_closed_streams_and_set_up_console(argc, argv);
    base::make_stop_signals_remove_files_and_exit();
    return timestep_lab::run_program(arguments.argc, arguments.argv);
}
