"""Operations about the devices of a person: linking one more, and taking one off."""

from starlette.responses import Response

from drlucky.server import devices
from drlucky.server.auth import Identity, clear_cookies, set_cookie
from drlucky.server.context import bearer
from drlucky.server.errors import Failed
from drlucky.server.http.lobby import ways_to
from drlucky.server.http.operation import Call, Operation
from drlucky.server.http.responses import json_response
from drlucky.server.schemas import common
from drlucky.server.schemas import people as schemas

FIRST = "first"
"""What the device without a number is called."""


async def my_devices(call: Call) -> schemas.Devices:
    return listed(call, call.known)


def listed(call: Call, identity: Identity) -> schemas.Devices:
    context = call.context
    before, offer = context.aside(call.request), context.offers.of(identity)
    return schemas.Devices(
        tuple(
            schemas.Device(each.id or FIRST, each.linked, each.id == identity.device)
            for each in context.devices.of(identity.person)
        ),
        before.name if before else None,
        schemas.Claimed(offer.check, offer.agreed) if offer and offer.claim else None,
    )


def check_browser(call: Call) -> None:
    """Programs have tokens of their own, and need not become anyone else."""
    if bearer(call.request) is not None or (call.identity is not None and call.identity.robot):
        raise Failed("not now", "devices are for people; a program has its token")


def browser(call: Call) -> Identity:
    """Who asks."""
    check_browser(call)
    return call.known


def check_pace(call: Call) -> None:
    bucket = call.context.links.of(call.client)
    if not bucket.take():
        raise Failed("too fast", "you have tried many phrases in a short time; wait a while", wait=bucket.wait)


async def offer_device(call: Call) -> schemas.Offer:
    check_pace(call)
    offers = call.context.offers
    offer = await offers.make(browser(call), call.language)
    # What is after the # stays with whoever opens the link, and is in no log.
    way = ways_to(call, f"/me#{'-'.join(offer.phrase)}").ways[0]
    return schemas.Offer(" ".join(offer.phrase), offers.left(offer), way.link, way.qr)


async def withdraw_offer(call: Call) -> schemas.Devices:
    identity = browser(call)
    await call.context.offers.withdraw(identity)
    return listed(call, identity)


async def answer_claim(call: Call) -> schemas.Devices:
    identity = browser(call)
    await call.context.offers.answer(identity, call.body.check, call.body.agree)
    return listed(call, identity)


async def claim_offer(call: Call) -> schemas.Claim:
    check_pace(call)
    check_browser(call)
    if call.context.aside(call.request) is not None:
        raise Failed("not now", "this device has become someone already; take it off first")
    offers = call.context.offers
    offer, token = await offers.claim(call.body.phrase, call.language)
    if call.person == offer.owner.person:
        await offers.end(token)
        raise Failed("not now", "this device is you already; enter the phrase on another one")
    return schemas.Claim(token, offer.check, offers.left(offer))


async def finish_claim(call: Call) -> Response:
    """What the device was before is put aside there, and it goes back to that when it is taken off."""
    context = call.context
    check_browser(call)
    offer = context.offers.claimed(call.body.claim)
    if not offer.agreed:
        return json_response(schemas.Linked("waiting"))
    offer = await context.offers.end(call.body.claim)
    if offer.owner in context.revoked:
        raise Failed("not here", "the other device is not theirs any more")
    linked = await context.devices.add(offer.owner)
    me = common.Me(linked.name, linked.language, True)
    response, secure = json_response(schemas.Linked("linked", me)), context.is_secure(call.request)
    if call.identity is not None:
        set_cookie(response, context.signer.sign(call.identity), secure, aside=True)
    set_cookie(response, context.signer.sign(linked), secure)
    return response


async def take_off(call: Call) -> Response:
    """This device, or another of the same person: neither it nor a copy of its cookie is good any more."""
    context, identity = call.context, browser(call)
    device = call.path("device")
    device = devices.FIRST if device == FIRST else device
    await context.devices.remove(identity.person, device)
    await context.notifier.forget_device(identity.person, device)
    is_here, secure = device == identity.device, context.is_secure(call.request)
    before = context.aside(call.request)
    now = before if is_here else identity
    me = common.Me(now.name, now.language, True) if now else common.Me("", None, False)
    response = json_response(me)
    if is_here:
        clear_cookies(response, secure)
        clear_cookies(response, secure, aside=True)
        if before is not None:
            set_cookie(response, context.signer.sign(before), secure)
    return response


OPERATIONS = [
    Operation("GET", "/api/me/devices", my_devices, "The devices that you are on.", schemas.Devices, known=True),
    Operation(
        "POST",
        "/api/me/devices/offer",
        offer_device,
        "A phrase with which another device asks this one to be let in as you.",
        schemas.Offer,
        common.InLanguage,
        status=201,
        known=True,
    ),
    Operation("DELETE", "/api/me/devices/offer", withdraw_offer, "Take the phrase back.", schemas.Devices, known=True),
    Operation(
        "POST",
        "/api/me/devices/offer/answer",
        answer_claim,
        "Let the device in that shows this word, or do not.",
        schemas.Devices,
        body=schemas.AnswerClaim,
        known=True,
    ),
    Operation(
        "POST",
        "/api/devices/claim",
        claim_offer,
        "Ask the device that shows a phrase to be let in.",
        schemas.Claim,
        common.InLanguage,
        body=schemas.ClaimOffer,
        status=201,
    ),
    Operation(
        "POST",
        "/api/devices/claim/finish",
        finish_claim,
        "Become the same person, once the other device has said yes.",
        schemas.Linked,
        body=schemas.FinishClaim,
    ),
    Operation(
        "DELETE",
        "/api/me/devices/{device}",
        take_off,
        "Take a device off: its id, or `first`.",
        common.Me,
        known=True,
    ),
]
