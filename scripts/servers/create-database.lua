-- sysbench --database=NAME create-database.lua prepare: makes the database if it is absent.
sysbench.cmdline.options = { database = { "Database to make", "sbtest" } }

function prepare()
  local connection = sysbench.sql.driver():connect()
  connection:query("CREATE DATABASE IF NOT EXISTS " .. sysbench.opt.database)
  connection:disconnect()
end
