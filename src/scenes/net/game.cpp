#include "scenes/net/game.hpp"

#include "sim/machine/random.hpp"

#include <algorithm>
#include <cmath>

namespace scenes
{

NetworkedGame::NetworkedGame(const NetworkSetUp& set_up)
    : set_up_{std::make_unique<const NetworkSetUp>(set_up)}
    , undelivered_(set_up.pc_count)
    , agreements_(set_up.pc_count)
{
    for (std::size_t pc = 0; pc < set_up.pc_count; ++pc) peers_.emplace_back(*set_up_, pc);
    for (std::size_t i = 0; i < set_up.pc_count * set_up.pc_count; ++i)
        connections_.push_back({set_up.link, sim::seed_of(set_up.seed, 2000 + i)});
}

void NetworkedGame::advance_to(Nanos wall_time, const std::function<void(std::size_t pc)>& after_frame)
{
    for (std::size_t pc = next_pc(); peers_[pc].next_frame_start_time <= wall_time; pc = next_pc())
    {
        simulate_frame(pc);
        if (after_frame) after_frame(pc);
    }
    wall_time_ = std::max(wall_time_, wall_time);
}

std::size_t NetworkedGame::simulate_next_frame()
{
    const std::size_t pc = next_pc();
    simulate_frame(pc);
    return pc;
}

std::size_t NetworkedGame::next_pc() const
{
    return static_cast<std::size_t>(std::ranges::min_element(peers_, {}, &Peer::next_frame_start_time) -
                                    peers_.begin());
}

// Simulates one frame of a PC. Delivers messages in the order of arrival; if times are equal, in the order of sending.
void NetworkedGame::simulate_frame(std::size_t pc)
{
    std::vector<Message>& undelivered = undelivered_[pc];
    const auto has_arrived            = [now = peers_[pc].next_frame_start_time](const Message& m)
    { return m.arrival_time <= now; };
    const auto first_later = std::stable_partition(undelivered.begin(), undelivered.end(), has_arrived);
    std::sort(undelivered.begin(), first_later,
              [](const Message& a, const Message& b) {
                  return std::pair{a.arrival_time, a.number} < std::pair{b.arrival_time, b.number};
              });
    peers_[pc].simulate_frame({undelivered.begin(), first_later});
    wall_time_ = std::max(wall_time_, peers_[pc].last_frame.start_time);
    undelivered.erase(undelivered.begin(), first_later);
    send_messages(pc);
    for (std::size_t other = 0; other < peers_.size(); ++other) compare_states_with_first_pc(other);
    drop_compared_states();
}

void NetworkedGame::send_messages(std::size_t pc)
{
    for (std::size_t receiver = 0; receiver < peers_.size(); ++receiver)
    {
        auto message = receiver == pc ? std::nullopt : peers_[pc].make_message_to(receiver);
        if (!message) continue;
        const auto arrival_time = connections_[pc * peers_.size() + receiver].transmit(message->sent_time);
        message->number         = next_message_number_++;
        message->is_lost        = !arrival_time;
        message->arrival_time   = arrival_time.value_or(message->sent_time + set_up_->link.delay);
        if (message->is_lost)
            ++peers_[pc].totals.lost_messages;
        else
            undelivered_[receiver].push_back(*message);
        messages_.push_back(*message);
    }
    while (!messages_.empty() && messages_.front().sent_time < wall_time_ - history_duration) messages_.pop_front();
}

// Compares the PC `pc` with the first PC in all ticks whose inputs have become known on both since the last call.
void NetworkedGame::compare_states_with_first_pc(std::size_t pc)
{
    const ConfirmedStates& first_pc_states = peers_[0].confirmed_states;
    const ConfirmedStates& states          = peers_[pc].confirmed_states;
    Agreement& agreement                   = agreements_[pc];
    const std::int64_t last_common_tick    = std::min(first_pc_states.last_tick(), states.last_tick());
    if (agreement.examined_ticks + 1 < std::max(first_pc_states.first_tick, states.first_tick)) return;
    while (agreement.examined_ticks < last_common_tick)
    {
        const std::int64_t tick = ++agreement.examined_ticks;
        const bool is_equal     = first_pc_states[tick] == states[tick];
        if (!is_equal && !agreement.first_difference_tick)
        {
            agreement.first_difference_tick    = tick;
            agreement.first_difference_seconds = first_pc_states[tick].seconds;
        }
        std::int64_t& count = is_equal ? agreement.equal_sample_count : agreement.different_sample_count;
        if (tick % comparison_tick_interval == 0) ++count;
    }
    while (agreement.first_difference_tick && agreement.distances.size() < distance_delays.size())
    {
        const auto pc_distance = confirmed_distance_to_first_pc(pc, agreement.first_difference_seconds +
                                                                        distance_delays[agreement.distances.size()]);
        if (!pc_distance) break;
        agreement.distances.push_back(*pc_distance);
    }
}

void NetworkedGame::drop_compared_states()
{
    const ConfirmedStates& first_pc_states = peers_[0].confirmed_states;
    const double oldest_shown_seconds =
        std::min(confirmed_game_seconds(), timestep::to_seconds(wall_time_)) - timestep::to_seconds(history_duration);
    std::int64_t compared_with_all = first_pc_states.last_tick();
    for (std::size_t pc = 1; pc < peers_.size(); ++pc)
    {
        const Agreement& agreement   = agreements_[pc];
        const std::int64_t next_tick = agreement.examined_ticks + 1;
        compared_with_all            = std::min(compared_with_all, agreement.examined_ticks);
        // If the next tick is the first that differs, distances are measured from its time on. So its state is kept.
        const bool may_measure_distance = !agreement.first_difference_tick && next_tick >= first_pc_states.first_tick &&
                                          next_tick <= first_pc_states.last_tick();
        peers_[pc].confirmed_states.drop_before(
            next_tick, may_measure_distance ? std::min(oldest_shown_seconds, first_pc_states[next_tick].seconds)
                                            : oldest_shown_seconds);
    }
    peers_[0].confirmed_states.drop_before(compared_with_all + 1, oldest_shown_seconds);
}

std::optional<double> NetworkedGame::confirmed_distance_to_first_pc(std::size_t pc, double seconds) const
{
    const auto first_pc_x = peers_[0].confirmed_states.x_at(seconds);
    const auto x          = peers_[pc].confirmed_states.x_at(seconds);
    if (!first_pc_x || !x) return std::nullopt;
    return std::abs(*first_pc_x - *x);
}

double NetworkedGame::confirmed_game_seconds() const
{
    double min_seconds = std::numeric_limits<double>::infinity();
    for (const Peer& peer : peers_)
    {
        const auto& states = peer.confirmed_states.values;
        min_seconds        = std::min(min_seconds, states.empty() ? 0.0 : states.back().seconds);
    }
    return min_seconds;
}

} // namespace scenes
