import { MOST_A_DAY } from '../../decide/pods/change-times';
import type { ObjectListener } from '../../kube/object-store';
import { amountsFrom } from '../../objects/quantity';
import { sizedContainers } from '../../objects/sized-containers';
import type { Container, Pod } from '../../objects/types';
import { type Amounts, RESOURCES, type Resource } from '../../objects/units';
import { formatAmounts, resourceName } from '../../words/amounts';
import { aboutObject, type ObjectFault } from '../../words/object-fault';

const DAY_MS = 86_400_000;
/** Amounts told of one request. */
const MOST_TOLD = 8;
/** Changes that are kept of a pod. */
const MOST_CHANGES = 64;
/** Pods whose changes are kept; beyond that, new ones are not. */
const MOST_PODS = 10_000;

interface Change {
  readonly atMs: number;
  readonly containers: readonly Container[];
}

/** The last changes of a pod, the oldest first; before them, it had the first of these. */
interface Restless {
  readonly pod: Pod;
  readonly changes: readonly Change[];
}

/** A pod that was changed so many times within a day. */
interface RestlessPod extends Restless {
  readonly times: number;
}

/**
 * What is told of a pod that was changed too often, with what it requested in turn.
 * @param restMs how long its requests rest between two changes, if its recommender says so: then one change down and one
 *   up in each such time are as meant
 */
export function restlessFault(
  { pod, changes, times }: RestlessPod,
  restMs: number | undefined,
): ObjectFault | undefined {
  if (restMs !== undefined && times <= (2 * DAY_MS) / restMs) return undefined;
  return { code: 'goes-back-and-forth', about: aboutObject('Pod', pod), message: told(changes, times) };
}

/** The pods whose requests were changed in place within a day, by anyone, as the watch shows them. */
export class RestlessPods {
  private readonly byUid = new Map<string, Restless>();

  constructor(pods: { subscribe(listener: ObjectListener<Pod>): unknown }, now: () => number) {
    pods.subscribe({
      updated: (former, pod) => this.noticed(former, pod, now()),
      deleted: (pod) => this.byUid.delete(pod.metadata.uid ?? ''),
    });
  }

  /** Those that were changed more often than pods should be, with how often, by uid; forgets what is over. */
  often(nowMs: number): ReadonlyMap<string, RestlessPod> {
    const often = new Map<string, RestlessPod>();
    for (const [uid, { pod, changes }] of this.byUid) {
      const late = changes.filter(({ atMs }) => atMs > nowMs - DAY_MS);
      // The first is what it had before.
      if (late.length === 0) this.byUid.delete(uid);
      else if (changes.length > late.length)
        this.byUid.set(uid, { pod, changes: changes.slice(-late.length - 1) });
      const times = late.length === changes.length ? late.length - 1 : late.length;
      if (times > MOST_A_DAY) often.set(uid, { pod, changes, times });
    }
    return often;
  }

  private noticed(former: Pod, pod: Pod, atMs: number): void {
    // The watch shares equal lists.
    const isSame =
      former.spec.containers === pod.spec.containers &&
      former.spec.initContainers === pod.spec.initContainers;
    if (isSame || former.metadata.uid !== pod.metadata.uid) return;
    const [before, after] = [sizedContainers(former.spec), sizedContainers(pod.spec)];
    if (!isChanged(before, after)) return;
    const uid = pod.metadata.uid ?? '';
    const known = this.byUid.get(uid);
    if (!known && this.byUid.size >= MOST_PODS) return;
    const changes = known?.changes ?? [{ atMs, containers: before }];
    this.byUid.set(uid, {
      pod,
      changes: [...changes, { atMs, containers: after }].slice(-MOST_CHANGES),
    });
  }
}

function isChanged(former: readonly Container[], now: readonly Container[]): boolean {
  return now.some(({ name }, index) => {
    const [before, after] = [requestsIn(former, index, name), requestsIn(now, index, name)];
    return RESOURCES.some((resource) => before[resource] !== after[resource]);
  });
}

function requestsIn(containers: readonly Container[], index: number, name: string): Amounts {
  const container = containers[index];
  if (container?.name !== name) return {};
  try {
    return amountsFrom(container.resources?.requests);
  } catch {
    return {};
  }
}

function told(changes: readonly Change[], times: number): string {
  const names = changes.at(-1)?.containers.map(({ name }) => name) ?? [];
  const swayed = names.flatMap((name, index) =>
    RESOURCES.flatMap((resource) => {
      const amounts = changes.map(({ containers }) => requestsIn(containers, index, name)[resource]);
      const turns = amounts.filter((amount, at) => at === 0 || amount !== amounts[at - 1]);
      return turns.length > 1 ? `${resourceName(resource)} of ${name}: ${amountsText(resource, turns)}` : [];
    }),
  );
  return `${times} changes in 24 h; ${swayed.join('; ')}`;
}

function amountsText(resource: Resource, turns: readonly (number | undefined)[]): string {
  return formatAmounts(resource, turns.slice(-MOST_TOLD))
    .map((text) => text ?? 'none')
    .join(' → ');
}
