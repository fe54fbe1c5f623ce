import { isJsonObject, type JsonObject, objectsAt } from '@/sandbox/api/json';
import { ageText } from '@/sandbox/api/table/age';

interface Containers {
  ready: number;
  total: number;
  restarts: number;
  lastRestart: string | undefined;
}

/**
 * The cells Ready, Status and Restarts of `kubectl get pods` (Kubernetes 1.37, pkg/printers/internalversion,
 * printers.go, `printPod`).
 */
export function podStatusCells(pod: JsonObject, nowMs: number): [string, string, string] {
  const spec = isJsonObject(pod.spec) ? pod.spec : {};
  const status = isJsonObject(pod.status) ? pod.status : {};
  const statuses = objectsAt(status, 'containerStatuses');
  const sidecars = objectsAt(status, 'initContainerStatuses').filter((each) => isSidecar(spec, each));
  const sidecarCount = objectsAt(spec, 'initContainers').filter(
    (each) => each.restartPolicy === 'Always',
  ).length;
  const counted = [...sidecars, ...statuses];
  const containers: Containers = {
    ready: counted.filter((each) => each.ready === true && running(each)).length,
    total: objectsAt(spec, 'containers').length + sidecarCount,
    restarts: counted.reduce((sum, each) => sum + Number(each.restartCount ?? 0), 0),
    lastRestart: counted
      .map((each) => finishedAt(each.lastState))
      .filter((each) => each !== undefined)
      .sort()
      .at(-1),
  };
  const { ready, total, restarts, lastRestart } = containers;
  const restartText =
    restarts > 0 && lastRestart ? `${restarts} (${ageText(lastRestart, nowMs)} ago)` : String(restarts);
  return [`${ready}/${total}`, statusText(pod, status, statuses), restartText];
}

function isSidecar(spec: JsonObject, status: JsonObject): boolean {
  return objectsAt(spec, 'initContainers').some(
    (each) => each.name === status.name && each.restartPolicy === 'Always',
  );
}

function state(status: JsonObject, name: string): JsonObject | undefined {
  const current = isJsonObject(status.state) ? status.state[name] : undefined;
  return isJsonObject(current) ? current : undefined;
}

function running(status: JsonObject): boolean {
  return state(status, 'running') !== undefined;
}

function finishedAt(lastState: unknown): string | undefined {
  const terminated = isJsonObject(lastState) ? lastState.terminated : undefined;
  const at = isJsonObject(terminated) ? terminated.finishedAt : undefined;
  return typeof at === 'string' ? at : undefined;
}

function statusText(pod: JsonObject, status: JsonObject, statuses: JsonObject[]): string {
  let text = String(status.reason ?? status.phase ?? 'Unknown');
  for (const container of [...statuses].reverse()) text = containerText(container) ?? text;
  if (text === 'Completed' && statuses.some((each) => running(each) && each.ready === true)) {
    text = isReady(status) ? 'Running' : 'NotReady';
  }
  const metadata = isJsonObject(pod.metadata) ? pod.metadata : {};
  if (metadata.deletionTimestamp === undefined) return text;
  return status.reason === 'NodeLost' ? 'Unknown' : 'Terminating';
}

function containerText(container: JsonObject): string | undefined {
  const waiting = state(container, 'waiting');
  if (waiting?.reason) return String(waiting.reason);
  const terminated = state(container, 'terminated');
  if (!terminated) return undefined;
  if (terminated.reason) return String(terminated.reason);
  return terminated.signal
    ? `Signal:${String(terminated.signal)}`
    : `ExitCode:${String(terminated.exitCode)}`;
}

function isReady(status: JsonObject): boolean {
  return objectsAt(status, 'conditions').some((each) => each.type === 'Ready' && each.status === 'True');
}
