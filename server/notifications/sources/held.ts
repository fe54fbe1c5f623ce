import type { NewsCode } from '../../words/notifications';
import { type Fact, workloadPath } from '../fact';
import { MOST_LASTING } from '../ledger';
import type { HeldWorkload, HeldWorkloads } from '../ports';

const CODES: Readonly<Record<HeldWorkload['code'], NewsCode>> = {
  'loop-broken': 'loop-broken',
  'awaits-approval': 'approval-waiting',
};

/** Tells the workloads whose changes wait for a person. */
export function heldFacts(workloads: HeldWorkloads | undefined): Fact[] {
  const facts: Fact[] = [];
  for (const { namespace, name, code, detail, atMs } of workloads?.held ?? []) {
    if (facts.length >= MOST_LASTING) break;
    facts.push({
      code: CODES[code],
      key: `${namespace}/${name}`,
      about: `${namespace}/${name}`,
      detail,
      atMs,
      path: workloadPath(namespace, name),
      namespace,
    });
  }
  return facts;
}
