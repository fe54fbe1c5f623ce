import { isDeepStrictEqual } from 'node:util';
import type { ClusterCaches } from '../../kube/caches';
import { MERGE_PATCH } from '../../kube/client';
import { isKubeError } from '../../kube/errors';
import type { LeadingContext } from '../../kube/leading-client';
import { selectorOfGroup } from '../../kube/pod-group-index';
import { toKubeTime } from '../../lib/time/clock';
import { fewAtATime } from '../../lib/time/few-at-a-time';
import { type Repeating, type RunOutcome, repeat } from '../../lib/time/repeat';
import { inSlices, type Sliced } from '../../lib/time/slices';
import type { PodGroup } from '../../objects/plumbline-types';
import { isFinished } from '../../objects/pod-phase';
import { API_RESOURCES, pathOf } from '../../objects/resources';
import { formatSelector } from '../../objects/selector';
import type { KubeObject } from '../../objects/types';
import type { RulesSettings } from '../settings';

/** Between two rounds, in real time. Pods come and go in bursts, and few read their number. */
const ROUND_EVERY_MS = 2_000;
const BACKOFF = { firstMs: 2_000, longestMs: 60_000 };
const AT_ONCE = 4;

type GroupStatus = NonNullable<PodGroup['status']>;

/** What the whole namespace is called in a scale, where an empty selector counts as none. */
const WHOLE_NAMESPACE = '!plumbline.dev/on-no-pod';

/**
 * The status of a group: its selector as text, as a scale needs it, and how many pods it selects.
 * @param nowMs dates a condition that changed
 */
function groupStatus(group: PodGroup, pods: number, nowMs: number): GroupStatus {
  const read = selectorOfGroup(group);
  const isReady = read.kind === 'selector';
  const { generation } = group.metadata;
  const former = group.status?.conditions?.find(({ type }) => type === 'Ready');
  const status = isReady ? 'True' : 'False';
  return {
    ...(generation !== undefined && { observedGeneration: generation }),
    ...(isReady && { selector: formatSelector(read.selector) || WHOLE_NAMESPACE }),
    replicas: isReady ? pods : 0,
    conditions: [
      {
        type: 'Ready',
        status,
        reason: isReady ? 'Selects' : 'SelectorInvalid',
        message: isReady ? '' : read.detail,
        lastTransitionTime: (former?.status === status && former.lastTransitionTime) || toKubeTime(nowMs),
      },
    ],
  };
}

/**
 * Keeps the status of PodGroups, so that others can read them by their scale: after changes in a namespace its pods
 * are counted once for all its groups, and only what differs is written.
 */
export class PodGroupStatuses {
  /** Namespaces in which a group or a pod changed since the last round. */
  private readonly changed = new Set<string>();
  private readonly ends: (() => void)[] = [];
  private running: Repeating | undefined;

  constructor(
    private readonly context: LeadingContext<RulesSettings>,
    private readonly mayAct: () => boolean,
  ) {}

  start(): void {
    const { caches, wallClock, loops } = this.context;
    const note = ({ metadata: { namespace = '' } }: KubeObject) => this.changed.add(namespace);
    const notePod = (pod: KubeObject) => {
      if (caches.podGroups.sizeOf(pod.metadata.namespace ?? '') > 0) note(pod);
    };
    this.ends.push(
      caches.podGroups.subscribe({ added: note, updated: (_former, group) => note(group), deleted: note }),
      caches.pods.subscribe({
        added: notePod,
        updated: (former, pod) => {
          const isSame =
            former.metadata.labels === pod.metadata.labels && former.status?.phase === pod.status?.phase;
          if (!isSame) notePod(pod);
        },
        deleted: notePod,
      }),
    );
    this.running = repeat({
      name: 'count pods of groups',
      everyMs: ROUND_EVERY_MS,
      backoff: BACKOFF,
      clock: wallClock,
      wallClock,
      loops,
      run: () => this.round(),
    });
  }

  async stop(): Promise<void> {
    for (const end of this.ends.splice(0)) end();
    await this.running?.stop();
  }

  private async round(): Promise<RunOutcome> {
    const { caches } = this.context;
    if (!this.mayAct() || caches.podGroups.size === 0) return 'done';
    caches.start(['pods']);
    if (!caches.pods.seen) return 'done';
    for (const namespace of [...this.changed]) {
      this.changed.delete(namespace);
      const counts = await inSlices(podsByGroup(caches, namespace));
      const groups = [...caches.podGroups.list(namespace)];
      await fewAtATime(groups, (group) => this.write(group, counts.get(group.metadata.name) ?? 0), {
        atOnce: AT_ONCE,
        goesOn: this.mayAct,
      });
      if (this.mayAct()) continue;
      // Another process writes now; should the turn come back, the rest is not forgotten.
      this.changed.add(namespace);
      return 'done';
    }
    return 'done';
  }

  /** @throws KubeError if the API server does not answer */
  private async write(group: PodGroup, pods: number): Promise<void> {
    const { client, clock } = this.context;
    const status = groupStatus(group, pods, clock.now());
    if (isDeepStrictEqual(group.status, status)) return;
    const { namespace = '', name, resourceVersion } = group.metadata;
    try {
      await client.request('PATCH', pathOf(API_RESOURCES.podGroups, namespace, name, 'status'), {
        body: { metadata: { resourceVersion }, status: { selector: null, ...status } },
        contentType: MERGE_PATCH,
      });
    } catch (thrown) {
      // It is gone, the watch brings what changed it, or another process writes now.
      if (isKubeError(thrown, 'not-found', 'conflict', 'not-leading')) return;
      this.changed.add(namespace);
      throw thrown;
    }
  }
}

/** How many pods that have not ended each group of a namespace selects. */
function* podsByGroup(caches: ClusterCaches, namespace: string): Sliced<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { metadata, status } of [...caches.pods.list(namespace)]) {
    yield;
    if (isFinished(status?.phase)) continue;
    for (const name of caches.podGroupsByLabels.selecting(namespace, metadata.labels))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
