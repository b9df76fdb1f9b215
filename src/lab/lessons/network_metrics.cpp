#include "lab/lessons/network_metrics.hpp"

#include <algorithm>
#include <array>

namespace lab
{

namespace
{

using scenes::NetworkPc;
using scenes::PeerToPeerGame;
using Totals = scenes::NetworkPcTotals;

double sum_over_pcs(const PeerToPeerGame& game, const auto& value_of)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < game.pc_count(); ++i) sum += static_cast<double>(value_of(game[i]));
    return sum;
}

// 0 if all values are negative.
double max_over_pcs(const PeerToPeerGame& game, const auto& value_of)
{
    double max = 0.0;
    for (std::size_t i = 0; i < game.pc_count(); ++i) max = std::max(max, static_cast<double>(value_of(game[i])));
    return max;
}

template <std::int64_t Totals::*counter>
double sum_of(const PeerToPeerGame& game)
{
    return sum_over_pcs(game, [](const NetworkPc& pc) { return pc.totals.*counter; });
}

template <std::int64_t Totals::*counter>
double max_of(const PeerToPeerGame& game)
{
    return max_over_pcs(game, [](const NetworkPc& pc) { return pc.totals.*counter; });
}

scenes::StateComparison total_state_comparison(const PeerToPeerGame& game)
{
    scenes::StateComparison total;
    for (std::size_t i = 1; i < game.pc_count(); ++i)
    {
        const scenes::StateComparison& comparison = game.comparison_with_first_pc(i);
        total.equal_sample_count += comparison.equal_sample_count;
        total.different_sample_count += comparison.different_sample_count;
        if (comparison.first_difference_tick &&
            (!total.first_difference_tick || *comparison.first_difference_tick < *total.first_difference_tick))
            total.first_difference_tick = comparison.first_difference_tick;
    }
    return total;
}

// Returns the steps that a PC ran again after rollbacks, in percent of the PC's ticks.
double rerun_percent(const NetworkPc& network_pc)
{
    const auto ticks = static_cast<double>(std::max<std::int64_t>(network_pc.tick(), 1));
    return 100.0 * static_cast<double>(network_pc.totals.rerun_ticks) / ticks;
}

double slowest_speed(const PeerToPeerGame& game)
{
    const double wall_s = timestep::to_seconds(game.wall_time());
    double min_simulated_s = wall_s;
    for (std::size_t i = 0; i < game.pc_count(); ++i) min_simulated_s = std::min(min_simulated_s, game[i].world.time());
    return wall_s > 0.0 ? min_simulated_s / wall_s : 1.0;
}

constexpr std::array network_metric_rows{
    NetworkMetric{"seconds", "Real time since the start of the game, in seconds.",
                  [](const auto& game) { return timestep::to_seconds(game.wall_time()); }},
    NetworkMetric{"ticks", "Number of steps that the first PC ran.",
                  [](const auto& game) { return static_cast<double>(game[0].tick()); }},
    NetworkMetric{"speed", "Simulated time / wall time of the slowest PC; 1 is real time.", slowest_speed},
    NetworkMetric{
        "input_delay_ms", "Input lag: time from a key press to its effect, on the PC where the key was pressed.",
        [](const auto& game) { return 1e3 * game.setup().input_delay * timestep::step_seconds(game.setup().rate); }},
    NetworkMetric{"sent", "Number of network messages that all PCs sent.", sum_of<&Totals::sent_message_count>},
    NetworkMetric{"lost", "Number of network messages that never arrived.", sum_of<&Totals::lost_message_count>},
    NetworkMetric{"waits", "Number of waits for inputs of other players, all PCs together; a wait counts when it ends.",
                  sum_of<&Totals::wait_count>},
    NetworkMetric{
        "waits_of_one_pc",
        "Number of waits for inputs of other players, on the PC with the most waits; a wait counts when it ends.",
        max_of<&Totals::wait_count>},
    NetworkMetric{"longest_wait_ms", "Longest time for which a PC waited for another player's input.",
                  [](const auto& game) {
                      return max_over_pcs(game,
                                          [](const auto& pc) { return timestep::to_millis(pc.totals.longest_wait); });
                  }},
    NetworkMetric{"waited_s", "Time spent waiting for other players' inputs, on the PC with the highest total.",
                  [](const auto& game) {
                      return max_over_pcs(game,
                                          [](const auto& pc) { return timestep::to_seconds(pc.totals.total_wait); });
                  }},
    NetworkMetric{"rollbacks", "Number of rollbacks of all PCs together.", sum_of<&Totals::rollback_count>},
    NetworkMetric{"rollbacks_of_one_pc", "Number of rollbacks on the PC with the most rollbacks.",
                  max_of<&Totals::rollback_count>},
    NetworkMetric{"deepest", "Largest number of ticks that one rollback went back.", max_of<&Totals::deepest_rollback>},
    NetworkMetric{"again_percent", "Steps that ran again after rollbacks, in percent of the ticks of all PCs.",
                  [](const auto& game)
                  {
                      const double ticks = sum_over_pcs(game, [](const auto& pc) { return pc.tick(); });
                      return 100.0 * sum_of<&Totals::rerun_ticks>(game) / std::max(ticks, 1.0);
                  }},
    NetworkMetric{"again_percent_of_one_pc",
                  "Steps that a PC ran again after rollbacks, in percent of its ticks; the highest value of all PCs.",
                  [](const auto& game) { return max_over_pcs(game, rerun_percent); }},
    NetworkMetric{"first_different_tick",
                  "The first tick, counted from 1, at which the states of the PCs differ; 0 if no tick differs.",
                  [](const auto& game)
                  { return static_cast<double>(total_state_comparison(game).first_difference_tick.value_or(0)); }},
    NetworkMetric{
        "hashes_equal",
        "Number of states that equal the first PC's state. Each PC's state is compared with it at every 60th tick.",
        [](const auto& game) { return static_cast<double>(total_state_comparison(game).equal_sample_count); }},
    NetworkMetric{"hashes_different",
                  "Number of states that differ from the first PC's state. Each PC's state is compared with it at "
                  "every 60th tick.",
                  [](const auto& game)
                  { return static_cast<double>(total_state_comparison(game).different_sample_count); }},
    NetworkMetric{
        "apart", "Distance |x1 - x2| of the bodies on the first two PCs, at the latest game time confirmed by all PCs.",
        [](const auto& game) { return game.confirmed_distance(1, game.confirmed_game_seconds()).value_or(0.0); }},
};

} // namespace

std::span<const NetworkMetric> network_metrics() { return network_metric_rows; }

LaneResult network_result(const scenes::PeerToPeerGame& game)
{
    LaneResult result;
    result.setup.name = "game";
    for (const NetworkMetric& metric : network_metric_rows) result.network_values.push_back(metric.get(game));
    return result;
}

} // namespace lab
