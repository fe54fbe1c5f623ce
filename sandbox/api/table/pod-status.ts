import { isRecord, type JsonRecord, recordsAt } from '@/sandbox/api/json';
import { ageText } from '@/sandbox/api/table/age';

interface Containers {
  ready: number;
  total: number;
  restarts: number;
  lastRestart: string | undefined;
}

/** The cells Ready, Status and Restarts of `kubectl get pods`. */
export function podStatusCells(pod: JsonRecord, nowMs: number): [string, string, string] {
  const spec = isRecord(pod.spec) ? pod.spec : {};
  const status = isRecord(pod.status) ? pod.status : {};
  const statuses = recordsAt(status, 'containerStatuses');
  const sidecars = recordsAt(status, 'initContainerStatuses').filter((each) => isSidecar(spec, each));
  const sidecarCount = recordsAt(spec, 'initContainers').filter(
    (each) => each.restartPolicy === 'Always',
  ).length;
  const counted = [...sidecars, ...statuses];
  const containers: Containers = {
    ready: counted.filter((each) => each.ready === true && running(each)).length,
    total: recordsAt(spec, 'containers').length + sidecarCount,
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

function isSidecar(spec: JsonRecord, status: JsonRecord): boolean {
  return recordsAt(spec, 'initContainers').some(
    (each) => each.name === status.name && each.restartPolicy === 'Always',
  );
}

function state(status: JsonRecord, name: string): JsonRecord | undefined {
  const current = isRecord(status.state) ? status.state[name] : undefined;
  return isRecord(current) ? current : undefined;
}

function running(status: JsonRecord): boolean {
  return state(status, 'running') !== undefined;
}

function finishedAt(lastState: unknown): string | undefined {
  const terminated = isRecord(lastState) ? lastState.terminated : undefined;
  const at = isRecord(terminated) ? terminated.finishedAt : undefined;
  return typeof at === 'string' ? at : undefined;
}

function statusText(pod: JsonRecord, status: JsonRecord, statuses: JsonRecord[]): string {
  let text = String(status.reason ?? status.phase ?? 'Unknown');
  for (const container of [...statuses].reverse()) text = containerText(container) ?? text;
  if (text === 'Completed' && statuses.some((each) => running(each) && each.ready === true)) {
    text = isReady(status) ? 'Running' : 'NotReady';
  }
  const metadata = isRecord(pod.metadata) ? pod.metadata : {};
  if (metadata.deletionTimestamp === undefined) return text;
  return status.reason === 'NodeLost' ? 'Unknown' : 'Terminating';
}

function containerText(container: JsonRecord): string | undefined {
  const waiting = state(container, 'waiting');
  if (waiting?.reason) return String(waiting.reason);
  const terminated = state(container, 'terminated');
  if (!terminated) return undefined;
  if (terminated.reason) return String(terminated.reason);
  return terminated.signal
    ? `Signal:${String(terminated.signal)}`
    : `ExitCode:${String(terminated.exitCode)}`;
}

function isReady(status: JsonRecord): boolean {
  return recordsAt(status, 'conditions').some((each) => each.type === 'Ready' && each.status === 'True');
}
