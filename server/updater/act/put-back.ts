import { nodeCapacity } from '../../cluster/node-capacity';
import type { NodeIndex } from '../../decide/places/node-index';
import type { ContainerChange } from '../../decide/running/planned';
import type { ClusterCaches } from '../../kube/caches';
import type { KubeClient } from '../../kube/client';
import type { Clock } from '../../lib/time/clock';
import type { Pod, PodTemplateSpec } from '../../objects/types';
import type { ActionRecord } from '../../store';
import { reasonText } from '../../words/reasons';
import { actionRecord } from './action-record';
import type { Attempt } from './attempt';
import { PodMarks } from './pod-marks';
import { REVERT_MARKS, resize } from './resize';
import { endsOtherPods, isRevertible, reversionOf, templateOf } from './reversion';

/** Resizes pods that were resized in place back to what their templates state. Needs no running updater. */
export function podReverter({
  client,
  caches,
  clock,
  wallClock,
}: {
  client: KubeClient;
  caches: ClusterCaches;
  clock: Clock;
  wallClock: Clock;
}) {
  const marks = new PodMarks(client, caches.podNotes, wallClock);
  return {
    isResized: isRevertible,
    changesOf: (pod: Pod): readonly ContainerChange[] => {
      const template = templateOf(caches, pod);
      return template ? reversionOf(pod, template).changes : [];
    },
    putBack: async (vpa: { namespace: string; name: string }, pod: Pod): Promise<ActionRecord> => {
      const { attempt, changes } = await putBack(client, marks, pod, {
        template: templateOf(caches, pod),
        nodes: nodeCapacity(caches),
        nowMs: clock.now(),
      });
      return actionRecord({ vpa, pod, kind: 'revert', reasons: [], changes }, attempt, clock.now());
    },
  };
}

async function putBack(
  client: KubeClient,
  marks: PodMarks,
  pod: Pod,
  { template, nodes, nowMs }: { template: PodTemplateSpec | undefined; nodes: NodeIndex; nowMs: number },
): Promise<{ attempt: Attempt; changes: readonly ContainerChange[] }> {
  const refused = (detail: string): Attempt => ({ outcome: 'refused', detail });
  if (!template) return { attempt: refused('The template of its controller is unknown.'), changes: [] };
  const { changes, stays } = reversionOf(pod, template);
  const left =
    stays.length > 0 ? `Not in the template, and a resize cannot remove it: ${stays.join(', ')}.` : '';
  if (left && changes.length === 0) return { attempt: refused(left), changes };
  const ends = endsOtherPods(pod, changes, nodes);
  if (ends) return { attempt: refused(reasonText(ends, nowMs)), changes };
  const { outcome, detail } = await resize(client, pod, changes, {
    kind: 'revert',
    marks,
    after: REVERT_MARKS,
  });
  return { attempt: { outcome, detail: [detail, left].filter(Boolean).join(' ') }, changes };
}
