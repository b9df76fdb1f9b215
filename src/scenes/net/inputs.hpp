// scenes/net/inputs.hpp -- a list of the inputs of one player that a PC knows, for consecutive ticks
#pragma once

#include "sim/physics/input.hpp"

#include <cstdint>
#include <deque>

namespace scenes
{

class Inputs
{
public:
    /// Returns the first tick whose input is not known yet.
    std::int64_t end() const { return first_ + static_cast<std::int64_t>(inputs_.size()); }
    /// Returns the input of a tick. The tick must be known and must not have been removed by forget().
    const sim::Input& operator[](std::int64_t tick) const { return inputs_[static_cast<std::size_t>(tick - first_)]; }
    /// Returns the newest known input; an input without keys if no input is known.
    sim::Input last() const { return inputs_.empty() ? sim::Input{} : inputs_.back(); }
    void add(const sim::Input& input) { inputs_.push_back(input); }
    /// Removes the inputs of all ticks before `tick`, but always keeps the newest input.
    void forget(std::int64_t tick)
    {
        for (; first_ < tick && inputs_.size() > 1; ++first_) inputs_.pop_front();
    }

private:
    std::int64_t first_ = 0;
    std::deque<sim::Input> inputs_;
};

} // namespace scenes
