import type { ApprovalRow, ChangeDirection, DecisionRow } from '@/server/contract/approvals';
import type { PlannedPods } from '@/server/contract/plan';
import type { DecisionsView } from '@/server/contract/requests/decision';
import { formatAmount, formatAmounts, resourceName } from '@/server/words/amounts';
import { placeName } from '@/server/words/container-name';
import { countOf } from '@/server/words/counts';
import { whoWords } from '@/server/words/who';
import { STATED_RESOURCES } from '../plan/change-words';

export const DIRECTION_LABELS: Record<ChangeDirection, string> = {
  growing: 'Growing',
  shrinking: 'Shrinking',
  both: 'Growing and shrinking',
};

export const AGE_LABELS = {
  '1h': 'For an hour or more',
  '1d': 'For a day or more',
  '7d': 'For a week or more',
} as const;

export const APPROVAL_STATE_LABELS: Record<DecisionRow['state'], string> = {
  counts: 'Counts',
  expired: 'Expired',
  'taken-back': 'Taken back by a later rejection',
};

export function awaitsApproval({ reasons }: Pick<PlannedPods, 'reasons'>): boolean {
  return reasons.some(({ code }) => code === 'awaits-approval');
}

interface ChangeLine {
  key: string;
  what: string;
  from: string;
  to: string;
  direction: 'up' | 'down';
}

/** Each request that would change, and the limit that changes with it, in words. */
export function changeLines({ changes }: Pick<ApprovalRow, 'changes'>): ChangeLine[] {
  return changes.flatMap(({ container, resource, from, to, limit }) => {
    const what = `${placeName(container)} ${resourceName(resource)}`;
    const key = `${container} ${resource}`;
    // A change of the limit alone is decided by its request, which stays.
    const isOfLimit = limit !== undefined && to === from;
    return [
      ...(isOfLimit ? [] : [lineOf(resource, { key, what, from, to })]),
      ...(limit ? [lineOf(resource, { key: `${key} limit`, what: `${what} limit`, ...limit })] : []),
    ];
  });
}

function lineOf(
  resource: ApprovalRow['changes'][number]['resource'],
  { key, what, from, to }: { key: string; what: string; from?: number | undefined; to: number },
): ChangeLine {
  const [before = 'none', after = ''] = formatAmounts(resource, [from, to]);
  return { key, what, from: before, to: after, direction: to < (from ?? 0) ? 'down' : 'up' };
}

/** What was decided about, in words: `app CPU 200m, memory 1 GiB`. */
export function targetWords({ containers }: Pick<DecisionRow, 'containers'>): string {
  return containers
    .map(({ name, target }) => {
      const amounts = STATED_RESOURCES.flatMap((resource) => {
        const amount = target[resource];
        return amount === undefined ? [] : [`${resourceName(resource)} ${formatAmount(resource, amount)}`];
      });
      return `${placeName(name)} ${amounts.join(', ')}`;
    })
    .join('; ');
}

/** Who decided, as the object states it: anybody who may make one writes what he likes. The audit log has who is known. */
export function deciderWords({ by, manager }: Pick<DecisionRow, 'by' | 'manager'>): string {
  const program = manager === undefined ? '' : ` (${manager})`;
  return `${by === undefined ? 'somebody unnamed' : `${whoWords(by)}, as it states`}${program}`;
}

/** What a decision is sent as: exactly what the rows show. */
export function decidedChanges(rows: readonly ApprovalRow[]) {
  return rows.map(({ namespace, name, changes }) => ({
    namespace,
    name,
    containers: [...new Set(changes.map(({ container }) => container))].map((container) => ({
      name: container,
      target: Object.fromEntries(
        changes.filter((one) => one.container === container).map(({ resource, to }) => [resource, to]),
      ),
    })),
  }));
}

interface OutcomeWords {
  done: number;
  /** What was not decided, and why. */
  others: { key: string; namespace: string; name: string; why: string }[];
}

export function outcomeWords({ results }: DecisionsView): OutcomeWords {
  return {
    done: results.filter(({ outcome }) => outcome === 'done').length,
    others: results.flatMap(({ namespace, name, outcome, message }) =>
      outcome === 'done'
        ? []
        : [{ key: `${namespace}/${name}`, namespace, name, why: message ?? NOT_DONE[outcome] }],
    ),
  };
}

const NOT_DONE = {
  moved: 'the target has moved since; look at it again',
  over: 'nothing waits there any more',
  failed: 'it was refused',
} as const;

/** `1 change`, `12 changes`. */
export function changesCount(count: number): string {
  return countOf(count, 'change');
}
