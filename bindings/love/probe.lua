-- SPDX-License-Identifier: MIT
-- bindings/love/probe.lua -- writes a line for each frame of a LÖVE game, for `timestep_lab identify`
--
-- As the last line of main.lua, so that it finds the game's love.update:
--
--     require("probe").attach("probe.csv")
--
-- A frame begins where love.run calls love.timer.step, and each love.update is a step. A game with a loop of its own
-- calls probe.begin_frame, probe.count_step and probe.set_alpha instead, as in timestep/probe.hpp, which has the same columns and two more.
-- Works in LÖVE 11, and without attach in every Lua 5.1 to 5.4; there, set probe.now.

local probe_format = 2

local probe = {}
local file, frame

local function whole(x) return string.format("%.0f", x) end

-- Returns the time in seconds. Without LÖVE, replace it by a function of a wall clock: os.clock counts only CPU time.
probe.now = love and love.timer and love.timer.getTime or os.clock

local function write_or_close(line)
    if file:write(line, "\n") and file:flush() then return end
    file:close()
    file = nil
end

local function end_frame()
    if not file or not frame then return end
    write_or_close(table.concat({whole(probe_format), whole(frame.begin * 1e9), frame.clock, whole(frame.seconds * 1e9),
                                 whole(frame.steps), whole(frame.simulated * 1e9), frame.alpha}, ","))
end

-- Creates the file `path`, or appends to the file that the environment variable TIMESTEP_PROBE names. Returns false if
-- the file cannot be written; then, or after an error of a later write, all other functions do nothing.
function probe.open(path)
    local named = os.getenv("TIMESTEP_PROBE")
    if named == "" then named = nil end
    file = io.open(named or path, named and "a" or "w")
    if file then write_or_close("probe_format,time_ns,clock,frame_ns,steps,simulated_ns,alpha") end
    return file ~= nil
end

-- Begins a frame. `seconds` is the frame time that the loop has measured, before the loop limits or rounds it. Without
-- it the probe measures the time since the last call, with probe.now.
function probe.begin_frame(seconds)
    local begin = probe.now()
    local measured = frame and begin - frame.begin or 0
    end_frame()
    frame = {begin = begin, clock = seconds and "game" or "probe", seconds = seconds or measured, steps = 0,
             simulated = 0, alpha = ""}
end

-- Counts a step of this frame that simulates `seconds`.
function probe.count_step(seconds)
    if not frame then return end
    frame.steps = frame.steps + 1
    frame.simulated = frame.simulated + seconds
end

-- Stores the interpolation alpha with which this frame blends two states.
function probe.set_alpha(fraction)
    if frame then frame.alpha = (string.format("%.6f", fraction):gsub(",", ".")) end
end

-- Ends the last frame and closes the file.
function probe.close()
    end_frame()
    if file then file:close() end
    file, frame = nil, nil
end

-- Opens the file and records every frame of love.run until the game quits.
function probe.attach(path)
    if not probe.open(path) then return false end
    local step, update, quit, started = love.timer.step, love.update, love.quit, false
    function love.timer.step()
        local seconds = step()
        if started then probe.begin_frame(seconds) end
        started = true -- the first call is before the first frame
        return seconds
    end
    function love.update(seconds)
        probe.count_step(seconds)
        if update then update(seconds) end
    end
    function love.quit(...)
        local stays = quit and quit(...)
        if not stays then probe.close() end
        return stays
    end
    return true
end

return probe
