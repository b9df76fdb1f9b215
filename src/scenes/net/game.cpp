#include "scenes/net/game.hpp"

#include "sim/machine/random.hpp"

#include <algorithm>
#include <cmath>

namespace scenes
{

NetworkedGame::NetworkedGame(const NetworkSetUp& set_up)
    : set_up_{std::make_unique<const NetworkSetUp>(set_up)}
    , under_way_(set_up.pcs)
    , agreements_(set_up.pcs)
{
    for (std::size_t pc = 0; pc < set_up.pcs; ++pc) peers_.emplace_back(*set_up_, pc);
    for (std::size_t wire = 0; wire < set_up.pcs * set_up.pcs; ++wire)
        wires_.emplace_back(set_up.link, sim::seed_of(set_up.seed, 2000 + wire));
}

void NetworkedGame::advance_to(Nanos to, const std::function<void(std::size_t pc)>& each)
{
    for (std::size_t pc = next_pc(); peers_[pc].next_frame_at() <= to; pc = next_pc())
    {
        compute_frame(pc);
        if (each) each(pc);
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

// Delivers messages in the order of their arrival, and messages of one time in the order in which they were sent.
void NetworkedGame::compute_frame(std::size_t pc)
{
    std::vector<Message>& coming = under_way_[pc];
    const auto there             = [now = peers_[pc].next_frame_at()](const Message& m) { return m.arrives <= now; };
    const auto later             = std::stable_partition(coming.begin(), coming.end(), there);
    std::sort(coming.begin(), later,
              [](const Message& a, const Message& b) {
                  return std::pair{a.arrives, a.number} < std::pair{b.arrives, b.number};
              });
    peers_[pc].compute_frame({coming.begin(), later});
    time_ = std::max(time_, peers_[pc].last_frame().at);
    coming.erase(coming.begin(), later);
    send(pc);
    for (std::size_t other = 0; other < peers_.size(); ++other) compare_states(other);
    drop_states();
}

void NetworkedGame::send(std::size_t pc)
{
    for (std::size_t to = 0; to < peers_.size(); ++to)
    {
        auto message = to == pc ? std::nullopt : peers_[pc].take_message(to);
        if (!message) continue;
        const auto arrives = wires_[pc * peers_.size() + to].transmit(message->sent);
        message->number    = number_++;
        message->lost      = !arrives;
        message->arrives   = arrives.value_or(message->sent + set_up_->link.delay);
        if (message->lost)
            peers_[pc].count_loss();
        else
            under_way_[to].push_back(*message);
        messages_.push_back(*message);
    }
    while (!messages_.empty() && messages_.front().sent < time_ - looked_back) messages_.pop_front();
}

// Compares the ticks that have become final on this PC and on the first PC since the last call.
void NetworkedGame::compare_states(std::size_t pc)
{
    const FinalStates& a   = peers_[0].final_states();
    const FinalStates& b   = peers_[pc].final_states();
    Agreement& found       = agreements_[pc];
    const std::int64_t end = std::min(a.last(), b.last());
    if (found.common + 1 < std::max(a.first(), b.first())) return;
    while (found.common < end)
    {
        const std::int64_t tick = ++found.common;
        const bool same         = a[tick] == b[tick];
        if (!same && !found.first)
        {
            found.first         = tick;
            found.first_seconds = a[tick].seconds;
        }
        std::int64_t& count = same ? found.equal : found.differ;
        if (tick % compared_ticks == 0) ++count;
    }
    while (found.first && found.apart.size() < measured_after.size())
    {
        const auto apart = distance(pc, found.first_seconds + measured_after[found.apart.size()]);
        if (!apart) break;
        found.apart.push_back(*apart);
    }
}

// Drops final states that are no longer compared or displayed.
void NetworkedGame::drop_states()
{
    const FinalStates& first = peers_[0].final_states();
    const double shown       = std::min(settled(), timestep::to_seconds(time_)) - timestep::to_seconds(looked_back);
    std::int64_t compared    = first.last();
    for (std::size_t pc = 1; pc < peers_.size(); ++pc)
    {
        const Agreement& found  = agreements_[pc];
        const std::int64_t next = found.common + 1;
        compared                = std::min(compared, found.common);
        // True: the next tick may be the first that differs. The distances of the two bodies would then be measured at
        // the times `measured_after` after it, so the states from this tick on are kept.
        const bool measures = !found.first && next >= first.first() && next <= first.last();
        peers_[pc].drop_final_states(next, measures ? std::min(shown, first[next].seconds) : shown);
    }
    peers_[0].drop_final_states(compared + 1, shown);
}

std::optional<double> NetworkedGame::distance(std::size_t pc, double seconds) const
{
    const auto a = peers_[0].final_states().x_at(seconds);
    const auto b = peers_[pc].final_states().x_at(seconds);
    if (!a || !b) return std::nullopt;
    return std::abs(*a - *b);
}

double NetworkedGame::settled() const
{
    double least = std::numeric_limits<double>::infinity();
    for (const Peer& peer : peers_)
        least = std::min(least, peer.final_states().empty() ? 0.0 : peer.final_states().newest().seconds);
    return least;
}

} // namespace scenes
