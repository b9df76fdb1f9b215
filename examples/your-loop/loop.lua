-- A loop for Timestep Lab: timestep_lab run --lane-command lua loop.lua
local step, longest = 1 / 60, 0.25 -- seconds; a longer frame counts as 0.25 s
local left_over = 0.0

for line in io.lines() do
    local word, frame_ns = line:match("^(%a+) ?(%-?%d*)")
    if word == "hello" then
        print("hello 1 lua")
    elseif word == "reset" then
        left_over = 0.0
        print("reset")
    elseif word == "frame" then
        left_over = left_over + math.min(tonumber(frame_ns) / 1e9, longest)
        local steps = 0
        while left_over >= step do
            left_over = left_over - step
            steps = steps + 1
        end
        print(("plan %d %.17g %.17g"):format(steps, step, left_over / step))
    end
    io.flush()
end
