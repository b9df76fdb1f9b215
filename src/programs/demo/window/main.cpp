// timestep_demo -- shows game loops in a window: choose a loop, slow the PC down, and see the errors of that loop
#include "base/console.hpp"
#include "base/message.hpp"
#include "base/stopping.hpp"
#include "programs/demo/window/main_loop.hpp"
#include "programs/demo/window/options.hpp"

#include <exception>

namespace
{

int run(int argc, const char* const* argv)
{
    try
    {
        if (const auto options = demo::parse_options(argc, argv))
            options->guided.empty() ? demo::run_until_closed(*options) : demo::run_guided(*options);
        base::flush();
        return 0;
    }
    catch (const std::exception& e)
    {
        if (!base::stopped_by_broken_pipe()) base::tell("timestep_demo", e.what());
        return 2;
    }
}

} // namespace

int main(int argc, char** argv)
{
    const base::Arguments arguments = base::start_console(argc, argv);
    base::clean_up_when_stopped();
    const int code = run(arguments.count, arguments.words);
    if (base::stopped_by_broken_pipe()) base::end_as_stopped(); // run() has already saved all open files
    return code;
}
