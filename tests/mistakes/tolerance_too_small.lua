-- exit 2
-- says `tolerance` = 1e-14 is out of range
-- says between 1e-10 and 0.1
point { at = {1, 0, 0}, mass = 1 }
run { tolerance = 1e-14, duration = 0.1 }
