#include "programs/demo/window/demo.hpp"

namespace demo
{

void run_main_loop(const Options& options) { Demo{options}.run(); }

bool may_open_audio() { return true; }

} // namespace demo
