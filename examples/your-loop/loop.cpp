// A loop for Timestep Lab: c++ -O2 loop.cpp -o loop && timestep_lab run --lane-command ./loop
#include <algorithm>
#include <iostream>
#include <limits>
#include <string>

int main()
{
    const double step = 1.0 / 60, longest = 0.25; // seconds; a longer frame counts as 0.25 s
    double left_over = 0.0;
    std::cout.precision(std::numeric_limits<double>::max_digits10);
    for (std::string word; std::cin >> word; std::cin.ignore(1000, '\n'))
    {
        if (word == "hello") std::cout << "hello 1 cpp" << std::endl;
        if (word == "reset") left_over = 0.0, std::cout << "reset" << std::endl;
        if (word != "frame") continue;
        long long frame_ns = 0;
        std::cin >> frame_ns;
        left_over += std::min(static_cast<double>(frame_ns) / 1e9, longest);
        int steps = 0;
        for (; left_over >= step; ++steps) left_over -= step;
        std::cout << "plan " << steps << ' ' << step << ' ' << left_over / step << std::endl;
    }
}
