-- exit 2
-- says `bdy` is not known
-- says Did you mean `body`?
bdy { mass = 1 }
run { dt = 1e-2, duration = 0.1 }
