"""What a decision is: the events of a command, or the reason why it is refused."""

from enum import StrEnum

from pellmell.engine.events import Event


class Refusal(StrEnum):
    """Why a command is refused, in the order in which the reasons are looked at."""

    ROUND_OVER = "round-over"
    NO_SUCH_PLACE = "no-such-place"
    EMPTY = "empty"
    MOVED_ON = "moved-on"
    NOT_ALLOWED = "not-allowed"
    NOT_YET = "not-yet"
    NOT_FROM_STACK = "not-from-stack"
    SLOT_TAKEN = "slot-taken"
    DOES_NOT_FIT = "does-not-fit"


Decision = tuple[Event, ...] | Refusal
