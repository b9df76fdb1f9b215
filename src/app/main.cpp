// timestep_demo -- flip between game loops, slow this PC down, and watch what breaks
#include "app/demo.hpp"
#include "app/guided.hpp"
#include "app/options.hpp"
#include "io/console.hpp"
#include "io/print.hpp"
#include "io/stopping.hpp"

#include <exception>
#include <string_view>

namespace
{

constexpr std::string_view name = "timestep_demo";

int run(int argc, const char* const* argv)
{
    try
    {
        const auto parsed = app::parse_options(argc, argv);
        if (const auto* exit = std::get_if<app::Exit>(&parsed))
        {
            exit->code == 0 ? io::print_text(exit->message) : io::tell(name, exit->message);
            io::flush();
            return exit->code;
        }
        const auto& options = std::get<app::Options>(parsed);
        options.guided.empty() ? app::Demo{options}.run() : app::run_guided(options);
        io::flush();
        return 0;
    }
    catch (const std::exception& e)
    {
        if (!io::stopped_by_broken_pipe()) io::tell(name, e.what());
        return 2;
    }
}

} // namespace

int main(int argc, char** argv)
{
    const io::Arguments arguments = io::start_console(argc, argv);
    io::clean_up_when_stopped();
    const int code = run(arguments.count, arguments.words);
    if (io::stopped_by_broken_pipe()) io::end_as_stopped(); // what there was to be saved is saved
    return code;
}
