"""Notices: people who asked for it are told that it is their turn, by their browser's push service or a webhook of
their own, when they are not here."""
