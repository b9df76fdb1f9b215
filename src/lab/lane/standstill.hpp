// lab/lane/standstill.hpp -- detects a virtual clock that does not advance, because frames cost no time and the loop
// does not wait
#pragma once

#include "timestep/time.hpp"

#include <stdexcept>

namespace lab
{

class Standstill
{
public:
    /// Throws std::runtime_error if more than 100,000 successive frames begin at the same time. `at` is the start of
    /// the next frame.
    void check(timestep::Nanos at)
    {
        same_ = at == last_ ? same_ + 1 : 0;
        last_ = at;
        if (same_ > 100'000)
            throw std::runtime_error("time stands still: frames cost nothing, and nothing waits for the display; "
                                     "give the machine a render cost or VSYNC");
    }

private:
    timestep::Nanos last_{-1};
    int same_ = 0;
};

} // namespace lab
