// timestep_lab -- the laboratory without a window
#include "cli/program.hpp"
#include "io/console.hpp"
#include "io/print.hpp"
#include "io/stopping.hpp"

int main(int argc, char** argv)
{
    const io::Arguments arguments = io::start_console(argc, argv);
    io::clean_up_when_stopped();
    return cli::run(arguments.count, arguments.words);
}
