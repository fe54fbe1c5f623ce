import { isAhead } from '../../../lib/time/clock';
import type { Reason } from '../../../words/reasons';
import { nodeDeferral } from '../deferral';
import { isOfWithdrawn, movesOf } from '../part-of-change';
import { type Hold, type PolicyScope, type ProposedUpdate, plainRestraint } from '../policy';
import { CRITICAL_FROM } from './places';

/** What was taken back is asked for again after a growing pause. */
export const withdrawn = plainRestraint('withdrawn', ({ facts, workload, way, changes }, { nowMs }) => {
  const known = way === 'resize' ? workload.withdrawn?.get(facts.uid) : undefined;
  if (!known || nowMs >= known.retryAtMs || isAhead(known.atMs, nowMs)) return undefined;
  const isSame = movesOf(facts, changes).some((one) => isOfWithdrawn(known.kind, one));
  if (!isSame) return undefined;
  const { kind, message, atMs, times, retryAtMs } = known;
  return {
    kind: 'hold',
    reason: { code: 'resize-withdrawn', kind, message, atMs, times },
    untilMs: retryAtMs,
  };
});

/** Nodes report every few seconds, and nobody tells when. */
const LOOK_AGAIN_MS = 60_000;

/** Nothing is asked for where the kubelet would defer it whatever it is. */
export const nodeDefersAll = plainRestraint('node-defers-all', nodeHold);

function nodeHold({ facts, way }: ProposedUpdate, { cluster, nowMs }: PolicyScope): Hold | undefined {
  const { nodeName, priority = 0 } = facts.pod.spec;
  if (way !== 'resize' || nodeName === undefined || !cluster.settings.resourcesApart) return undefined;
  const found = nodeDeferral(facts.pod, cluster.traitsOf?.(nodeName));
  // Pressure does not concern what is critical.
  if (!found || (found.cause === 'pressure' && priority >= CRITICAL_FROM)) return undefined;
  const reason: Reason = { code: 'node-defers-all', ...found };
  return { kind: 'hold', reason, untilMs: nowMs + LOOK_AGAIN_MS, awaits: 'node-mended' };
}
