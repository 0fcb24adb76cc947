"""What people are told at a terminal: a catalogue a language, and faults that speak them all."""

from pellmell.texts.catalogues import LANGUAGES, Speech, english, speech
from pellmell.texts.faults import Fault, FaultAt, said
from pellmell.texts.icu import Said, Value
from pellmell.texts.system import reason_of

__all__ = [
    "LANGUAGES",
    "Fault",
    "FaultAt",
    "Said",
    "Speech",
    "Value",
    "english",
    "reason_of",
    "said",
    "speech",
]
