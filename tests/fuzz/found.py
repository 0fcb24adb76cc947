"""Inputs that once were faults, by decoder; they are tried first, for ever."""

from typing import Final

FOUND: Final[dict[str, tuple[bytes, ...]]] = {
    "names": (
        b"e\xe2\x80\x8d\xcc\x81",
        b"\xcc\x81X\xcc\xa3\xe2\x80\x8d\xa4\xcc\x81\xcc\xa3\xe2\x80\x8d",
        b"\t\xcc\x81\xcc\xa3\xe2\x80\x8d",
        b"e\xcc\xb3\x81\xcc\xa3\xe2\x80\xcd\x85",
    ),
    "frames": (
        b'\xef\xbb\xbf{"t":"room","n":10,"do":"share","vale":"0a"}',
        b'{"t":"room","n":8,"do":"host","se\xc3at":"B"}',
    ),
    "entries": (b'{"a":' * 2000,),
    "logs": (
        b'{"v":1,"at":0.0,"facts":[{"f":"opened","format":1,"code":"KQZ7MB","rules":"s$eed",'
        b'"options":{},"public":false,"key":"","host":""}]}',
    ),
    "requests": (
        b"GET /ws HTTP/1.1\r\nHost: localhost:8000\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=\x98\r\n\r\n",
        b"GET /api/rooms/KQZ7MB HTTP/1.1\r\nHost: localhost:8000\r\n"
        b"Authorization: Bearer the-ke\xc0\r\n\r\n",
    ),
    "origins": (b"http://[", b"http://[::[]", b"http://[v::1]:80", b"https://a\xe2\x80\xa8:443/"),
}
