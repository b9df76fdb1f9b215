// timestep_lab -- the laboratory without a window
#include "cli/program.hpp"

int main(int argc, char** argv) { return cli::run(argc, argv); }
