"""What whoever runs a server does beside it: copies, checks, repairs, backups. `drlucky store` is the way to it."""
