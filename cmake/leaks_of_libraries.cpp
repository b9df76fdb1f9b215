// cmake/leaks_of_libraries.cpp -- compiled into timestep_demo if it has the address sanitizer: LeakSanitizer reports
// the leaks of this program, and not those of the libraries below

// Keeps all libraries loaded. The OpenGL drivers keep memory in global variables until the program ends. SDL closes the
// drivers before that, and LeakSanitizer, which runs at the very end, would then find no pointer to this memory and no
// name for the module that allocated it.
extern "C" int dlclose(void*) { return 0; }

// Each line suppresses the leaks with a library in their stack. Called by LeakSanitizer.
// NOLINTNEXTLINE(bugprone-reserved-identifier): the name is LeakSanitizer's
extern "C" const char* __lsan_default_suppressions()
{
    return "leak:libdbus-1.so\n"    // 1,032 bytes for the connection that SDL opens beside an X11 window
           "leak:libGLX_mesa.so\n"; // 108 kB for the configurations of an X11 display (Mesa 25)
}
