// timestep_lab rate -- finds the step rates that suit a game, from some numbers of the game
#include "base/number.hpp"
#include "draw/shapes/svg.hpp"
#include "lab/metrics/step_rate.hpp"
#include "lab/settings/controls.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/output.hpp"
#include "views/step_rate.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace timestep_lab
{

namespace
{

using timestep::hertz;

struct RateOptions
{
    ControlValues numbers;
    std::string svg_file;
    bool prints_json = false;
};

bool is_game_number(const lab::Control& control) { return control.path.starts_with("rate."); }

// The numbers from the command line; an example game if the user gave none.
lab::GameNumbers game_numbers_of(const RateOptions& options)
{
    lab::Settings settings;
    lab::GameNumbers& game = settings.view.game;
    if (std::ranges::all_of(options.numbers, [](const auto& number) { return number.second.empty(); })) return game;
    game = lab::GameNumbers::without_bounds();
    for (const auto& [path, text] : options.numbers)
        if (!text.empty()) throw_if(lab::assign(settings, *lab::find_control(settings, path), text));
    if (game.speed > 0.0 && game.wall + game.radius == 0.0)
        throw BadInput{"--fastest also needs the thickness of a wall above 0, as in --thinnest 0.2"};
    return game;
}

// Prints the range of step rates that a bound allows, also as a bar of 40 characters: '#' marks an allowed rate. If
// `bound.rates` is not null, only the rates in it are allowed.
void print_bound(const views::RateScale& scale, const lab::RateBound& bound)
{
    std::string bar;
    for (int i = 0; i < 40; ++i)
    {
        const double hz      = scale.hz_at((i + 0.5) / 40.0);
        const auto is_inside = [&](timestep::Rate rate)
        { return hertz(rate) >= scale.hz_at(i / 40.0) && hertz(rate) < scale.hz_at((i + 1) / 40.0); };
        const bool is_allowed =
            bound.rates ? std::ranges::any_of(*bound.rates, is_inside) : hz >= bound.min_hz && hz <= bound.max_hz;
        bar += is_allowed ? '#' : '.';
    }
    base::print("{:<20} {:>8} {:>8}  {}  {}\n", bound.name,
                bound.min_hz > 0.0 ? fmt::format("{:.4g}", bound.min_hz) : "-",
                std::isfinite(bound.max_hz) ? fmt::format("{:.4g}", bound.max_hz) : "-", bar, bound.reason);
}

void print_map(const lab::RateMap& map)
{
    base::print(
        "\nA second without interpolation: frames without a step, with several, and irregular ones (the beat; 0 "
        "is even)\n{:>10}",
        "steps");
    for (const timestep::Rate display : map.displays) base::print("{:>14}", base::rate_text(display) + " Hz");
    for (std::size_t step = 0; step < map.steps.size(); ++step)
    {
        base::print("\n{:>7} Hz", base::rate_text(map.steps[step]));
        for (std::size_t display = 0; display < map.displays.size(); ++display)
        {
            const sim::StepRateFit fit = map.fit(step, display);
            base::print("{:>14}", fmt::format("{:.3g} {:.3g} {:.3g}", fit.repeats, fit.doubles, fit.beat));
        }
    }
    base::print("\n");
}

void print_advice(const lab::StepRateAdvice& advice, const lab::RateMap& map)
{
    const views::RateScale scale = views::rate_scale_of(advice);
    base::print("{:<20} {:>8} {:>8}  {:<20}{:>20}\n", "limit", "from Hz", "to Hz", fmt::format("{:g} Hz", scale.min_hz),
                fmt::format("{:g} Hz", scale.max_hz));
    for (const lab::RateBound& bound : advice.bounds) print_bound(scale, bound);
    print_bound(scale, advice.combined_bound);
    if (advice.combined_bound.rates)
    {
        base::print("possible rates, even on all displays:{}", advice.combined_bound.rates->empty() ? " none" : "");
        for (const timestep::Rate even : *advice.combined_bound.rates) base::print(" {:.5g}", hertz(even));
        base::print("{}\n", advice.combined_bound.rates->empty() ? "" : " Hz");
    }
    base::print("\n{}\n", base::Verbatim{text_of(advice)});
    print_map(map);
}

nlohmann::ordered_json json_of(const lab::StepRateAdvice& advice, const lab::RateMap& map)
{
    using Json           = nlohmann::ordered_json;
    const auto limits_of = [](const lab::RateBound& bound) {
        return Json{{"name", bound.name}, {"reason", bound.reason}, {"min_hz", bound.min_hz}, {"max_hz", bound.max_hz}};
    };
    const auto decider = [&](const auto& index) { return index ? Json(advice.bounds[*index].name) : Json(); };
    Json json{{"all", limits_of(advice.combined_bound)},
              {"lowest", decider(advice.min_bound_index)},
              {"highest", decider(advice.max_bound_index)},
              {"rate_hz", advice.rate ? Json(hertz(*advice.rate)) : Json()}};
    json["bounds"] = json["even_hz"] = json["changes"] = json["map"] = Json::array();
    for (const lab::RateBound& bound : advice.bounds) json["bounds"].push_back(limits_of(bound));
    for (const timestep::Rate even : advice.combined_bound.rates.value_or(std::vector<timestep::Rate>{}))
        json["even_hz"].push_back(hertz(even));
    for (const lab::RateChange& change : advice.changes) json["changes"].push_back(change.text);
    for (std::size_t step = 0; step < map.steps.size(); ++step)
        for (std::size_t display = 0; display < map.displays.size(); ++display)
        {
            const sim::StepRateFit fit = map.fit(step, display);
            json["map"].push_back({{"step_hz", hertz(map.steps[step])},
                                   {"display_hz", hertz(map.displays[display])},
                                   {"repeats", fit.repeats},
                                   {"doubles", fit.doubles},
                                   {"beat", fit.beat}});
        }
    return json;
}

void rate(const RateOptions& options, bool)
{
    throw_if_outputs_unusable({{"--svg", options.svg_file, true}});
    const lab::GameNumbers numbers = game_numbers_of(options);
    if (numbers == lab::GameNumbers{} && !options.prints_json) base::print("An example with default numbers:\n");
    const lab::StepRateAdvice advice = lab::advise_step_rate(numbers);
    const lab::RateMap map           = lab::rate_map(numbers.displays);
    if (!options.svg_file.empty())
    {
        draw::Picture picture;
        views::redraw_step_rate(picture, numbers, advice, map, {0, 0, 960, 300}, {draw::light});
        write_file(options.svg_file, draw::to_svg(picture));
    }
    if (options.prints_json)
        print_json(json_of(advice, map));
    else
        print_advice(advice, map);
}

} // namespace

void add_rate(CLI::App& program)
{
    auto [command, options] = add_command<RateOptions>(program, "rate",
                                                       "Find step rates for a game, from numbers such as the speed of "
                                                       "its fastest body. Without numbers, shows an example.",
                                                       rate);
    add_control_options(command, options.numbers, is_game_number);
    add_option(command, "--svg", options.svg_file,
               "Also write an SVG diagram of the step rate's limits, and of how even the motion is on each display.",
               {.type = "FILE"});
    add_flag(command, "--json", options.prints_json, "Print JSON.");
}

} // namespace timestep_lab
