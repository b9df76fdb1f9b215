// timestep_lab rate -- finds step rates that suit a game, from numbers such as the speed of its fastest body
#include "base/number.hpp"
#include "draw/shapes/svg.hpp"
#include "lab/metrics/step_rate_advice.hpp"
#include "lab/settings/controls.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/output.hpp"
#include "views/step_rate_chart.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace timestep_lab
{

namespace
{

using timestep::to_hertz;

struct RateOptions
{
    ControlOptionValues property_texts;
    std::string svg_file;
    bool prints_json = false;
};

bool is_game_property_control(const lab::Control& control) { return control.path.starts_with("rate."); }

// The properties of an example game if the user gave none.
lab::GameProperties parse_game_properties(const RateOptions& options)
{
    lab::Settings settings;
    lab::GameProperties& game = settings.view.game_properties;
    if (std::ranges::all_of(options.property_texts, [](const auto& property) { return property.second.empty(); }))
        return game;
    game = lab::GameProperties::without_step_rate_limits();
    for (const auto& [path, text] : options.property_texts)
        if (!text.empty()) throw_if_error(lab::assign(settings, *lab::find_control(settings, path), text));
    if (game.fastest_body_speed > 0.0 && game.thinnest_wall_thickness + game.fastest_body_radius == 0.0)
        throw BadInput{"--fastest also needs the thickness of a wall above 0, as in --thinnest 0.2"};
    return game;
}

// Prints the range of step rates that `bound` allows, and a bar in which '#' marks the allowed rates. A bound comes
// from one property of the game, such as the speed of its fastest body; the combined bound from all of them.
void print_bound(const views::StepRateScale& rate_scale, const lab::RateBound& bound)
{
    const auto hz_at_cell = [&](double cell) { return rate_scale.hz_at(cell / 40.0); };
    std::string bar;
    for (int cell = 0; cell < 40; ++cell)
    {
        const double middle_hz = hz_at_cell(cell + 0.5);
        const auto is_in_cell = [&](timestep::Rate rate)
        { return to_hertz(rate) >= hz_at_cell(cell) && to_hertz(rate) < hz_at_cell(cell + 1); };
        const bool is_allowed = bound.allowed_rates ? std::ranges::any_of(*bound.allowed_rates, is_in_cell)
                                                    : middle_hz >= bound.min_hz && middle_hz <= bound.max_hz;
        bar += is_allowed ? '#' : '.';
    }
    base::print("{:<20} {:>8} {:>8}  {}  {}\n", bound.name,
                bound.min_hz > 0.0 ? base::number_text(bound.min_hz, 4) : "-",
                std::isfinite(bound.max_hz) ? base::number_text(bound.max_hz, 4) : "-", bar, bound.reason);
}

void print_mismatch_map(const lab::StepRateMismatchMap& mismatch_map)
{
    base::print(
        "\nA second without interpolation: frames without a step, with several, and irregular ones (the beat; 0 "
        "is even)\n{:>10}",
        "steps");
    for (const timestep::Rate refresh_rate : mismatch_map.refresh_rates)
        base::print("{:>14}", base::exact_rate_text(refresh_rate) + " Hz");
    bool has_mark = false;
    for (std::size_t step_index = 0; step_index < mismatch_map.step_rates.size(); ++step_index)
    {
        base::print("\n{:>7} Hz", base::exact_rate_text(mismatch_map.step_rates[step_index]));
        for (std::size_t display_index = 0; display_index < mismatch_map.refresh_rates.size(); ++display_index)
        {
            const sim::StepRateMismatch mismatch = mismatch_map.mismatch_at(step_index, display_index);
            const bool is_marked = mismatch.beat_hz > 0.0 && mismatch_map.looks_even_at(step_index, display_index);
            has_mark = has_mark || is_marked;
            base::print("{:>14}", fmt::format("{} {} {}{}", base::number_text(mismatch.zero_step_frames_per_s, 3),
                                              base::number_text(mismatch.multi_step_frames_per_s, 3),
                                              base::number_text(mismatch.beat_hz, 3), is_marked ? "*" : ""));
        }
    }
    base::print("\n");
    if (has_mark) base::print("* irregular, but by too little to see: the verdict is OK.\n");
}

void print_advice(const lab::StepRateAdvice& advice, const lab::StepRateMismatchMap& mismatch_map)
{
    const views::StepRateScale rate_scale = views::step_rate_scale_of(advice);
    base::print("{:<20} {:>8} {:>8}  {:<20}{:>20}\n", "limit", "from Hz", "to Hz",
                fmt::format("{} Hz", base::number_text(rate_scale.min_hz)),
                fmt::format("{} Hz", base::number_text(rate_scale.max_hz)));
    for (const lab::RateBound& bound : advice.bounds) print_bound(rate_scale, bound);
    print_bound(rate_scale, advice.combined_bound);
    if (advice.combined_bound.allowed_rates)
    {
        base::print("possible rates, even on all displays:{}",
                    advice.combined_bound.allowed_rates->empty() ? " none" : "");
        for (const timestep::Rate allowed_rate : *advice.combined_bound.allowed_rates)
            base::print(" {}", base::number_text(to_hertz(allowed_rate), 5));
        base::print("{}\n", advice.combined_bound.allowed_rates->empty() ? "" : " Hz");
    }
    base::print("\n{}\n", base::Verbatim{advice_text(advice)});
    print_mismatch_map(mismatch_map);
}

Json advice_json(const lab::StepRateAdvice& advice, const lab::StepRateMismatchMap& mismatch_map)
{
    const auto bound_json = [](const lab::RateBound& bound) {
        return Json{{"name", bound.name}, {"reason", bound.reason}, {"min_hz", bound.min_hz}, {"max_hz", bound.max_hz}};
    };
    const auto deciding_bound_name = [&](const auto& bound_index)
    { return bound_index ? Json(advice.bounds[*bound_index].name) : Json(); };
    Json json{{"all", bound_json(advice.combined_bound)},
              {"lowest", deciding_bound_name(advice.min_bound_index)},
              {"highest", deciding_bound_name(advice.max_bound_index)},
              {"rate_hz", advice.advised_rate ? Json(to_hertz(*advice.advised_rate)) : Json()}};
    json["bounds"] = json["even_hz"] = json["changes"] = json["map"] = Json::array();
    for (const lab::RateBound& bound : advice.bounds) json["bounds"].push_back(bound_json(bound));
    for (const timestep::Rate allowed_rate :
         advice.combined_bound.allowed_rates.value_or(std::vector<timestep::Rate>{}))
        json["even_hz"].push_back(to_hertz(allowed_rate));
    for (const lab::GamePropertyChange& change : advice.sufficient_changes)
        json["changes"].push_back(change.description);
    for (std::size_t step_index = 0; step_index < mismatch_map.step_rates.size(); ++step_index)
        for (std::size_t display_index = 0; display_index < mismatch_map.refresh_rates.size(); ++display_index)
        {
            const sim::StepRateMismatch mismatch = mismatch_map.mismatch_at(step_index, display_index);
            json["map"].push_back({{"step_hz", to_hertz(mismatch_map.step_rates[step_index])},
                                   {"display_hz", to_hertz(mismatch_map.refresh_rates[display_index])},
                                   {"repeats", mismatch.zero_step_frames_per_s},
                                   {"doubles", mismatch.multi_step_frames_per_s},
                                   {"beat", mismatch.beat_hz}});
        }
    return json;
}

void run_rate_command(const RateOptions& options, bool /*quiet*/)
{
    require_usable_outputs({{"--svg", options.svg_file, true}});
    const lab::GameProperties game_properties = parse_game_properties(options);
    if (game_properties == lab::GameProperties{} && !options.prints_json)
        base::print("This is an example with the numbers of an invented game:\n");
    const lab::StepRateAdvice advice = lab::advise_step_rate(game_properties);
    const lab::StepRateMismatchMap mismatch_map = lab::make_mismatch_map(game_properties.display_rates);
    if (!options.svg_file.empty())
    {
        draw::Picture picture;
        views::redraw_step_rate_chart(picture, game_properties, advice, mismatch_map, {0, 0, 960, 300},
                                      {draw::light_theme});
        write_output(options.svg_file, draw::to_svg(picture));
    }
    if (options.prints_json)
        print_json(advice_json(advice, mismatch_map));
    else
        print_advice(advice, mismatch_map);
}

} // namespace

void add_rate_command(CLI::App& program)
{
    auto [command, options] = add_command<RateOptions>(program, "rate",
                                                       "Find step rates for a game, from numbers such as the speed of "
                                                       "its fastest body. Without numbers, shows an example.",
                                                       run_rate_command);
    add_control_options(command, options.property_texts, is_game_property_control);
    add_option(command, "--svg", options.svg_file,
               "Also write an SVG diagram of the step rate's limits, and of how even the motion is on each display.",
               {.type = "FILE"});
    add_flag(command, "--json", options.prints_json, "Print JSON.");
}

} // namespace timestep_lab
