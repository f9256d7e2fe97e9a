include "circle.lua"
