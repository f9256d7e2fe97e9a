-- exit 2
-- says 'size' is a table
param { size = {1, 2} }
