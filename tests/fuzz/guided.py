"""`python -m tests.fuzz.guided TARGET INPUTS SEED`: one decoder under Atheris, which watches where
inputs lead and follows those that lead somewhere new.

A process of its own for each target, since the engine ends the process it runs in. What came of
it is the last line on standard output; a fault ends it before that.
"""

import atexit
import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import atheris

from tests.fuzz.mutation import Mutation
from tests.fuzz.target import TRAPS, Target, fault

with atheris.instrument_imports(include=["pellmell"]):
    from tests.fuzz.everything import ALL, TARGETS


def _quoted(word: bytes) -> str:
    return '"' + "".join(f"\\x{byte:02x}" for byte in word) + '"'


def main() -> None:
    name, inputs, seed = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    target = TARGETS.get(name, ALL)
    count = {"tried": 0, "taken": 0}
    kept = TemporaryDirectory()
    _lay_out(Path(kept.name), target)

    def one(data: bytes) -> None:
        count["tried"] += 1
        try:
            if target.attempt(data):
                count["taken"] += 1
                source.took(data)
        except Exception as error:
            print(fault(target, data, error), flush=True)
            raise

    source = Mutation(target, int(seed))

    def mutated(data: bytes, size: int, seed: int) -> bytes:
        """Half of the inputs come by our own chance: what decodes in C tells the engine nothing
        of where it leads, and so all that the engine would try there is soon rubbish."""
        made: bytes = atheris.Mutate(data, size) if seed % 2 else source.next()[:size]
        return made

    # Its own way of ending; with the usual `-runs` nothing would be said at the end.
    atexit.register(lambda: print(json.dumps(count), flush=True))
    atheris.Setup(
        [
            "fuzz",
            f"{kept.name}/corpus",
            f"-dict={kept.name}/words",
            f"-artifact_prefix={kept.name}/",
            f"-atheris_runs={inputs}",
            f"-seed={seed}",
            f"-max_len={target.longest}",
            "-len_control=0",  # else inputs are short for long, and nothing short is whole
            "-timeout=60",
            "-verbosity=0",
        ],
        one,
        custom_mutator=mutated,
    )
    atheris.Fuzz()


def _lay_out(folder: Path, target: Target) -> None:
    """What the engine begins with: a file for each seed, and a list of words."""
    (folder / "corpus").mkdir()
    for number, data in enumerate(target.seeds):
        (folder / "corpus" / f"{number:04}").write_bytes(data)
    words = [word for word in (*target.words, *TRAPS) if 0 < len(word) <= 64]
    (folder / "words").write_text("\n".join(map(_quoted, words)) + "\n")


if __name__ == "__main__":
    main()
