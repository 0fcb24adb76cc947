"""A second reading of the rules, slow and plain, to count what the engine counts.

It shares nothing with the engine: it reads the notation by splitting text, keeps the table in
lists of strings, and tries every command that could be written.
"""

from typing import Any

Game = dict[str, Any]


def read(position: str, rules: dict[str, str]) -> Game:
    """The table of a position, as lists of words."""
    centre, *sections = position.split(" / ")
    seats = []
    for place, section in enumerate(sections):
        row, stack, waste, hand = (field.split() for field in section.split(" | "))
        own = "ABCDEFGHIJKL"[place]
        empty = [row, stack, waste, hand] == [["-"]] * 4
        seats.append(
            {
                "row": [] if empty else [_owned(slot.split(">"), own) for slot in row],
                "stack": _owned(stack, own),
                "waste": _owned(waste, own),
                "hand": _owned(hand, own),
            }
        )
    return {"piles": [] if centre == "-" else centre.split(), "seats": seats, "rules": rules}


def _owned(words: list[str], own: str) -> list[str]:
    """Cards with their deck always named."""
    if words == ["-"]:
        return []
    return [word if "@" in word else f"{word}@{own}" for word in words]


def moves(game: Game) -> dict[str, set[str]]:
    """For each seat the commands it may give, plays naming their pile."""
    return {
        "ABCDEFGHIJKL"[place]: {
            command for command in _writable(game, place) if _after(game, place, command)
        }
        for place in range(len(game["seats"]))
    }


def count(game: Game, depth: int) -> int:
    """The number of sequences of exactly so many commands, hands kept in their order."""
    if depth == 0:
        return 1
    total = 0
    for place in range(len(game["seats"])):
        for command in _writable(game, place):
            after = _after(game, place, command)
            if after and command == "stop":
                total += depth == 1
            elif after:
                total += count(after, depth - 1)
    return total


def points(game: Game) -> list[int | None]:
    """The points of each seat as the cards lie."""
    laid = "".join(pile.split(":")[1] for pile in game["piles"])
    malus = int(game["rules"].get("left_malus", 2))
    return [
        laid.count("ABCDEFGHIJKL"[place]) - malus * len(seat["stack"]) if seat["row"] else None
        for place, seat in enumerate(game["seats"])
    ]


def _writable(game: Game, place: int) -> list[str]:
    """Every command that names places which are there, legal or not."""
    slots = [f"r{number + 1}" for number in range(len(game["seats"][place]["row"]))]
    piles = [f"c{number + 1}" for number in range(len(game["piles"]) + 1)]
    plays = [f"{source}>{to}" for source in [*slots, "s", "w"] for to in piles + slots]
    return [*plays, "turn", "stop"]


def _after(game: Game, place: int, command: str) -> Game | None:
    """The table after a command, None if it is not legal."""
    rules = game["rules"]
    if rules.get("stop") == "auto" and any(s["row"] and not s["stack"] for s in game["seats"]):
        return None
    seat = game["seats"][place]
    if command == "stop":
        return game if seat["row"] and not seat["stack"] else None
    game = _copied(game, place)
    seat = game["seats"][place]
    if command == "turn":
        return _turned(game, seat)
    source, target = command.split(">")
    pack = {"s": seat["stack"], "w": seat["waste"]}.get(source)
    cards = seat["row"][int(source[1:]) - 1] if pack is None else pack
    if not cards:
        return None
    card = cards.pop()
    if target[0] == "r":
        return _put(game, seat, source, card, int(target[1:]) - 1)
    if not _lay(game, source, card, int(target[1:]) - 1):
        return None
    if source[0] == "r" and not cards and rules.get("row_refill") != "manual" and seat["stack"]:
        cards.append(seat["stack"].pop())
    return game


def _copied(game: Game, place: int) -> Game:
    """The table with an area of the seat's own and a centre of its own, free to be changed."""
    seat = game["seats"][place]
    own = {name: list(seat[name]) for name in ("stack", "waste", "hand")}
    seats = list(game["seats"])
    seats[place] = {"row": [list(slot) for slot in seat["row"]], **own}
    return {"piles": list(game["piles"]), "seats": seats, "rules": game["rules"]}


def _turned(game: Game, seat: Any) -> Game | None:
    together = int(game["rules"].get("turn", 3))
    if seat["hand"]:
        seat["waste"] += seat["hand"][:together]
        seat["hand"] = seat["hand"][together:]
    elif seat["waste"]:
        seat["hand"], seat["waste"] = seat["waste"], []
    else:
        return None
    return game


def _lay(game: Game, source: str, card: str, pile: int) -> bool:
    face, owner = card.split("@")
    colour, number = face[0], int(face[1:])
    if number == 1 and source == "s" and game["rules"].get("ligretto_to_centre") == "no_ones":
        return False
    if pile == len(game["piles"]):
        if number == 1:
            game["piles"].append(f"{colour}:{owner}")
        return number == 1
    if game["piles"][pile][0] != colour or len(game["piles"][pile]) - 2 != number - 1:
        return False
    game["piles"][pile] += owner
    return True


def _put(game: Game, seat: Any, source: str, card: str, slot: int) -> Game | None:
    cards = seat["row"][slot]
    profi = game["rules"].get("profi") == "on"
    if source[0] == "r":
        return None
    if cards:
        under, over = cards[-1].split("@")[0], card.split("@", maxsplit=1)[0]
        step = int(under[1:]) - int(over[1:])
        fits = step >= 1 if game["rules"].get("profi_step") == "any_lower" else step == 1
        if not profi or not fits or under[0] == over[0]:
            return None
    elif source != "s":
        return None
    cards.append(card)
    return game
