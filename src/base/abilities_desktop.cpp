#include "base/abilities.hpp"

namespace base
{

const Missing missing{};

} // namespace base
