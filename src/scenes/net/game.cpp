#include "scenes/net/game.hpp"

#include "sim/machine/random.hpp"

#include <algorithm>
#include <cmath>

namespace scenes
{

NetworkedGame::NetworkedGame(const NetworkSetUp& set_up)
    : set_up_{std::make_unique<const NetworkSetUp>(set_up)}
    , undelivered_(set_up.pcs)
    , agreements_(set_up.pcs)
{
    for (std::size_t pc = 0; pc < set_up.pcs; ++pc) peers_.emplace_back(*set_up_, pc);
    for (std::size_t wire = 0; wire < set_up.pcs * set_up.pcs; ++wire)
        wires_.emplace_back(set_up.link, sim::seed_of(set_up.seed, 2000 + wire));
}

void NetworkedGame::advance_to(Nanos to, const std::function<void(std::size_t pc)>& after_frame)
{
    for (std::size_t pc = next_pc(); peers_[pc].next_frame_at() <= to; pc = next_pc())
    {
        compute_frame(pc);
        if (after_frame) after_frame(pc);
    }
    time_ = std::max(time_, to);
}

std::size_t NetworkedGame::single_frame()
{
    const std::size_t pc = next_pc();
    compute_frame(pc);
    return pc;
}

std::size_t NetworkedGame::next_pc() const
{
    return static_cast<std::size_t>(std::ranges::min_element(peers_, {}, &Peer::next_frame_at) - peers_.begin());
}

// Simulates one frame of a PC. Delivers messages in the order of arrival; at equal times, in the order of sending.
void NetworkedGame::compute_frame(std::size_t pc)
{
    std::vector<Message>& undelivered = undelivered_[pc];
    const auto has_arrived = [now = peers_[pc].next_frame_at()](const Message& m) { return m.arrives <= now; };
    const auto first_later = std::stable_partition(undelivered.begin(), undelivered.end(), has_arrived);
    std::sort(undelivered.begin(), first_later,
              [](const Message& a, const Message& b) {
                  return std::pair{a.arrives, a.number} < std::pair{b.arrives, b.number};
              });
    peers_[pc].compute_frame({undelivered.begin(), first_later});
    time_ = std::max(time_, peers_[pc].last_frame().at);
    undelivered.erase(undelivered.begin(), first_later);
    send_messages(pc);
    for (std::size_t other = 0; other < peers_.size(); ++other) compare_states(other);
    drop_states();
}

void NetworkedGame::send_messages(std::size_t pc)
{
    for (std::size_t to = 0; to < peers_.size(); ++to)
    {
        auto message = to == pc ? std::nullopt : peers_[pc].make_message_to(to);
        if (!message) continue;
        const auto arrives = wires_[pc * peers_.size() + to].transmit(message->sent);
        message->number    = next_message_number_++;
        message->lost      = !arrives;
        message->arrives   = arrives.value_or(message->sent + set_up_->link.delay);
        if (message->lost)
            peers_[pc].count_loss();
        else
            undelivered_[to].push_back(*message);
        messages_.push_back(*message);
    }
    while (!messages_.empty() && messages_.front().sent < time_ - looked_back) messages_.pop_front();
}

// Compares the ticks that have become final on both this PC and the first PC since the last call.
void NetworkedGame::compare_states(std::size_t pc)
{
    const FinalStates& first_pc_states = peers_[0].final_states();
    const FinalStates& states          = peers_[pc].final_states();
    Agreement& agreement               = agreements_[pc];
    const std::int64_t end             = std::min(first_pc_states.last(), states.last());
    if (agreement.common + 1 < std::max(first_pc_states.first(), states.first())) return;
    while (agreement.common < end)
    {
        const std::int64_t tick = ++agreement.common;
        const bool is_equal     = first_pc_states[tick] == states[tick];
        if (!is_equal && !agreement.first)
        {
            agreement.first         = tick;
            agreement.first_seconds = first_pc_states[tick].seconds;
        }
        std::int64_t& count = is_equal ? agreement.equal : agreement.differ;
        if (tick % compared_ticks == 0) ++count;
    }
    while (agreement.first && agreement.apart.size() < measured_after.size())
    {
        const auto apart = distance(pc, agreement.first_seconds + measured_after[agreement.apart.size()]);
        if (!apart) break;
        agreement.apart.push_back(*apart);
    }
}

// Drops final states that are no longer compared or displayed.
void NetworkedGame::drop_states()
{
    const FinalStates& first     = peers_[0].final_states();
    const double oldest_shown    = std::min(settled(), timestep::to_seconds(time_)) - timestep::to_seconds(looked_back);
    std::int64_t compared_to_all = first.last();
    for (std::size_t pc = 1; pc < peers_.size(); ++pc)
    {
        const Agreement& agreement   = agreements_[pc];
        const std::int64_t next_tick = agreement.common + 1;
        compared_to_all              = std::min(compared_to_all, agreement.common);
        // The next tick may be the first that differs. Distances would then be measured up to the longest of the times
        // `measured_after` after it, so the states from this tick on are kept.
        const bool may_measure_distance = !agreement.first && next_tick >= first.first() && next_tick <= first.last();
        peers_[pc].drop_final_states(next_tick, may_measure_distance ? std::min(oldest_shown, first[next_tick].seconds)
                                                                     : oldest_shown);
    }
    peers_[0].drop_final_states(compared_to_all + 1, oldest_shown);
}

std::optional<double> NetworkedGame::distance(std::size_t pc, double seconds) const
{
    const auto first_pc_x = peers_[0].final_states().x_at(seconds);
    const auto x          = peers_[pc].final_states().x_at(seconds);
    if (!first_pc_x || !x) return std::nullopt;
    return std::abs(*first_pc_x - *x);
}

double NetworkedGame::settled() const
{
    double min_seconds = std::numeric_limits<double>::infinity();
    for (const Peer& peer : peers_)
        min_seconds = std::min(min_seconds, peer.final_states().empty() ? 0.0 : peer.final_states().newest().seconds);
    return min_seconds;
}

} // namespace scenes
