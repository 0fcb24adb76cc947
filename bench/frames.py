"""How large a play and a `welcome` are."""

from statistics import mean

from bench.inside import Inside, decode, first_commands

ALLOWED_PLAY, ALLOWED_WELCOME = 200, 4096
PLENTY = 40
"""Commands of each seat: enough for the longest table of a round."""


def run(_seconds: float) -> None:
    """Bytes that a play costs each receiver, frame headers included, and of a `welcome`."""
    print(f"  {'seats':>5} {'plays':>6} {'others':>16} {'whoever played':>18} {'welcome':>9}")
    for seats in (2, 4, 12):
        others, own, welcome = measure(seats)
        print(
            f"  {seats:>5} {len(own):>6} {mean(others):>7.0f} (max {max(others):>3})"
            f" {mean(own):>9.0f} (max {max(own):>3}) {welcome:>9}"
        )
    print(f"  at most {ALLOWED_PLAY} a play and {ALLOWED_WELCOME} for a welcome")


def measure(seats: int) -> tuple[list[int], list[int], int]:
    """Bytes of each play for others and for its player, and of the largest welcome."""
    inside = Inside(seats)
    others: list[int] = []
    own: list[int] = []
    welcome = 0
    for seat, data in first_commands(inside, PLENTY * seats):
        for send in (outbox := inside.give(seat, data)).sends:
            events = [e for frame in send.frames for e in decode(frame).get("e", ())]
            if any(e["k"] == "did" and ">" in e["a"] for e in events):
                (own if seat in send.to else others).append(sum(map(on_wire, send.frames)))
        inside.follow(outbox)
        welcome = max(welcome, look(inside))
    return others, own, welcome


def look(inside: Inside) -> int:
    """Bytes of a full welcome now."""
    inside.now += 0.06
    outbox = inside.give(0, b'{"t":"look"}')
    return max((on_wire(frame) for send in outbox.sends for frame in send.frames), default=0)


def on_wire(frame: bytes) -> int:
    """Bytes of a frame with its WebSocket header."""
    return len(frame) + (2 if len(frame) < 126 else 4)
