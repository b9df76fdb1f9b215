// A game loop with SFML 2 that interpolates sf::Vector2f between two steps.
// Usage: sfml_interpolated [frames]
#include "timestep/blend.hpp"
#include "timestep/presets/interpolated.hpp"

#include <SFML/Graphics.hpp>

#include <cstdio>
#include <cstdlib>

using namespace timestep;

int main(int argc, char** argv)
{
    int frames_left = argc > 1 ? std::atoi(argv[1]) : -1;
    sf::RenderWindow window(sf::VideoMode(640, 360), "timestep");
    window.setVerticalSyncEnabled(true);

    auto loop = presets::interpolated(hz(60));
    StateHistory<sf::Vector2f> position{sf::Vector2f{100.0F, 180.0F}}; // in pixels
    sf::Vector2f velocity{240.0F, -150.0F}; // in pixels per second
    sf::RectangleShape box{sf::Vector2f{40.0F, 40.0F}};
    box.setFillColor(sf::Color{86, 180, 233});

    sf::Clock clock;
    long steps = 0, drawn = 0;
    for (; window.isOpen() && frames_left != 0; --frames_left, ++drawn)
    {
        for (sf::Event event; window.pollEvent(event);)
            if (event.type == sf::Event::Closed) window.close();

        const StepPlan plan = loop.plan({.frame_time = Nanos{clock.restart().asMicroseconds() * 1000}});
        run_steps(plan,
                  [&](double dt)
                  {
                      position.step(
                          [&](sf::Vector2f& p)
                          {
                              p += velocity * static_cast<float>(dt);
                              if (p.x < 0.0F || p.x > 600.0F) velocity.x = -velocity.x;
                              if (p.y < 0.0F || p.y > 320.0F) velocity.y = -velocity.y;
                          });
                      ++steps;
                  });

        window.clear(sf::Color{20, 22, 26});
        box.setPosition(position.state_to_draw(plan));
        window.draw(box);
        window.display();
    }
    std::printf("%ld frames, %ld steps\n", drawn, steps);
}
