"""What the rules of server.yml must find, and what they must let pass."""

# ruleid: chance-comes-from-the-system
import random

# ok: chance-comes-from-the-system
import secrets

# ruleid: nothing-is-decoded-into-code
import pickle

# ruleid: nothing-is-decoded-into-code
import yaml

# ok: nothing-is-decoded-into-code
import msgspec

# ruleid: no-process-is-started
import subprocess

# ruleid: nothing-goes-out
import urllib.request

# ok: nothing-goes-out
from urllib.parse import urlsplit

# ruleid: nothing-goes-out
import requests


def decoding(data):
    # ruleid: nothing-is-decoded-into-code
    eval(data)
    # ruleid: nothing-is-decoded-into-code
    exec(data)
    # ok: nothing-is-decoded-into-code
    msgspec.json.decode(data)


def going_out(loop, address):
    # ruleid: nothing-goes-out
    aiohttp.ClientSession()
    # ruleid: nothing-goes-out
    socket.create_connection(address)
    # ok: nothing-goes-out
    loop.create_server(Requests, sock=address)
    # ruleid: no-process-is-started
    os.system("ls")
    # ok: no-process-is-started
    os.getpid()


def clocks(loop, wall):
    # ruleid: clocks-are-arguments
    time.time()
    # ruleid: clocks-are-arguments
    datetime.now()
    # ruleid: clocks-are-arguments
    later(clock=time.monotonic)
    # ok: clocks-are-arguments
    loop.time()
    # ok: clocks-are-arguments
    wall()


def comparing(place, token, secret, kept_hash, brought_hash):
    # ruleid: secrets-are-compared-in-constant-time
    if place.token == token:
        pass
    # ruleid: secrets-are-compared-in-constant-time
    if secret != place.key:
        pass
    # ruleid: secrets-are-compared-in-constant-time
    if kept_hash == brought_hash:
        pass
    # ok: secrets-are-compared-in-constant-time
    if hmac.compare_digest(place.token, token):
        pass
    # ok: secrets-are-compared-in-constant-time
    if token == "":
        pass
    # ok: secrets-are-compared-in-constant-time
    if place.name == token:
        pass


def telling(log, hello, room, token):
    # ruleid: no-secret-is-logged
    log.warning("nobody holds %s", token)
    # ruleid: no-secret-is-logged
    log.error("%s said %s", room, hello.key)
    # ok: no-secret-is-logged
    log.error("room %s cannot be woken", room)
    # ruleid: no-secret-is-printed
    print(options.metrics_token)
    # ok: no-secret-is-printed
    print(room)


# ruleid: nothing-waits-between-deciding-and-evolving
async def deciding(table, store):
    # ruleid: nothing-waits-between-deciding-and-evolving
    await store.append(table)


# ok: nothing-waits-between-deciding-and-evolving
def evolving(table, event):
    return table
