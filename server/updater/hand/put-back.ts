import type { KubeClient } from '../../kube/client';
import type { Pod, PodTemplateSpec } from '../../kube/types';
import { reversionOf } from '../../operations/revert';
import type { ContainerChange } from '../plan/plan-types';
import type { Attempt } from './attempt';
import { REVERT_MARKS, resize } from './resize';

interface PutBack {
  attempt: Attempt;
  changes: readonly ContainerChange[];
}

const refused = (detail: string): Attempt => ({ outcome: 'refused', detail });

/** Puts a pod resized in place back to what its template asks, in place, as far as a resize can. */
export async function putBack(
  client: KubeClient,
  pod: Pod,
  template: PodTemplateSpec | undefined,
): Promise<PutBack> {
  try {
    return await resizeBack(client, pod, template);
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return { attempt: refused(`The pod or its template cannot be read: ${message}`), changes: [] };
  }
}

async function resizeBack(
  client: KubeClient,
  pod: Pod,
  template: PodTemplateSpec | undefined,
): Promise<PutBack> {
  if (!template) return { attempt: refused('The template of its controller is not known.'), changes: [] };
  const { changes, stays } = reversionOf(pod, template);
  const left =
    stays.length > 0 ? `Not in the template, and a resize cannot take it away: ${stays.join(', ')}.` : '';
  if (left && changes.length === 0) return { attempt: refused(left), changes };
  const { outcome, detail } = await resize(client, pod, changes, { after: REVERT_MARKS });
  return { attempt: { outcome, detail: [detail, left].filter(Boolean).join(' ') }, changes };
}
