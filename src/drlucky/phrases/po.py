"""Reads a .po file without any library, for a source tree in which nothing was built."""

import ast
import struct
from collections.abc import Iterator

Entry = dict[str, str]
"""The strings of an entry by their keywords: msgctxt, msgid, msgid_plural, msgstr or msgstr[0] and on."""

MAGIC = 0x950412DE


def entries(text: str) -> Iterator[Entry]:
    """The entries that count: fuzzy ones are guesses, and obsolete ones are comments."""
    entry: Entry = {}
    keyword = ""
    fuzzy = False
    for line in [*(line.strip() for line in text.splitlines()), ""]:
        if not line:
            if entry and not fuzzy:
                yield entry
            entry, keyword, fuzzy = {}, "", False
        elif line.startswith("#"):
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
        elif line.startswith('"'):
            entry[keyword] += ast.literal_eval(line)
        else:
            keyword, _, string = line.partition(" ")
            entry[keyword] = ast.literal_eval(string)


def compiled(text: str) -> bytes:
    """What a .mo file made from it would contain. Entries that are not translated are left out."""
    keys, values = b"", b""
    table: list[tuple[int, int, int, int]] = []
    for key, value in sorted(pair for pair in map(message, entries(text)) if pair[1]):
        table.append((len(key), len(keys), len(value), len(values)))
        keys += key + b"\0"
        values += value + b"\0"
    header = 7 * 4
    keys_at = header + 16 * len(table)
    values_at = keys_at + len(keys)
    head = struct.pack("<7I", MAGIC, 0, len(table), header, header + 8 * len(table), 0, 0)
    originals = b"".join(struct.pack("<2I", length, keys_at + at) for length, at, _, _ in table)
    translated = b"".join(struct.pack("<2I", length, values_at + at) for _, _, length, at in table)
    return head + originals + translated + keys + values


def message(entry: Entry) -> tuple[bytes, bytes]:
    """An entry as a .mo file has it; the second part is empty if it is not translated."""
    key = "\0".join(entry[part] for part in ("msgid", "msgid_plural") if part in entry)
    if "msgctxt" in entry:
        key = entry["msgctxt"] + "\x04" + key
    forms = [string for keyword, string in entry.items() if keyword.startswith("msgstr")]
    return key.encode(), "\0".join(forms).encode() if all(forms) else b""
