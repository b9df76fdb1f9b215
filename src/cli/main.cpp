// timestep_lab -- the laboratory without a window
#include "cli/program.hpp"
#include "io/print.hpp"
#include "io/stopping.hpp"

int main(int argc, char** argv)
{
    io::hold_standard_streams();
    io::clean_up_when_stopped();
    return cli::run(argc, argv);
}
