// timestep_demo -- flip between game loops, slow this PC down, and watch what breaks
#include "app/demo.hpp"
#include "app/guided.hpp"
#include "app/options.hpp"

#include <cstdio>
#include <exception>

int main(int argc, char** argv)
{
    try
    {
        const auto parsed = app::parse_options(argc, argv);
        if (const auto* exit = std::get_if<app::Exit>(&parsed))
        {
            std::fputs(exit->message.c_str(), exit->code == 0 ? stdout : stderr);
            return exit->code;
        }
        const auto& options = std::get<app::Options>(parsed);
        options.guided.empty() ? app::Demo{options}.run() : app::run_guided(options);
        return 0;
    }
    catch (const std::exception& e)
    {
        std::fprintf(stderr, "timestep_demo: %s\n", e.what());
        return 2;
    }
}
