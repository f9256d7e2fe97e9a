-- included by tests/language/test_language.c
local made = body { name = "included", at = { 1, 2, 3 }, mass = 2, inertia = { 1, 1, 1 } }
shared_number = 42
return made, 7
