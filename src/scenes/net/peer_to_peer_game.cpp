#include "scenes/net/peer_to_peer_game.hpp"

#include "sim/machine/random.hpp"

#include <algorithm>
#include <cmath>

namespace scenes
{

PeerToPeerGame::PeerToPeerGame(const NetworkSetup& setup)
    : setup_{std::make_unique<const NetworkSetup>(setup)}
    , undelivered_messages_(setup.pc_count)
    , comparisons_(setup.pc_count)
{
    for (std::size_t pc_index = 0; pc_index < setup.pc_count; ++pc_index) pcs_.emplace_back(*setup_, pc_index);
    for (std::size_t i = 0; i < setup.pc_count * setup.pc_count; ++i)
        connections_.push_back({setup.connection, sim::stream_seed(setup.seed, 2000 + i)});
}

void PeerToPeerGame::advance_to(Nanos wall_time, const std::function<void(std::size_t pc_index)>& after_frame)
{
    while (pcs_[next_pc_index()].next_frame_start_time <= wall_time)
    {
        const std::size_t pc_index = simulate_next_frame();
        if (after_frame) after_frame(pc_index);
    }
    wall_time_ = std::max(wall_time_, wall_time);
}

std::size_t PeerToPeerGame::next_pc_index() const
{
    return static_cast<std::size_t>(std::ranges::min_element(pcs_, {}, &NetworkPc::next_frame_start_time) -
                                    pcs_.begin());
}

// Delivers messages in the order of arrival; if times are equal, in the order of sending.
std::size_t PeerToPeerGame::simulate_next_frame()
{
    const std::size_t pc_index = next_pc_index();
    std::vector<InputMessage>& messages = undelivered_messages_[pc_index];
    const auto has_arrived = [now = pcs_[pc_index].next_frame_start_time](const InputMessage& m)
    { return m.arrival_time <= now; };
    const auto first_not_arrived = std::stable_partition(messages.begin(), messages.end(), has_arrived);
    std::sort(messages.begin(), first_not_arrived,
              [](const InputMessage& a, const InputMessage& b) {
                  return std::pair{a.arrival_time, a.serial_number} < std::pair{b.arrival_time, b.serial_number};
              });
    pcs_[pc_index].simulate_frame({messages.begin(), first_not_arrived});
    wall_time_ = std::max(wall_time_, pcs_[pc_index].last_frame.start_time);
    messages.erase(messages.begin(), first_not_arrived);
    send_messages(pc_index);
    for (std::size_t compared_index = 0; compared_index < pcs_.size(); ++compared_index) compare_states(compared_index);
    drop_old_states();
    return pc_index;
}

void PeerToPeerGame::send_messages(std::size_t pc_index)
{
    for (std::size_t receiver = 0; receiver < pcs_.size(); ++receiver)
    {
        auto message = receiver == pc_index ? std::nullopt : pcs_[pc_index].make_message(receiver);
        if (!message) continue;
        const auto arrival_time = connections_[pc_index * pcs_.size() + receiver].transmit(message->sent_time);
        message->serial_number = next_serial_number_++;
        message->is_lost = !arrival_time;
        message->arrival_time = arrival_time.value_or(message->sent_time + setup_->connection.delay);
        if (message->is_lost)
            ++pcs_[pc_index].totals.lost_message_count;
        else
            undelivered_messages_[receiver].push_back(*message);
        sent_messages_.push_back(*message);
    }
    drop_older_than(sent_messages_, wall_time_ - history_duration, &InputMessage::sent_time);
}

void PeerToPeerGame::compare_states(std::size_t pc_index)
{
    const ConfirmedStates& first_pc_states = pcs_[0].confirmed_states;
    const ConfirmedStates& states = pcs_[pc_index].confirmed_states;
    StateComparison& comparison = comparisons_[pc_index];
    if (comparison.last_compared_tick + 1 < std::max(first_pc_states.first_tick, states.first_tick)) return;

    const std::int64_t last_common_tick = std::min(first_pc_states.last_tick(), states.last_tick());
    while (comparison.last_compared_tick < last_common_tick)
    {
        const std::int64_t tick = ++comparison.last_compared_tick;
        const bool is_equal = first_pc_states[tick] == states[tick];
        if (!is_equal && !comparison.first_difference_tick)
        {
            comparison.first_difference_tick = tick;
            comparison.first_difference_seconds = first_pc_states[tick].seconds;
        }
        std::int64_t& sample_count = is_equal ? comparison.equal_sample_count : comparison.different_sample_count;
        if (tick % sampled_tick_interval == 0) ++sample_count;
    }

    // The distances at fixed times after the first difference
    while (comparison.first_difference_tick && comparison.distances.size() < distance_measurement_seconds.size())
    {
        const auto distance = confirmed_distance(
            pc_index, comparison.first_difference_seconds + distance_measurement_seconds[comparison.distances.size()]);
        if (!distance) return; // the time of this measurement has not come yet
        comparison.distances.push_back(*distance);
    }
}

void PeerToPeerGame::drop_old_states()
{
    const ConfirmedStates& first_pc_states = pcs_[0].confirmed_states;
    const double oldest_shown_seconds =
        std::min(confirmed_game_seconds(), timestep::to_seconds(wall_time_)) - timestep::to_seconds(history_duration);
    std::int64_t last_tick_compared_with_all = first_pc_states.last_tick();
    for (std::size_t pc_index = 1; pc_index < pcs_.size(); ++pc_index)
    {
        const StateComparison& comparison = comparisons_[pc_index];
        const std::int64_t next_tick_to_compare = comparison.last_compared_tick + 1;
        last_tick_compared_with_all = std::min(last_tick_compared_with_all, comparison.last_compared_tick);
        double oldest_needed_seconds = oldest_shown_seconds;
        if (!comparison.first_difference_tick && next_tick_to_compare >= first_pc_states.first_tick &&
            next_tick_to_compare <= first_pc_states.last_tick())
            oldest_needed_seconds = std::min(oldest_shown_seconds, first_pc_states[next_tick_to_compare].seconds);
        pcs_[pc_index].confirmed_states.drop_before(next_tick_to_compare, oldest_needed_seconds);
    }
    pcs_[0].confirmed_states.drop_before(last_tick_compared_with_all + 1, oldest_shown_seconds);
}

std::optional<double> PeerToPeerGame::confirmed_distance(std::size_t pc_index, double seconds) const
{
    const auto first_pc_x = pcs_[0].confirmed_states.x_at(seconds);
    const auto x = pcs_[pc_index].confirmed_states.x_at(seconds);
    if (!first_pc_x || !x) return std::nullopt;
    return std::abs(*first_pc_x - *x);
}

double PeerToPeerGame::confirmed_game_seconds() const
{
    double min_confirmed_seconds = std::numeric_limits<double>::infinity();
    for (const NetworkPc& network_pc : pcs_)
    {
        const auto& states = network_pc.confirmed_states.values;
        min_confirmed_seconds = std::min(min_confirmed_seconds, states.empty() ? 0.0 : states.back().seconds);
    }
    return min_confirmed_seconds;
}

} // namespace scenes
