import { type Fact, workloadPath } from '../fact';
import { MOST_LASTING } from '../ledger';
import type { HeldWorkloads } from '../ports';

/** Tells the workloads whose evictions ended. */
export function heldFacts(workloads: HeldWorkloads | undefined): Fact[] {
  const facts: Fact[] = [];
  for (const { namespace, name, code, detail, atMs } of workloads?.held ?? []) {
    if (facts.length >= MOST_LASTING) break;
    facts.push({
      code,
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
