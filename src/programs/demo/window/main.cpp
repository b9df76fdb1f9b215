// timestep_demo -- shows game loops in a window; the user chooses a loop, adds lag, and sees the loop's errors
#include "base/console.hpp"
#include "base/stopping.hpp"
#include "programs/demo/window/guided_run.hpp"
#include "programs/demo/window/main_loop.hpp"
#include "programs/demo/window/options.hpp"

#include <exception>
#include <new>

namespace demo
{

namespace
{

int run_program(int argc, const char* const* argv)
{
    try
    {
        const auto options = parse_options(argc, argv);
        if (options && options->is_guided())
            run_guided(*options);
        else if (options)
            run_demo(*options);
        base::flush_stdout();
        return 0;
    }
    catch (const std::bad_alloc&)
    {
        base::print_error("timestep_demo", "there is not enough memory");
        return 2;
    }
    catch (const std::exception& e)
    {
        if (!base::has_received_sigpipe()) base::print_error("timestep_demo", e.what());
        return 2;
    }
}

} // namespace

} // namespace demo

int main(int argc, char** argv)
{
    const base::Utf8Arguments arguments = base::set_up_console(argc, argv);
    base::install_stop_handlers();
    const int exit_code = demo::run_program(arguments.argc, arguments.argv);
    if (base::has_received_sigpipe()) base::exit_by_signal(); // run_program() has saved all open files
    return exit_code;
}
