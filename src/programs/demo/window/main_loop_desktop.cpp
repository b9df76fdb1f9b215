#include "programs/demo/window/demo.hpp"

namespace demo
{

void run_until_closed(const Options& options) { Demo{options}.run(); }

bool may_play_sounds() { return true; }

} // namespace demo
