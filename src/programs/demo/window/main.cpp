// timestep_demo -- shows game loops in a window; the user chooses a loop, adds lag, and sees the loop's errors
#include "base/console.hpp"
#include "base/stopping.hpp"
#include "programs/demo/window/guided_run.hpp"
#include "programs/demo/window/main_loop.hpp"
#include "programs/demo/window/options.hpp"

#include <exception>

namespace demo
{

namespace
{

int run_program(int argc, const char* const* argv)
{
    try
    {
        const auto options = parse_options_and_load_settings_or_throw(argc, argv);
        if (options && options->is_guided())
            run_print_and_screenshot_best_known_loops(*options);
        else if (options)
            run_or_start_in_browser(*options);
        base::flush_stdout_or_throw();
        return 0;
    }
    catch (const std::exception& e)
    {
        if (!base::is_received_stop_signal_sigpipe()) base::print_error("timestep_demo", e.what());
        return 2;
    }
}

} // namespace

} // namespace demo

int main(int argc, char** argv)
{
    const base::Utf8Arguments arguments = base::open_closed_streams_and_set_up_console(argc, argv);
    base::make_stop_signals_remove_files_and_exit();
    const int exit_code = demo::run_program(arguments.argc, arguments.argv);
    if (base::is_received_stop_signal_sigpipe())
        base::remove_temporary_files_and_exit_by_signal(); // run_program() has saved all open files
    return exit_code;
}
