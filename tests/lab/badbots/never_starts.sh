# Never says hello.
exec sleep 1000
