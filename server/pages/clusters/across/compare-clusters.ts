import type { CompareView, WorkloadInCluster } from '../../../contract/across';
import type { ToldByMembers } from '../../../contract/digest';
import { AppError } from '../../../lib/report/errors';
import { inSlices, type Sliced } from '../../../lib/time/slices';
import { memberOf } from './member-of';

const ASKED = ['namespace', 'kind', 'name'] as const;
const LONGEST = 300;

/** The same workload in every cluster that has it. @throws AppError `bad-request` naming what is missing */
export async function compareClusters(told: ToldByMembers, params: URLSearchParams): Promise<CompareView> {
  const faults = ASKED.flatMap((field) => {
    const value = params.get(field) ?? '';
    if (value === '') return [{ field, message: 'must be named' }];
    return value.length > LONGEST ? [{ field, message: `has more than ${LONGEST} characters` }] : [];
  });
  if (faults.length > 0) {
    const said = faults.map(({ field, message }) => `${field} ${message}`).join('; ');
    throw new AppError('bad-request', said, faults);
  }
  const [namespace = '', kind = '', name = ''] = ASKED.map((field) => params.get(field) ?? '');
  return inSlices(comparing(told, { namespace, kind, name }));
}

function* comparing(
  { rows: clusters, listOf }: ToldByMembers,
  { namespace, kind, name }: Pick<CompareView, (typeof ASKED)[number]>,
): Sliced<CompareView> {
  const rows: WorkloadInCluster[] = [];
  const without: string[] = [];
  const members: CompareView['members'] = [];
  for (const cluster of clusters) {
    const found = cluster.answer && (yield* listOf(cluster.name, 'workloads'));
    members.push(memberOf(cluster, found));
    yield;
    if (!found) continue;
    const same = found.rows.filter(
      ({ row }) => row.namespace === namespace && row.target.kind === kind && row.target.name === name,
    );
    if (same.length === 0) without.push(cluster.name);
    const savings = same.length > 0 ? yield* listOf(cluster.name, 'savings') : undefined;
    for (const { row } of same) {
      const cost = savings?.rows.find((one) => one.namespace === namespace && one.name === row.name)?.cost;
      rows.push({
        cluster: cluster.name,
        labels: cluster.labels,
        workload: row,
        ...(cost && { cost }),
        ...(savings?.currency !== undefined && { currency: savings.currency }),
      });
    }
  }
  return {
    namespace,
    kind,
    name,
    rows,
    without,
    members: members.filter((member) => Object.keys(member).length > 1),
    clusters: clusters.length,
    told: clusters.filter(({ answer }) => answer).length,
  };
}
