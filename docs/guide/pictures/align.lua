-- run, view --png --size 360x270 --overlay --no-labels --time 0 0.6 --view 30,25
local function ball(name, x, v)
  return body { name = name, at = { x, 0, 0 }, shape = sphere { radius = 0.08, density = 700 }, velocity = { 0, 0, v }, color = "#4477aa" }
end
local a, b, c = ball("a", -0.6, 0.5), ball("b", 0, 0.1), ball("c", 0.6, -0.3)
align { name = "line", a, b, c, ratio = 0.5 }
run { dt = 1e-2, duration = 0.6 }
