import type { ContainerChange } from '../../decide/running/planned';
import type { Amounts } from '../../objects/units';
import type { ActionRecord } from '../../store';
import type { Reason } from '../../words/reasons';
import type { ActionKind } from '../../words/records';
import type { Attempt } from './attempt';

interface Acted {
  vpa: { readonly namespace: string; readonly name: string };
  /** Which of its pods it is, if they are unlike. */
  part?: string;
  pod: { readonly metadata: { readonly name: string; readonly uid?: string } };
  kind: ActionKind;
  reasons: readonly Reason[];
  changes: readonly ContainerChange[];
}

/** The record of something tried on a pod. */
export function actionRecord(
  { vpa, part, pod, kind, reasons, changes }: Acted,
  { outcome, detail }: Attempt,
  atMs: number,
): ActionRecord {
  return {
    kind: 'action',
    atMs,
    namespace: vpa.namespace,
    vpa: vpa.name,
    pod: pod.metadata.name,
    podUid: pod.metadata.uid ?? '',
    ...(part && { part }),
    action: kind,
    outcome,
    detail,
    reasons,
    before: byContainer(changes, ({ from, formerLimits }) => withLimits(from, formerLimits)),
    after: byContainer(changes, ({ to, limits }) => withLimits(to, limits)),
  };
}

function byContainer(
  changes: readonly ContainerChange[],
  amountsOf: (change: ContainerChange) => object,
): Record<string, object> {
  return Object.fromEntries(changes.map((change) => [change.container, amountsOf(change)]));
}

/** Requests, and in `limits` the limits that change with them. */
function withLimits(requests: Amounts, limits: Amounts = {}): object {
  return Object.keys(limits).length > 0 ? { ...requests, limits } : requests;
}
