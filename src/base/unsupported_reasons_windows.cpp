#include "base/unsupported_reasons.hpp"

namespace base
{

const UnsupportedReasons unsupported_reasons{
    .programs = "This program starts a loop in another program only on Linux.",
};

} // namespace base
