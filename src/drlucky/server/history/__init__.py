"""Games that are over: kept, replayed and analysed."""
