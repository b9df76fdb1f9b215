// timestep_lab -- the main function of the command line program
#include "base/console.hpp"
#include "base/stopping.hpp"
#include "programs/timestep_lab/command.hpp"

int main(int argc, char** argv)
{
    const base::Utf8Arguments arguments = base::set_up_console_and_get_arguments(argc, argv);
    base::make_stop_signals_remove_files_and_exit();
    return timestep_lab::run_program(arguments.argc, arguments.argv);
}
