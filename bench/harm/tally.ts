import { controllerOf } from '@/server/objects/owners';
import { amountFrom } from '@/server/objects/quantity';
import { sizedContainer, sizedStatuses } from '@/server/objects/sized-containers';
import type { Pod, Workload } from '@/server/objects/types';
import { RESOURCES } from '@/server/objects/units';

/** What happened to the pods of a cluster over a time; hours are of the cluster. */
export interface Harm {
  /** By Plumbline, to apply a recommendation. */
  readonly evictions: number;
  readonly kubeletEvictions: number;
  /** Pods that a kubelet ended to make room for a critical one. */
  readonly preempted: number;
  /** The longest that a deferred resize held room it was not granted, in minutes. */
  readonly heldMinutes: number;
  readonly kills: number;
  readonly throttledHours: number;
  /** Replicas that workloads want and that are not ready, times hours, without those that are away for a change. */
  readonly missingHours: number;
  /** The same of replicas that were evicted to be changed, for ten minutes at most; later they are missing. */
  readonly awayHours: number;
}

/**
 * What nothing that changes pods may make more of; evictions by Plumbline, and that their pods are away until the
 * successors are ready, are what the mode of a VPA asks for.
 */
const NEVER_MORE = ['kubeletEvictions', 'preempted', 'kills', 'throttledHours', 'missingHours'] as const;

/** What counts is as the table shows it: tenths of hours, whole pods. */
const SHOWN_PARTS = 10;

/** By how much one run did worse than another, column by column. */
export function worseBy(off: Harm, harm: Harm): Readonly<Record<(typeof NEVER_MORE)[number], number>> {
  const shown = (value: number) => Math.round(value * SHOWN_PARTS);
  const of = (name: (typeof NEVER_MORE)[number]) => (shown(harm[name]) - shown(off[name])) / SHOWN_PARTS;
  return {
    kubeletEvictions: of('kubeletEvictions'),
    preempted: of('preempted'),
    kills: of('kills'),
    throttledHours: of('throttledHours'),
    missingHours: of('missingHours'),
  };
}

/** The columns in which one run did worse than another. */
export function worseThan(off: Harm, harm: Harm): (keyof Harm)[] {
  const by = worseBy(off, harm);
  return NEVER_MORE.filter((name) => by[name] > 0);
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** A pod that has no ready successor by then is missing. */
const LONGEST_AWAY_MS = 10 * MINUTE_MS;
/** Periods of the CPU quota in a second, as cAdvisor counts them. */
const PERIODS_PER_SECOND = 10;
/** The one counter that is read. */
export const THROTTLED_PERIODS = 'container_cpu_cfs_throttled_periods_total';
const THROTTLED = new RegExp(`^${THROTTLED_PERIODS}\\{([^}]*)\\}\\s+(\\S+)`);

/** Adds up what is seen of a cluster; what is told twice counts once. */
export class HarmTally {
  /** @param endMs nothing counts from then on */
  constructor(private readonly endMs = Number.POSITIVE_INFINITY) {}

  private readonly evicted = new Set<string>();
  private readonly preempted = new Set<string>();
  /** Since when a resize of a pod holds room, by its uid. */
  private readonly holding = new Map<string, number>();
  private heldMs = 0;
  private readonly killed = new Set<string>();
  private readonly periods = new Map<string, number>();
  private throttledPeriods = 0;
  private countedMs: number | undefined;
  private missingMs = 0;
  private awayMs = 0;
  private lookedMs: number | undefined;
  /** When pods of a workload were evicted to be changed, by pod. */
  private readonly away = new Map<string, Map<string, number>>();

  /** A pod as a watch shows it; `isGone` once it is deleted. */
  pod(pod: Pod, nowMs = 0, isGone = false): void {
    const { metadata, status } = pod;
    const uid = metadata.uid ?? '';
    if (status?.phase === 'Failed' && status.reason === 'Evicted') this.evicted.add(uid);
    if (status?.phase === 'Failed' && status.reason === 'Preempting') this.preempted.add(uid);
    this.held(uid, !isGone && holdsRoom(pod), nowMs);
    if (!isGone && isEvictedByApi(pod)) this.goes(pod, nowMs);
    for (const { name, state, lastState } of sizedStatuses(pod))
      for (const end of [state?.terminated, lastState?.terminated])
        if (end?.reason === 'OOMKilled') this.killed.add(`${uid} ${name} ${end.finishedAt}`);
  }

  private goes({ metadata: { uid = '', namespace = '', ownerReferences } }: Pod, nowMs: number): void {
    const owner = controllerOf(ownerReferences);
    const workload = owner?.kind === 'ReplicaSet' ? owner.name.replace(/-[^-]+$/, '') : owner?.name;
    const key = `${namespace}/${workload}`;
    const ofWorkload = this.away.get(key) ?? new Map<string, number>();
    if (!ofWorkload.has(uid)) this.away.set(key, ofWorkload.set(uid, nowMs));
  }

  private held(uid: string, holds: boolean, nowMs: number): void {
    const sinceMs = this.holding.get(uid);
    if (sinceMs !== undefined) this.heldMs = Math.max(this.heldMs, nowMs - sinceMs);
    if (!holds) this.holding.delete(uid);
    else if (sinceMs === undefined) this.holding.set(uid, nowMs);
  }

  /** What workloads want and have, which lasts until the next look. */
  workloads(all: readonly Workload[], atMs: number): void {
    const nowMs = Math.min(atMs, this.endMs);
    const elapsedMs = nowMs - (this.lookedMs ?? nowMs);
    this.lookedMs = nowMs;
    for (const sinceMs of this.holding.values()) this.heldMs = Math.max(this.heldMs, nowMs - sinceMs);
    for (const { metadata, spec, status } of all) {
      const key = `${metadata.namespace ?? ''}/${metadata.name}`;
      const lacking = Math.max(0, Number(spec?.replicas ?? 1) - Number(status?.readyReplicas ?? 0));
      const gone = this.away.get(key);
      for (const [uid, sinceMs] of gone ?? []) if (nowMs - sinceMs > LONGEST_AWAY_MS) gone?.delete(uid);
      const away = Math.min(lacking, gone?.size ?? 0);
      this.awayMs += away * elapsedMs;
      this.missingMs += (lacking - away) * elapsedMs;
    }
  }

  /**
   * The kubelets' counters in the text format; one that falls began anew. What was counted before the first look does
   * not count, and of a look after the end a part.
   */
  counters(text: string, atMs: number): void {
    const formerMs = this.countedMs ?? atMs;
    const whole = this.countedMs === undefined ? 0 : 1;
    const part = atMs > this.endMs ? Math.max(0, this.endMs - formerMs) / (atMs - formerMs) : whole;
    this.countedMs = atMs;
    for (const line of text.split('\n')) {
      const [, series, value] = THROTTLED.exec(line) ?? [];
      if (series === undefined || value === undefined) continue;
      const [now, before = 0] = [Number(value), this.periods.get(series)];
      this.throttledPeriods += (now >= before ? now - before : now) * part;
      this.periods.set(series, now);
    }
  }

  /** @param evictions done by Plumbline */
  harm(evictions: number): Harm {
    return {
      evictions,
      kubeletEvictions: this.evicted.size,
      preempted: this.preempted.size,
      heldMinutes: this.heldMs / MINUTE_MS,
      kills: this.killed.size,
      throttledHours: this.throttledPeriods / PERIODS_PER_SECOND / 3600,
      missingHours: this.missingMs / HOUR_MS,
      awayHours: this.awayMs / HOUR_MS,
    };
  }
}

/** Of the embedded cluster nobody but Plumbline evicts pods. */
function isEvictedByApi({ status }: Pod): boolean {
  return status?.conditions?.some(({ reason }) => reason === 'EvictionByEvictionAPI') ?? false;
}

/** Whether a deferred resize of the pod asks for more than was granted: the scheduler counts that. */
function holdsRoom(pod: Pod): boolean {
  const { spec, status } = pod;
  const isDeferred = status?.conditions?.some(
    ({ type, status: holds, reason }) =>
      type === 'PodResizePending' && holds === 'True' && reason === 'Deferred',
  );
  if (!isDeferred) return false;
  return sizedStatuses(pod).some(({ name, allocatedResources }) => {
    const requests = sizedContainer(spec, name)?.resources?.requests;
    return RESOURCES.some(
      (resource) =>
        requests?.[resource] !== undefined &&
        allocatedResources?.[resource] !== undefined &&
        amountFrom(resource, requests[resource]) > amountFrom(resource, allocatedResources[resource]),
    );
  });
}
