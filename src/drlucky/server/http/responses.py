"""Responses: answers as JSON, pictures, and what went wrong as a `Problem`."""

import hashlib
import re
from base64 import b64encode
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from drlucky import phrases
from drlucky.errors import DrLuckyError
from drlucky.jobs import JobError
from drlucky.server.errors import Failed
from drlucky.server.languages import negotiate
from drlucky.server.schemas.common import Problem
from drlucky.table import Refused, StoreError
from drlucky.table.log import LogError

JSON = "application/json"
SVG = "image/svg+xml"
PNG = "image/png"
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
encoder = msgspec.json.Encoder()
STATUS = {
    "not here": 404,
    "not yours": 403,
    "host only": 403,
    "kicked": 403,
    "by invitation": 403,
    "bad token": 403,
    "origin": 403,
    "host": 421,
    "unknown": 401,
    "too fast": 429,
    "too large": 413,
    "taken": 409,
    "full": 409,
    "not now": 409,
    "not ready": 409,
    "trouble": 503,
}
"""Of errors, by their code; 400 for all others."""


def json_response(answer: Any, status: int = 200) -> Response:
    return Response(encoder.encode(answer), status, media_type=JSON)


def problem_response(error: DrLuckyError, language: str) -> Response:
    code = error.code if isinstance(error, Failed | Refused) else "malformed"
    status = STATUS.get(code, 400)
    if isinstance(error, LogError):
        code, status = "trouble", 500
        error = Failed(code, "the log of this table is damaged; tell whoever runs the server")
    elif isinstance(error, StoreError | JobError):
        code, status = "trouble" if isinstance(error, StoreError) else "busy", 503
    response = json_response(Problem(code, phrases.error(error, language)), status)
    if status in (429, 503):
        response.headers["retry-after"] = str(max(1, round(getattr(error, "wait", 1.0))))
    return response


async def on_http_error(request: Request, error: Exception) -> Response:
    """What Starlette itself refuses: an unknown path or method."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    failed = {
        404: Failed("not here", "there is nothing at this address; see /api/openapi.json"),
        405: Failed("method", "not with this method"),
    }.get(status, Failed("trouble", "that did not work"))
    response = json_response(Problem(failed.code, phrases.error(failed, negotiate(request))), status)
    if isinstance(error, HTTPException):
        response.headers.update(error.headers or {})
    return response


def svg_response(svg: str) -> Response:
    """A picture of our own making. Its style is named by its hash, so that it needs no looser policy to be shown."""
    hashes = (b64encode(hashlib.sha256(style.encode()).digest()).decode() for style in STYLE.findall(svg))
    styles = " ".join(f"'sha256-{each}'" for each in hashes) or "'none'"
    policy = f"default-src 'none'; style-src {styles}; frame-ancestors 'none'"
    return Response(svg, media_type=SVG, headers={"content-security-policy": policy, "cache-control": "no-cache"})
