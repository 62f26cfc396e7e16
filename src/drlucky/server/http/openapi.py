"""The OpenAPI document, made from the operations and their types."""

import re
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

import msgspec

from drlucky.server.auth import COOKIE
from drlucky.server.http.operation import Operation
from drlucky.server.http.responses import JSON
from drlucky.server.schemas.bots import AnyBotEvent
from drlucky.server.schemas.common import Problem
from drlucky.server.schemas.history import NotYet
from drlucky.server.ws.messages import AnyFromClient, AnyFromServer

REF = "#/components/schemas/{name}"
PARAMETER = re.compile(r"\{(\w+)\}")
DESCRIPTION = (
    "Everything about a drlucky server that is not live. Games are played over the WebSocket /api/socket, whose "
    "messages are among the schemas as FromClient and FromServer, or by the bot API, whose lines are BotEvent."
)


PUBLISHED = {"Obstacle": "Reason"}
"""Classes whose schemas were published under another name, and keep it."""


def schemas_of(types: Sequence[Any], ref: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The schemas of types, and of all that they are made of by their published names."""
    found, components = msgspec.json.schema_components(types, ref_template=ref)
    text = msgspec.json.encode((found, components)).decode()
    for ours, published in PUBLISHED.items():
        text = text.replace(f'"{ref.format(name=ours)}"', f'"{ref.format(name=published)}"')
        text = text.replace(f'"title":"{ours}"', f'"title":"{published}"')
    found, components = msgspec.json.decode(text)
    return found, {PUBLISHED.get(name, name): schema for name, schema in components.items()}


def described(operations: Sequence[Operation]) -> dict[str, Any]:
    types: list[Any] = [Problem, NotYet, AnyFromClient, AnyFromServer, AnyBotEvent]
    for each in operations:
        types += [
            kind for kind in (each.query, each.body, each.answer) if kind is not None and not isinstance(kind, str)
        ]
    found, components = schemas_of(types, REF)
    schemas = dict(zip(map(repr, types), found, strict=True))
    paths: dict[str, Any] = {}
    for each in operations:
        paths.setdefault(each.path, {})[each.method.lower()] = operation(each, schemas, components)
    named = {"FromClient": AnyFromClient, "FromServer": AnyFromServer, "BotEvent": AnyBotEvent}
    return {
        "openapi": "3.1.0",
        "info": {"title": "drlucky", "version": version("drlucky"), "description": DESCRIPTION},
        "paths": paths,
        "components": {
            "schemas": components | {name: schemas[repr(kind)] for name, kind in named.items()},
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
                "token": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def operation(each: Operation, schemas: dict[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    content: dict[str, Any] = {each.answer: {"schema": {"type": "string"}}}
    if not isinstance(each.answer, str):
        content = {JSON: {"schema": schemas[repr(each.answer)]}}
    said: dict[str, Any] = {
        "operationId": each.run.__name__,
        "summary": each.summary,
        "parameters": [*path_parameters(each), *query_parameters(each, components)],
        "responses": {
            str(each.status): {"description": each.summary, "content": content},
            "default": {"description": "What is wrong.", "content": {JSON: {"schema": schemas[repr(Problem)]}}},
        },
    }
    if each.body is not None:
        said["requestBody"] = {"required": True, "content": {JSON: {"schema": schemas[repr(each.body)]}}}
    if each.known:
        said["security"] = [{"cookie": []}, {"token": []}]
    return said


def path_parameters(each: Operation) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in PARAMETER.findall(each.path)
    ]


def query_parameters(each: Operation, components: dict[str, Any]) -> list[dict[str, Any]]:
    if each.query is None:
        return []
    fields = components[each.query.__name__]["properties"]
    return [{"name": name, "in": "query", "required": False, "schema": schema} for name, schema in fields.items()]
