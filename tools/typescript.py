"""Writes what the server and the page say to each other as TypeScript, from the structs of the server: one source.

`python tools/typescript.py FILE` is run by `make check-web`; the file is not kept."""

import json
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec

from drlucky.server.http.openapi import schemas_of
from drlucky.server.schemas import bots, catalog, common, history, my_games, notices, people, puzzle, ratings
from drlucky.server.ws import messages
from drlucky.table.commands import AnyDeed

HEADER = "// Made from the structs of drlucky.server by tools/typescript.py.\n"
REF = "#/$defs/{name}"
PLAIN = {
    "integer": "number",
    "number": "number",
    "string": "string",
    "boolean": "boolean",
    "null": "null",
    None: "unknown",
}
UNIONS = {
    "AnyDeed": AnyDeed,
    "AnyFromClient": messages.AnyFromClient,
    "AnyFromServer": messages.AnyFromServer,
    "AnyBotEvent": bots.AnyBotEvent,
}


def structs() -> list[type]:
    """Every struct of these modules, and all that they stand on comes along."""
    modules = (messages, common, catalog, bots, history, my_games, notices, people, puzzle, ratings)
    found = [each for module in modules for each in vars(module).values()]
    structs = {each for each in found if isinstance(each, type) and issubclass(each, msgspec.Struct)}
    bases = {base for each in structs for base in each.__mro__[1:]} | {msgspec.Struct}
    return [each for each in structs if each not in bases]


def declared(name: str, schema: dict[str, Any]) -> str:
    return f"export type {name} = {written(schema)};\n"


def written(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(written(each) for each in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    if schema.get("type") == "object":
        return of_object(schema)
    if schema.get("type") == "array":
        return of_array(schema)
    return PLAIN[schema.get("type")]


def of_object(schema: dict[str, Any]) -> str:
    if "properties" not in schema:
        return f"Record<string, {written(schema.get('additionalProperties') or {})}>"
    required = set(schema.get("required", ()))
    fields = (
        f"  {name}{'' if name in required else '?'}: {written(field)};\n"
        for name, field in schema["properties"].items()
    )
    return "{\n" + "".join(fields) + "}"


def of_array(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(written(each) for each in schema['prefixItems'])}]"
    items = schema.get("items")
    return f"({written(items)})[]" if isinstance(items, dict) else "unknown[]"


def union(name: str, members: tuple[type, ...]) -> str:
    return f"export type {name} = {' | '.join(each.__name__ for each in members)};\n"


def main(path: str) -> None:
    _, components = schemas_of(structs(), REF)
    types = [declared(name, schema) for name, schema in sorted(components.items())]
    unions = [
        f"export type {name} = {' | '.join(each.__name__ for each in get_args(union))};\n"
        for name, union in UNIONS.items()
    ]
    Path(path).write_text("".join([HEADER, *types, *unions]))


if __name__ == "__main__":
    main(sys.argv[1])
