// timestep_lab -- the main function of the command line program
#include "base/console.hpp"
#include "base/stopping.hpp"
#include "programs/timestep_lab/command.hpp"

int main(int argc, char** argv)
{
    const base::Utf8Arguments arguments = base::set_up_console(argc, argv);
    base::install_stop_handlers();
    return timestep_lab::run_program(arguments.argc, arguments.argv);
}
