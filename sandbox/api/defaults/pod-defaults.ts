import { allContainers } from '@/sandbox/api/admission/pod-amounts';
import { badRequest } from '@/sandbox/api/api-error';
import { isJsonObject, type JsonObject, objectAt, objectsAt, setDefault } from '@/sandbox/api/json';
import { formatQuantity, isQuantity, parseQuantity } from '@/server/objects/quantity';

/** What is finer is rounded up (`SetDefaults_ResourceList`). */
const NANOS_OF_FINEST = 1_000_000n;
const RULE = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

/**
 * Rewrites the amounts of every container of a pod spec in canonical form, as decoding does.
 * @throws ApiError 400 for an invalid amount; `kindName` is the kind of the whole object
 */
function canonicalizePodAmounts(spec: JsonObject, kindName: string, version: string): void {
  const holders = ['initContainers', 'containers', 'ephemeralContainers'].flatMap((list) =>
    objectsAt(spec, list),
  );
  for (const holder of [spec, ...holders]) {
    if (!isJsonObject(holder.resources)) continue;
    for (const list of ['requests', 'limits']) {
      if (isJsonObject(holder.resources[list]))
        canonicalize(objectAt(holder.resources, list), kindName, version);
    }
  }
  if (isJsonObject(spec.overhead)) canonicalize(spec.overhead, kindName, version);
}

function canonicalize(amounts: JsonObject, kindName: string, version: string): void {
  for (const [name, amount] of Object.entries(amounts)) {
    if (!isQuantity(amount)) {
      throw badRequest(`${kindName} in version "${version}" cannot be handled as a ${kindName}: ${RULE}`);
    }
    const { nanos, format } = parseQuantity(amount);
    amounts[name] = formatQuantity({ nanos: roundedUp(nanos), format });
  }
}

function roundedUp(nanos: bigint): bigint {
  const rest = nanos % NANOS_OF_FINEST;
  return rest > 0n ? nanos - rest + NANOS_OF_FINEST : nanos - rest;
}

/** The pod-level resources. */
const OF_WHOLE_PODS = /^(cpu|memory|hugepages-.+)$/;
const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'];

/**
 * A server's defaults for the spec of a pod, alone or in a template (Kubernetes 1.37, pkg/apis/core/v1, defaults.go,
 * `SetDefaults_PodSpec` and `SetDefaults_Container`).
 */
export function completePodSpec(spec: JsonObject, kindName: string): void {
  canonicalizePodAmounts(spec, kindName, 'v1');
  for (const list of ['initContainers', 'containers', 'ephemeralContainers']) {
    for (const container of objectsAt(spec, list)) completeContainer(container);
  }
  for (const volume of objectsAt(spec, 'volumes')) completeVolume(volume);
  setDefault(spec, 'restartPolicy', 'Always');
  setDefault(spec, 'terminationGracePeriodSeconds', 30);
  setDefault(spec, 'dnsPolicy', 'ClusterFirst');
  setDefault(spec, 'securityContext', {});
  setDefault(spec, 'schedulerName', 'default-scheduler');
  if (spec.serviceAccountName !== undefined) setDefault(spec, 'serviceAccount', spec.serviceAccountName);
}

function completeContainer(container: JsonObject): void {
  setDefault(container, 'resources', {});
  setDefault(container, 'terminationMessagePath', '/dev/termination-log');
  setDefault(container, 'terminationMessagePolicy', 'File');
  setDefault(container, 'imagePullPolicy', pullPolicyOf(container.image));
  for (const port of objectsAt(container, 'ports')) setDefault(port, 'protocol', 'TCP');
  for (const variable of objectsAt(container, 'env')) {
    const source = isJsonObject(variable.valueFrom) ? variable.valueFrom.fieldRef : undefined;
    if (isJsonObject(source)) setDefault(source, 'apiVersion', 'v1');
  }
  for (const name of PROBES) {
    const probe = container[name];
    if (isJsonObject(probe)) completeProbe(probe);
  }
}

function completeProbe(probe: JsonObject): void {
  if (isJsonObject(probe.httpGet)) {
    setDefault(probe.httpGet, 'path', '/');
    setDefault(probe.httpGet, 'scheme', 'HTTP');
  }
  setDefault(probe, 'timeoutSeconds', 1);
  setDefault(probe, 'periodSeconds', 10);
  setDefault(probe, 'successThreshold', 1);
  setDefault(probe, 'failureThreshold', 3);
}

function completeVolume(volume: JsonObject): void {
  for (const source of ['configMap', 'secret', 'projected', 'downwardAPI']) {
    const value = volume[source];
    if (isJsonObject(value)) setDefault(value, 'defaultMode', 420);
  }
  if (Object.keys(volume).length === 1) volume.emptyDir = {};
}

/** An image without a tag, or with the tag latest, is always pulled. */
function pullPolicyOf(image: unknown): string {
  const text = String(image ?? '');
  if (text.includes('@')) return 'IfNotPresent';
  const tag = text.slice(text.lastIndexOf('/') + 1).split(':')[1];
  return tag === undefined || tag === 'latest' ? 'Always' : 'IfNotPresent';
}

const NOT_READY = 'node.kubernetes.io/not-ready';
const UNREACHABLE = 'node.kubernetes.io/unreachable';

/**
 * A server's defaults for a pod itself: its spec, requests from limits, tolerations, priority (Kubernetes 1.37,
 * pkg/apis/core/v1, defaults.go, `SetDefaults_Pod`).
 */
export function completePod(pod: JsonObject, { creating }: { creating: boolean }): void {
  const spec = objectAt(pod, 'spec');
  completePodSpec(spec, 'Pod');
  for (const list of ['initContainers', 'containers']) {
    for (const container of objectsAt(spec, list)) requestWhatIsLimited(container);
  }
  requestForWholePod(spec);
  if (!creating) return;
  addToleration(spec, NOT_READY);
  addToleration(spec, UNREACHABLE);
  setDefault(spec, 'priority', 0);
  setDefault(spec, 'enableServiceLinks', true);
  setDefault(spec, 'preemptionPolicy', 'PreemptLowerPriority');
}

function requestWhatIsLimited(container: JsonObject): void {
  const resources = container.resources;
  if (!isJsonObject(resources) || !isJsonObject(resources.limits)) return;
  if (Object.keys(resources.limits).length === 0) return;
  const requests = objectAt(resources, 'requests');
  for (const [name, amount] of Object.entries(resources.limits)) setDefault(requests, name, amount);
}

/** A pod with a pod-level limit requests what its containers request together, or else that limit. */
function requestForWholePod(spec: JsonObject): void {
  const { resources } = spec;
  if (!isJsonObject(resources) || !isJsonObject(resources.limits)) return;
  const { limits } = resources;
  if (Object.keys(limits).length === 0) return;
  const requests = objectAt(resources, 'requests');
  for (const [name, amount] of allContainers(spec, 'requests'))
    if (OF_WHOLE_PODS.test(name)) setDefault(requests, name, formatQuantity(amount));
  for (const [name, amount] of Object.entries(limits)) setDefault(requests, name, amount);
}

function addToleration(spec: JsonObject, key: string): void {
  const tolerations = objectsAt(spec, 'tolerations');
  const tolerated = tolerations.some(
    (each) =>
      (each.key === key || each.key === undefined) &&
      (each.effect === 'NoExecute' || each.effect === undefined),
  );
  if (tolerated) return;
  spec.tolerations = [
    ...tolerations,
    { key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
  ];
}
