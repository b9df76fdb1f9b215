// lab/lane/standstill.hpp -- a PC whose frames cost nothing, with nothing that waits, never gets anywhere
#pragma once

#include "timestep/time.hpp"

#include <stdexcept>

namespace lab
{

/// Throws std::runtime_error when frame after frame begins at the same moment.
class Standstill
{
public:
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
