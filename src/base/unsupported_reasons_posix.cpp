#include "base/unsupported_reasons.hpp"

namespace base
{

const UnsupportedReasons unsupported_reasons{}; // no reasons: sleep, VSYNC and films all work on this system

} // namespace base
