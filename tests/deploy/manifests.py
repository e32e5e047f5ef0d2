"""The files of `deploy/` as data."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"

Document = dict[str, Any]


@cache
def compose() -> Document:
    """The services of one machine."""
    document: Document = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return document


@cache
def manifests() -> tuple[Document, ...]:
    """Everything that Kubernetes is told."""
    files = sorted((DEPLOY / "kubernetes").glob("*.yaml"))
    return tuple(each for path in files for each in yaml.safe_load_all(path.read_text("utf-8")))


def called(kind: str, name: str) -> Document:
    """The one manifest of this kind and name."""
    found = [each for each in manifests() if (each["kind"], each["metadata"]["name"]) == (kind, name)]
    assert len(found) == 1, f"{len(found)} manifests {kind} {name}"
    return found[0]


def workloads() -> list[Document]:
    """The manifests that run containers."""
    return [each for each in manifests() if "template" in each.get("spec", {})]


def pod(workload: Document) -> Document:
    """What one replica of a workload is."""
    spec: Document = workload["spec"]["template"]["spec"]
    return spec


def containers() -> list[Document]:
    """Every container of Kubernetes."""
    return [container for workload in workloads() for container in pod(workload)["containers"]]


def environment(container: Document) -> dict[str, str]:
    """The variables of a container that stand in the manifests, those of its config maps too."""
    plain = {each["name"]: each.get("value", "") for each in container.get("env", [])}
    for source in container.get("envFrom", []):
        plain |= called("ConfigMap", source["configMapRef"]["name"])["data"]
    return plain
