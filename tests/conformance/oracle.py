"""A second reading of the rules, slow and plain, to count what the engine counts.

It shares nothing with the engine: it reads the notation by splitting text, keeps the table in
lists of strings, and tries every command that could be written.
"""

from typing import Any

Game = dict[str, Any]


def read(position: str, rules: dict[str, str]) -> Game:
    """The table of a position, as lists of words."""
    centre, *sections = position.split(" / ")
    machine = _machine(sections.pop()) if sections[-1].startswith("machine ") else None
    seats = []
    for place, section in enumerate(sections):
        row, stack, waste, hand, *fifth = (field.split() for field in section.split(" | "))
        words = fifth[0] if fifth else []
        own = "ABCDEFGHIJKL"[place]
        empty = [row, stack, waste, hand] == [["-"]] * 4
        seats.append(
            {
                "row": [] if empty else [_owned(slot.split(">"), own) for slot in row],
                "stack": _owned(stack, own),
                "waste": _owned(waste, own),
                "hand": _owned(hand, own),
                "beside": words,
            }
        )
    piles = [] if centre == "-" else centre.split()
    return {"piles": piles, "seats": seats, "rules": rules, "machine": machine}


def _machine(section: str) -> Game:
    """How many cards were thrown, and those that lie there: number, kind and noise."""
    _, to_come, _, lying = (field.split() for field in section.split(" | "))
    left = sum(int(word.split(":")[1]) for word in to_come if word != "-")
    throws = [word.replace("@", ":").split(":") for word in lying if word != "-"]
    return {"thrown": 24 - left, "lying": [[*throw, ""][:3] for throw in throws]}


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
        laid.count("ABCDEFGHIJKL"[place])
        - malus * (len(seat["stack"]) + seat["beside"].count("+joker"))
        if seat["row"]
        else None
        for place, seat in enumerate(game["seats"])
    ]


def _writable(game: Game, place: int) -> list[str]:
    """Every command that names places which are there, legal or not."""
    slots = [f"r{number + 1}" for number in range(len(game["seats"][place]["row"]))]
    piles = [f"c{number + 1}" for number in range(len(game["piles"]) + 1)]
    plays = [f"{source}>{to}" for source in [*slots, "s", "w"] for to in piles + slots]
    return [*plays, "turn", "stop", *_of_machine(game, slots, piles)]


def _of_machine(game: Game, slots: list[str], piles: list[str]) -> list[str]:
    """Every command that the Speed Machine adds, with the places that are there."""
    if game["machine"] is None:
        return []
    seats = "ABCDEFGHIJKL"[: len(game["seats"])]
    grabs = [f"grab {number}" for number in range(1, 25)]
    uses = {"joker": piles, "remove": slots, "voila": list(seats)}
    return [*grabs, *(f"use {kind} {place}" for kind in uses for place in uses[kind])]


def _after(game: Game, place: int, command: str) -> Game | None:
    """The table after a command, None if it is not legal."""
    rules = game["rules"]
    if rules.get("stop") == "auto" and any(map(_clear, game["seats"])):
        return None
    seat = game["seats"][place]
    if command == "stop":
        return game if _clear(seat) else None
    game = _copied(game, place)
    seat = game["seats"][place]
    if command.startswith("grab "):
        return _grabbed(game, seat, command.split()[1])
    if command.startswith("use "):
        _, kind, where = command.split()
        return _used(game, place, kind, where)
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
    if source[0] == "r":
        _filled(game, seat, cards)
    return game


def _clear(seat: Any) -> bool:
    return bool(seat["row"]) and not seat["stack"] and "+joker" not in seat["beside"]


def _filled(game: Game, seat: Any, slot: list[str]) -> None:
    """An empty slot has the stack's top, where slots fill by themselves."""
    if not slot and game["rules"].get("row_refill") != "manual" and seat["stack"]:
        slot.append(seat["stack"].pop())


def _grabbed(game: Game, seat: Any, number: str) -> Game | None:
    """The table after a card was taken; None where it does not lie there, or is another's."""
    for throw in game["machine"]["lying"]:
        if throw[0] == number:
            break
    else:
        return None
    owners = [other for other in game["seats"] if throw[2] and throw[2] in other["beside"]]
    last = int(number) == game["machine"]["thrown"]
    if not seat["row"] or (last and owners and throw[2] not in seat["beside"]):
        return None
    lying = [other for other in game["machine"]["lying"] if other is not throw]
    game["machine"] = {"thrown": game["machine"]["thrown"], "lying": lying}
    at_once = throw[1] in ("second", "extra")
    seat["beside"].append(f"={throw[1]}" if at_once else f"+{throw[1]}")
    if throw[1] == "extra":
        seat["row"].append([])
        _filled(game, seat, seat["row"][-1])
    return game


def _used(game: Game, place: int, kind: str, where: str) -> Game | None:
    """The table after a card was used; None where it is not held, or not for this."""
    seat = game["seats"][place]
    if f"+{kind}" not in seat["beside"]:
        return None
    seat["beside"].remove(f"+{kind}")
    if kind == "joker":
        pile = int(where[1:]) - 1
        if pile == len(game["piles"]) or len(game["piles"][pile]) == 12:
            return None
        game["piles"][pile] += "*"
        return game
    seat["beside"].append(f"={kind}")
    if kind == "remove":
        slot = seat["row"][int(where[1:]) - 1]
        if not slot:
            return None
        seat["beside"].append(f"x{slot.pop()}")
        _filled(game, seat, slot)
        return game
    to = "ABCDEFGHIJKL".index(where)
    if to == place or not seat["stack"] or not game["seats"][to]["row"]:
        return None
    game = _copied(game, to)
    game["seats"][to]["stack"].append(seat["stack"].pop())
    return game


def _copied(game: Game, place: int) -> Game:
    """The table with an area of the seat's own and a centre of its own, free to be changed."""
    seat = game["seats"][place]
    own = {name: list(seat[name]) for name in ("stack", "waste", "hand", "beside")}
    seats = list(game["seats"])
    seats[place] = {"row": [list(slot) for slot in seat["row"]], **own}
    return {**game, "piles": list(game["piles"]), "seats": seats}


def _turned(game: Game, seat: Any) -> Game | None:
    together = int(game["rules"].get("turn", 3))
    if "=second" in seat["beside"]:
        together = min(together, 2)
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
