-- A game loop in LÖVE: the simulation runs 60 steps a second at every frame rate of the display.
-- Before the first start, in this folder: timestep_lab export --loop interpolated -o interpolated.lua
-- Usage: love love_loop [frames]
local game_loop = require("interpolated").new()

local current = {x = 100, v = 240} -- position in pixels, velocity in pixels per second
local previous = {x = 100}
local frames, steps = 0, 0
local frames_left = math.huge

local start = love.timer.getTime()
local function clock() return math.floor((love.timer.getTime() - start) * 1e9 + 0.5) end -- whole nanoseconds

local function step(ball, dt)
    ball.x = ball.x + ball.v * dt
    if ball.x < 20 or ball.x > 620 then ball.v = -ball.v end
end

function love.load(arguments)
    frames_left = tonumber(arguments[1]) or math.huge
    love.window.setMode(640, 360, {vsync = 1})
end

function love.run()
    love.load(love.arg.parseGameArguments(arg))
    local last = clock()
    return function()
        love.event.pump()
        for name, a, b, c, d, e, f in love.event.poll() do
            if name == "quit" then return a or 0 end
            love.handlers[name](a, b, c, d, e, f)
        end

        local now = clock()
        local plan = game_loop:plan(now - last)
        last = now
        for _ = 1, plan.steps do
            previous.x = current.x
            step(current, plan.dt_seconds)
        end

        if love.graphics.isActive() then
            love.graphics.origin()
            love.graphics.clear(0.08, 0.09, 0.1)
            love.graphics.setColor(0.9, 0.62, 0)
            love.graphics.rectangle("fill", previous.x + (current.x - previous.x) * plan.alpha - 20, 160, 40, 40)
            love.graphics.present()
        end
        frames, steps = frames + 1, steps + plan.steps
        if frames < frames_left then return end
        print(frames .. " frames, " .. steps .. " steps")
        return 0
    end
end
