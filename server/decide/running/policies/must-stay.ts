import { sizedContainer } from '../../../objects/sized-containers';
import { RESOURCES } from '../../../objects/units';
import type { Reason } from '../../../words/reasons';
import { mayEvict, type StaysBy } from '../../features/may-evict/may-evict';
import type { WorkloadInput } from '../plan-input';
import type { PodFacts } from '../pod-facts';
import { type Hold, type PolicyScope, type ProposedUpdate, plainRestraint } from '../policy';

/** The cluster autoscaler moves no pod with "false" there (cluster-autoscaler FAQ). */
const SAFE_TO_EVICT = 'cluster-autoscaler.kubernetes.io/safe-to-evict';
/** Karpenter moves no pod with "true" there, nor with a duration until it has run for so long (1.12). */
const DO_NOT_DISRUPT = 'karpenter.sh/do-not-disrupt';

interface Mark {
  readonly kind: StaysBy;
  readonly reason: Reason;
  readonly untilMs?: number;
}

/**
 * What says that a pod must not go, if its VPA does not say in words of its own that it may: undefined if nothing does.
 * A mark protects what runs; to delete a pod of a Job counts as a failure of the Job even before it runs.
 */
export function mustStay(
  facts: PodFacts,
  { vpa }: WorkloadInput,
  { nowMs, cluster }: PolicyScope,
): Hold | undefined {
  if (!cluster.settings.respectMarks) return undefined;
  const mark = [ofJob(facts), ofAutoscaler(facts), ofKarpenter(facts, nowMs)].find(
    (one) => one !== undefined && !mayEvict(vpa.vpa, one.kind),
  );
  if (!mark) return undefined;
  const { reason, untilMs } = mark;
  return { kind: 'hold', reason, awaits: 'mark-removed', ...(untilMs !== undefined && { untilMs }) };
}

function ofJob({ owner, pod }: PodFacts): Mark | undefined {
  const { restartPolicy = 'Always' } = pod.spec;
  if (!owner || (owner.kind !== 'Job' && restartPolicy === 'Always')) return undefined;
  return { kind: 'jobs', reason: { code: 'runs-to-an-end', controller: `${owner.kind} ${owner.name}` } };
}

function ofAutoscaler({ pod, isScheduled }: PodFacts): Mark | undefined {
  const value = pod.metadata.annotations?.[SAFE_TO_EVICT];
  if (!isScheduled || value !== 'false') return undefined;
  return { kind: 'marked', reason: { code: 'marked-to-stay', annotation: SAFE_TO_EVICT, value } };
}

function ofKarpenter({ pod, isScheduled, startedMs }: PodFacts, nowMs: number): Mark | undefined {
  const value = pod.metadata.annotations?.[DO_NOT_DISRUPT];
  if (!isScheduled || value === undefined) return undefined;
  const reason = { code: 'marked-to-stay' as const, annotation: DO_NOT_DISRUPT, value };
  if (value === 'true') return { kind: 'marked', reason };
  const forMs = goDurationMs(value);
  if (forMs === undefined) return undefined;
  if (startedMs === undefined) return { kind: 'marked', reason };
  const untilMs = startedMs + forMs;
  return nowMs < untilMs ? { kind: 'marked', reason: { ...reason, untilMs }, untilMs } : undefined;
}

const UNITS_MS = { ns: 1e-6, us: 1e-3, µs: 1e-3, μs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

/** A duration as Go's time.ParseDuration reads it; undefined for what it refuses, and for what is not above zero. */
function goDurationMs(text: string): number | undefined {
  if (!/^\+?(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/.test(text)) return undefined;
  let ms = 0;
  for (const [, amount, unit] of text.matchAll(/([\d.]+)(ns|us|µs|μs|ms|s|m|h)/g))
    ms += Number(amount) * UNITS_MS[unit as keyof typeof UNITS_MS];
  return ms > 0 ? ms : undefined;
}

/** Pods that must not go are not evicted, and not resized where that restarts a container. */
export const staying = plainRestraint('must-stay', (proposal, scope) =>
  proposal.way === 'evict' || restarts(proposal)
    ? mustStay(proposal.facts, proposal.workload, scope)
    : undefined,
);

function restarts({ facts: { pod }, changes }: ProposedUpdate): boolean {
  return changes.some(({ container, to, limits }) => {
    const changed = RESOURCES.filter((one) => to[one] !== undefined || limits[one] !== undefined);
    return sizedContainer(pod.spec, container)?.resizePolicy?.some(
      ({ resourceName, restartPolicy }) =>
        restartPolicy === 'RestartContainer' && changed.some((one) => one === resourceName),
    );
  });
}
