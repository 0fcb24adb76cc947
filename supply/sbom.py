"""`python -m supply.sbom`: the bill of materials, CycloneDX 1.6, made from the locks alone.

It names what is there when Pellmell runs: the Python packages it is tested with, and the npm
packages of which something is in the built client. The same locks give the same bytes.
"""

import argparse
import sys
import tomllib
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.model.license import DisjunctiveLicense
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL
from packaging.requirements import Requirement

from pellmell import __version__
from supply.locks import REQUIREMENTS, ROOT, Pin, bundled, pinned

FILE: Final = REQUIREMENTS / "pellmell.cdx.json"


def made() -> str:
    """The bill as text."""
    root = Component(
        type=ComponentType.APPLICATION,
        name="pellmell",
        version=__version__,
        licenses=[DisjunctiveLicense(id="MIT")],
        purl=PackageURL("pypi", name="pellmell", version=__version__),
        bom_ref=f"pkg:pypi/pellmell@{__version__}",
    )
    runtime = [_component(pin) for pin in pinned(REQUIREMENTS / "runtime.txt")]
    client = [_component(pin) for pin in bundled()]
    direct = _direct()
    bom = Bom(components=[*runtime, *client], metadata=BomMetaData(component=root))
    bom.register_dependency(root, [*(c for c in runtime if c.name in direct), *client])
    # Neither chance nor a clock: the bill is a fact about the locks.
    bom.metadata.timestamp = None  # type: ignore[assignment]
    parts = ",".join(str(component.purl) for component in (root, *runtime, *client))
    bom.serial_number = uuid5(NAMESPACE_URL, parts)
    outputter = make_outputter(bom, OutputFormat.JSON, SchemaVersion.V1_6)
    return f"{outputter.output_as_string(indent=2)}\n"


def _component(pin: Pin) -> Component:
    group, _, name = pin.name.rpartition("/")
    purl = PackageURL(pin.ecosystem, namespace=group or None, name=name, version=pin.version)
    component = Component(
        type=ComponentType.LIBRARY,
        name=name,
        group=group or None,
        version=pin.version,
        purl=purl,
        bom_ref=purl.to_string(),
        scope=ComponentScope.REQUIRED if pin.marker is None else ComponentScope.OPTIONAL,
    )
    if pin.marker is not None:
        component.properties.add(Property(name="pellmell:marker", value=pin.marker))
    if pin.integrity is not None:
        algorithm, _, digest = pin.integrity.partition("-")
        assert algorithm == "sha512", pin
        component.hashes.add(HashType(alg=HashAlgorithm.SHA_512, content=_hex(digest)))
    return component


def _hex(base64: str) -> str:
    from base64 import b64decode

    return b64decode(base64).hex()


def _direct() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return {Requirement(text).name for text in project["dependencies"]}


def main() -> int:
    """Write the bill, or with `--check` tell whether it is as the locks are."""
    parser = argparse.ArgumentParser(prog="sbom", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if it differs")
    text = made()
    if not parser.parse_args().check:
        FILE.write_text(text, "utf-8")
    elif not FILE.exists() or FILE.read_text("utf-8") != text:
        print(f"{FILE.name} is not what the locks say; make sbom writes it anew")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
