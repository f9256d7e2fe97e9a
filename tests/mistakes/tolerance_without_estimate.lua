-- exit 2
-- says `tolerance` cannot be used with the scheme 'ed_paper'
-- says Use scheme = "ed" or "ep"
point { at = {1, 0, 0}, mass = 1, velocity = {1, 0, 0} }
run { tolerance = 1e-4, duration = 0.1, scheme = "ed_paper" }
