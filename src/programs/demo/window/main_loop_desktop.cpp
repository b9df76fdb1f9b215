#include "programs/demo/window/demo.hpp"

namespace demo
{

void run_main_loop(const Options& options) { Demo{options}.run(); }

bool may_open_audio() { return true; }

bool prefers_light_theme() { return false; }

bool prefers_reduced_motion() { return false; }

} // namespace demo
