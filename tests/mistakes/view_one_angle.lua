-- exit 2
-- says view gives one of its two angles.
-- says view { azimuth = 30, elevation = 20 }
view { azimuth = 30 }
point { at = {1, 0, 0}, mass = 1 }
run { dt = 1e-2, duration = 0.1 }
