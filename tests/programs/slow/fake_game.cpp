// A game that draws nothing: fake_game MODE COUNT presents COUNT pictures in the way that MODE names, prints "presented
// N" and "state: N", and ends with exit code 0, or with 9 if an argument did not arrive.
#include "timestep/probe.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <thread>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern "C"
{
    extern int presented, errors;
    void glXSwapBuffers(void* display, unsigned long drawable);
    void SDL_GL_SwapWindow(void* window);
    int SDL_RenderPresent(void* renderer);
    void SDL_UpdateRect(void* screen, int x, int y, unsigned width, unsigned height);
    void* glXGetProcAddressARB(const unsigned char* name);
    bool lookup_behind_is_empty();
    int fake_name();
}
int fake_name() { return 1; }

namespace
{

using Swap = void (*)(void*, unsigned long);

void pause(int ms) { std::this_thread::sleep_for(std::chrono::milliseconds{ms}); }

void linked(int count)
{
    for (int i = 0; i < count; ++i)
        if (SDL_RenderPresent(&presented) != 77) ++errors;
}

// Finds the calls in a second library with the same functions, whose symbols no other module can use. The variable
// FAKE_LOCAL holds its path.
void looked_up(int count)
{
    void* const library = dlopen(std::getenv("FAKE_LOCAL"), RTLD_NOW | RTLD_LOCAL);
    const auto present = reinterpret_cast<int (*)(void*)>(dlsym(library, "SDL_RenderPresent"));
    for (int i = 0; i < count; ++i)
        if (present(&presented) != 77) ++errors;
    presented = *static_cast<int*>(dlsym(library, "presented"));
    errors = 0; // this library has its own `presented`, so it does not know the argument
}

void by_name(int count)
{
    const auto swap =
        reinterpret_cast<Swap>(glXGetProcAddressARB(reinterpret_cast<const unsigned char*>("glXSwapBuffers")));
    for (int i = 0; i < count; ++i) swap(&presented, 5);
}

void parts(int count)
{
    for (int i = 0; i < count; ++i, pause(3))
        for (int part = 0; part < 4; ++part) SDL_UpdateRect(&presented, 1, -2, 3, 4);
}

void threads(int count)
{
    std::thread other{[&]
                      {
                          for (int i = 0; i < count; ++i) glXSwapBuffers(&presented, 7);
                      }};
    for (int i = 0; i < count / 4; ++i, pause(1)) glXSwapBuffers(&presented, 8);
    other.join();
    presented = 0; // not exact, because two threads have counted
}

void forked(int count)
{
    linked(3);
    const pid_t child = fork();
    if (child == 0)
    {
        linked(count);
        _exit(0);
    }
    waitpid(child, nullptr, 0);
}

// A launcher that ends before its game, which goes on as an orphan.
void orphan(int count)
{
    if (fork() != 0) return;
    pause(50);
    linked(count);
}

// Does with its name what Wine does.
void renamed(int count)
{
    std::memset(program_invocation_short_name, 0, std::strlen(program_invocation_short_name));
    prctl(PR_SET_NAME, "game.exe");
    linked(count);
}

void stubborn(int)
{
    std::signal(SIGTERM, SIG_IGN);
    for (;; pause(2)) linked(1);
}

// A loop with an accumulator at 60 Hz, whose frames are cut at 250 ms, and with a probe.
void probed(int count)
{
    using Clock = std::chrono::steady_clock;
    constexpr double dt = 1.0 / 60.0;
    timestep::Probe probe{"/dev/null"};
    double carried = 0.0;
    auto last = Clock::now();
    for (int i = 0; i < count; ++i, pause(1))
    {
        const auto now = Clock::now();
        probe.begin_frame(now - last);
        for (carried += std::min(std::chrono::duration<double>{now - last}.count(), 0.25); carried >= dt; carried -= dt)
            probe.count_step(dt);
        probe.set_alpha(carried / dt);
        probe.set_drawn_position(i);
        probe.set_camera_position(-i);
        last = now;
        linked(1);
    }
}

void silent(int count) { pause(1000 * count); }

// Presents one picture, and does not go on.
void frozen(int)
{
    for (linked(1);;) pause(1000);
}

int opened_file_of(const char* variable) { return open(std::getenv(variable), O_RDWR); }

// Overwrites all bytes of the memory that it shares with the program that slows it down, with random ones or with
// equal ones, and does not go on.
void overwriting(int byte)
{
    linked(2);
    const int file = opened_file_of("TIMESTEP_SLOW_PAGE");
    struct stat status
    {
    };
    fstat(file, &status);
    auto* const bytes = static_cast<unsigned char*>(
        mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
    for (off_t i = 0; i < status.st_size; ++i) bytes[i] = static_cast<unsigned char>(byte < 0 ? std::rand() : byte);
    for (;;) pause(1000);
}

// Tries to make that memory shorter and longer, and plays on.
void resizing(int count)
{
    const int file = opened_file_of("TIMESTEP_SLOW_PAGE");
    errors += ftruncate(file, 0) == 0 ? 1 : 0;
    errors += ftruncate(file, 1'000'000'000) == 0 ? 1 : 0;
    linked(count);
}

// Makes the file of its probe so long that it cannot be read, and does not go on.
void flooding(int)
{
    linked(2);
    if (ftruncate(opened_file_of("TIMESTEP_PROBE"), 1'000'000'000'000) != 0) ++errors;
    for (;;) pause(1000);
}

void printing(int)
{
    for (linked(2);;) std::fputs("a line that a game prints again and again without end\n", stdout);
}

} // namespace

int main(int argc, char** argv)
{
    const std::string mode = argc > 1 ? argv[1] : "";
    const int count = argc > 2 ? std::atoi(argv[2]) : 0;
    if (!lookup_behind_is_empty()) return 8;
    if (mode == "linked") linked(count);
    if (mode == "looked-up") looked_up(count);
    if (mode == "by-name") by_name(count);
    if (mode == "parts") parts(count);
    if (mode == "threads") threads(count);
    if (mode == "forked") forked(count);
    if (mode == "orphan") orphan(count);
    if (mode == "renamed") renamed(count);
    if (mode == "stubborn") stubborn(count);
    if (mode == "probed") probed(count);
    if (mode == "silent") silent(count);
    if (mode == "frozen") frozen(count);
    if (mode == "overwriting") overwriting(count);
    if (mode == "resizing") resizing(count);
    if (mode == "flooding") flooding(count);
    if (mode == "printing") printing(count);
    for (int i = 3; i < argc; ++i) std::printf("argument [%s]\n", argv[i]);
    std::printf("presented %d\nstate: %d\n", presented, count);
    if (const char* const code = std::getenv("FAKE_CODE")) return std::atoi(code);
    return errors == 0 ? 0 : 9;
}
