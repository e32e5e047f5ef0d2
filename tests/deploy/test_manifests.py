"""What `deploy/` says is well formed, fits together, and is what the program reads."""

from __future__ import annotations

import re
import shlex
from typing import Any

import kubernetes_validate
import pytest
from click.testing import CliRunner

from app.cli import main
from app.config import Config, from_environment
from registry.engines import connect
from tests.deploy.manifests import DEPLOY, called, compose, containers, environment, manifests, pod, workloads
from tests.deploy.settings import READ

SERVICE_FIELDS = {
    *("image", "build", "command", "environment", "ports", "volumes", "depends_on", "healthcheck", "restart"),
    *("stop_grace_period", "deploy", "read_only", "tmpfs", "networks"),
}

GIB = 2**30


def named(document: dict[str, Any]) -> str:
    return f"{document['kind']}/{document['metadata']['name']}"


@pytest.mark.parametrize("document", manifests(), ids=named)
def test_each_manifest_is_what_kubernetes_reads(document: dict[str, Any]) -> None:
    kubernetes_validate.validate(document, kubernetes_validate.latest_version(), strict=True)


def test_what_manifests_name_is_there() -> None:
    for workload in workloads():
        labels = workload["spec"]["template"].get("metadata", {}).get("labels", {})
        for container in pod(workload)["containers"]:
            environment(container)
            for each in container.get("env", []):
                secret = each.get("valueFrom", {}).get("secretKeyRef")
                assert secret is None or secret["key"] in called("Secret", secret["name"])["stringData"]
            mounted = {mount["name"] for mount in container.get("volumeMounts", [])}
            volumes = {each["name"] for each in pod(workload).get("volumes", [])}
            claims = {each["metadata"]["name"] for each in workload["spec"].get("volumeClaimTemplates", [])}
            assert mounted <= volumes | claims
        if "selector" in workload["spec"]:
            assert workload["spec"]["selector"]["matchLabels"].items() <= labels.items()
    for each in manifests():
        if each["kind"] in {"Service", "PodDisruptionBudget"} and "selector" in each["spec"]:
            selector = each["spec"]["selector"].get("matchLabels", each["spec"]["selector"])
            assert any(
                selector.items() <= work["spec"]["template"].get("metadata", {}).get("labels", {}).items()
                for work in workloads()
            )
    called("Deployment", called("HorizontalPodAutoscaler", "rules-oracle")["spec"]["scaleTargetRef"]["name"])
    called("Service", called("StatefulSet", "rules-oracle-store")["spec"]["serviceName"])


def led_to(path: str) -> dict[str, Any]:
    """The service that the ingress leads a path to: an exact path goes before a prefix, a longer one before others."""
    paths = called("Ingress", "rules-oracle")["spec"]["rules"][0]["http"]["paths"]
    exact = [each for each in paths if each["pathType"] == "Exact" and each["path"] == path]
    prefixes = [each for each in paths if each["pathType"] == "Prefix" and path.startswith(each["path"])]
    chosen = [*exact, *sorted(prefixes, key=lambda each: -len(each["path"]))][0]["backend"]["service"]
    service = called("Service", chosen["name"])
    assert chosen["port"]["name"] in {port["name"] for port in service["spec"]["ports"]}
    return service


def test_everything_but_the_metrics_is_open_to_the_public() -> None:
    app = called("Deployment", "rules-oracle")["spec"]["selector"]["matchLabels"]

    assert "selector" not in led_to("/metrics")["spec"]
    for path in ("/", "/v1/games", "/d/0000", "/livez", "/metricsx"):
        assert led_to(path)["spec"]["selector"] == app
    for each in manifests():
        if each["kind"] == "Service":
            assert each["spec"].get("type", "ClusterIP") == "ClusterIP"


def test_every_container_has_limits_and_those_that_serve_are_probed() -> None:
    assert all("limits" in container["resources"] for container in containers())
    served = [container for container in containers() if "ports" in container]
    assert len(served) == 2
    assert all({"livenessProbe", "readinessProbe"} <= container.keys() for container in served)


def test_a_replica_is_given_the_time_that_it_takes_to_end() -> None:
    """The server finishes what it was asked within half a minute; whoever stops it waits longer."""
    assert pod(called("Deployment", "rules-oracle"))["terminationGracePeriodSeconds"] > 35
    assert int(compose()["services"]["app"]["stop_grace_period"].removesuffix("s")) > 30


def test_services_of_one_machine_are_whole() -> None:
    services, volumes = compose()["services"], compose()["volumes"]

    assert services.keys() == {"proxy", "app", "store"}
    for service in services.values():
        assert service.keys() <= SERVICE_FIELDS
        assert {"restart", "stop_grace_period"} <= service.keys()
        assert service["deploy"]["resources"]["limits"].keys() == {"cpus", "memory"}
        for other, wanted in service.get("depends_on", {}).items():
            assert wanted == {"condition": "service_healthy"}
            assert "healthcheck" in services[other]
        sources = [volume.partition(":")[0] for volume in service.get("volumes", [])]
        assert all(source in volumes or (DEPLOY / source).is_file() for source in sources)
    assert services["app"]["deploy"]["replicas"] >= 2


@pytest.mark.parametrize("where", ["compose", "kubernetes"])
def test_every_variable_is_one_that_the_program_reads(where: str) -> None:
    app = called("Deployment", "rules-oracle")["spec"]["template"]["spec"]["containers"][0]
    given = compose()["services"]["app"]["environment"] if where == "compose" else environment(app)

    assert given.keys() <= READ
    known = {name: re.sub(r"\$\{\w+:-(.*)\}", r"\1", str(value)) for name, value in given.items()}
    assert isinstance(Config.of(from_environment(known)), Config)


def test_commands_are_ones_that_the_program_takes() -> None:
    app = called("Deployment", "rules-oracle")["spec"]["template"]["spec"]["containers"][0]
    built = re.search(r"^CMD (\[.*\])$", (DEPLOY / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    assert built

    for command in (
        compose()["services"]["app"]["command"],
        app["args"],
        shlex.split(re.sub(r"[\[\],]", " ", built[1])),
    ):
        shown = CliRunner().invoke(main, [*command, "--help"])
        assert shown.exit_code == 0, shown.output


def test_addresses_of_the_store_can_be_read() -> None:
    secret = called("Secret", "rules-oracle-store")["stringData"]

    for url in (compose()["services"]["app"]["environment"]["REGISTRY_URL"], "redis://localhost"):
        connect(url, 0.1).close()
    assert secret["url"].startswith(f"redis+cluster://:{secret['password']}@")
    assert secret["url"].count("rules-oracle-store-") == 3


def test_the_store_never_evicts_and_keeps_what_it_acknowledged() -> None:
    written = called("ConfigMap", "rules-oracle-store")["data"]["valkey.conf"]
    spoken = " ".join(compose()["services"]["store"]["command"]).replace("--", "")

    for said in (written, spoken):
        for wanted in ("appendonly yes", "appendfsync always", "maxmemory-policy noeviction"):
            assert wanted in said


def test_nobody_speaks_to_the_ingress_without_tls() -> None:
    ingress = called("Ingress", "rules-oracle")["spec"]

    assert [each["hosts"] for each in ingress["tls"]] == [[rule["host"]] for rule in ingress["rules"]]
    assert all(each["secretName"] for each in ingress["tls"])
    assert ingress["ingressClassName"] == "nginx"


def test_nobody_but_the_service_reaches_the_store() -> None:
    policy = called("NetworkPolicy", "rules-oracle-store")["spec"]
    let_in = {
        peer["podSelector"]["matchLabels"]["app"]: {port["port"] for port in rule["ports"]}
        for rule in policy["ingress"]
        for peer in rule["from"]
    }
    labels = {work["spec"]["template"]["metadata"]["labels"]["app"] for work in workloads()}
    services = compose()["services"]

    assert policy["podSelector"] == called("StatefulSet", "rules-oracle-store")["spec"]["selector"]
    assert let_in.keys() == labels
    assert [name for name, ports in let_in.items() if 16379 in ports] == ["rules-oracle-store"]
    assert {name for name, service in services.items() if "back" in service["networks"]} == {"app", "store"}
    assert services["store"]["networks"] == ["back"]
    assert compose()["networks"]["back"] == {"internal": True}
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]


def test_no_container_is_root_may_write_where_it_runs_or_speaks_to_the_cluster() -> None:
    for workload in workloads():
        assert pod(workload)["securityContext"]["runAsNonRoot"] is True
        assert pod(workload)["automountServiceAccountToken"] is False
    for container in containers():
        rights = container["securityContext"]
        assert (rights["allowPrivilegeEscalation"], rights["readOnlyRootFilesystem"]) == (False, True)
        assert rights["capabilities"] == {"drop": ["ALL"]}


def test_the_ceiling_leaves_the_engine_room_and_someone_compresses() -> None:
    app = pod(called("Deployment", "rules-oracle"))["containers"][0]
    many, one = environment(app), compose()["services"]["app"]["environment"]

    assert 0.5 < int(many["REGISTRY_MAX_BYTES"]) / (3 * 12 * GIB) <= 0.6
    assert "maxmemory 12gb" in called("ConfigMap", "rules-oracle-store")["data"]["valkey.conf"]
    assert 0.5 < int(one["REGISTRY_MAX_BYTES"]) / (4 * GIB) <= 0.75
    assert "4gb" in compose()["services"]["store"]["command"]
    assert (many["COMPRESS"], one["COMPRESS"]) == ("on", "off")  # the ingress does not, the shipped proxy does
    assert re.search(r"^\s*gzip on;", (DEPLOY / "nginx.conf").read_text("utf-8"), re.MULTILINE)
