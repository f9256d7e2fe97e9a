-- exit 2
-- says runs without end
while true do end
