// scenes/net/inputs.hpp -- the inputs of one player, as far as a PC has them: of every tick up to some tick, without
// gaps
#pragma once

#include "sim/physics/input.hpp"

#include <cstdint>
#include <deque>

namespace scenes
{

class Inputs
{
public:
    /// The first tick whose input is missing.
    std::int64_t end() const { return first_ + static_cast<std::int64_t>(inputs_.size()); }
    /// Of a tick that has not been forgotten.
    const sim::Input& operator[](std::int64_t tick) const { return inputs_[static_cast<std::size_t>(tick - first_)]; }
    /// The newest one; of nobody's before the first.
    sim::Input last() const { return inputs_.empty() ? sim::Input{} : inputs_.back(); }
    void add(const sim::Input& input) { inputs_.push_back(input); }
    /// All before that tick but the newest.
    void forget(std::int64_t tick)
    {
        for (; first_ < tick && inputs_.size() > 1; ++first_) inputs_.pop_front();
    }

private:
    std::int64_t first_ = 0;
    std::deque<sim::Input> inputs_;
};

} // namespace scenes
