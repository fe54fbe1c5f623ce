import { describe, expect, it } from 'vitest';
import { VisibleNamespaces } from '@/server/access';
import type { HpaRow } from '../../contract/hpas';
import type { WorkloadSummary } from '../../contract/recommendations';
import { atOnce } from '../../lib/time/slices';
import { listedHpas } from '../hpa-list';
import { listOf } from '../list';
import { hpasByTarget, isHpaFilter, listWithHpas } from './hpas-of-workloads';
import { listedWorkload } from './workload-list';

const workload = (name: string, namespace = 'shop') =>
  listedWorkload({
    namespace,
    name: `${name}-vpa`,
    target: { kind: 'Deployment', name },
    updateMode: 'Recreate',
    recommender: 'default',
    pods: 2,
    state: { kind: 'recommended' },
    conditions: [],
    containers: [],
  } satisfies WorkloadSummary);
const hpa = (name: string, change: Partial<HpaRow> = {}): HpaRow => ({
  namespace: 'shop',
  name: `${name}-hpa`,
  target: { kind: 'Deployment', name },
  state: 'steady',
  why: '',
  held: 'nothing',
  min: 1,
  max: 10,
  metrics: [],
  claim: 'not-asked',
  ...change,
});

const WORKLOADS = [workload('web'), workload('api'), workload('alone'), workload('web', 'bank')];
const HPAS = [
  hpa('web', { held: 'max' }),
  hpa('api', { state: 'failing', held: 'max', differsSinceMs: 1 }),
  hpa('gone', { state: 'failing' }),
  hpa('web', { namespace: 'bank' }),
];
const byTarget = (reach = VisibleNamespaces.all) =>
  atOnce(hpasByTarget(atOnce(listedHpas(HPAS, undefined)).rows, '1', reach));

function listed(filter: string, sort = 'workload', reach?: VisibleNamespaces): string[] {
  const query = {
    filters: (filter ? { hpa: filter } : {}) as Record<string, string>,
    sort,
    descending: false,
    page: 1,
    reach: VisibleNamespaces.all,
  };
  const { rows } = listOf(WORKLOADS, listWithHpas(byTarget(reach)), query);
  return rows.map(({ row }) => `${row.namespace}/${row.row.target.name}`);
}

describe('the list of workloads', () => {
  it.each([
    ['any', ['shop/api', 'shop/web', 'bank/web']],
    ['none', ['shop/alone']],
    ['failing', ['shop/api']],
    ['max', ['shop/api', 'shop/web']],
    ['max,steady', ['shop/web']],
    ['differs', ['shop/api']],
    ['contested', []],
  ])('with an HPA that is %s has %j', (filter, names) => {
    expect(listed(filter).sort()).toEqual([...names].sort());
  });

  it('comes by how the HPA stands, the worst first, and last those without one', () => {
    expect(listed('', 'hpa')).toEqual(['shop/api', 'shop/web', 'bank/web', 'shop/alone']);
  });

  it('knows no HPA that the person may not read', () => {
    expect(listed('any', 'workload', VisibleNamespaces.within(['bank']))).toEqual(['bank/web']);
  });

  it('names the HPAs that match and scale nothing of it', () => {
    const others = (filter: string, namespace?: string) =>
      atOnce(byTarget().others(WORKLOADS, filter, namespace)).map(({ name }) => name);
    expect(others('any')).toEqual(['gone-hpa']);
    expect(others('max')).toEqual([]);
    expect(others('any', 'bank')).toEqual([]);
  });

  it.each([
    ['any', true],
    ['failing,max', true],
    ['anything', false],
    ['', false],
    ['constructor', false],
  ])('takes the filter "%s": %s', (value, known) => {
    expect(isHpaFilter(value)).toBe(known);
  });
});
