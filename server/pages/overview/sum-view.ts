import type { SumView, ToldOom, ToldWorkload } from '../../contract/overview';
import { STANDINGS, type Standing } from '../../contract/verdict';
import type { ListedWorkload } from '../workloads/workload-list';
import { lastOomOf, type NamespaceSum } from './namespace-sum';

/** A sum as pages show it. */
export function sumView(sum: NamespaceSum): SumView {
  const { cpu, memory, standings } = sum.overview;
  return {
    vpas: sum.vpas,
    totals: { cpu, memory },
    standings,
    modes: [...sum.modes].map(([mode, counts]) => ({ mode, standings: withoutZeros(counts) })),
    policies: [...sum.policies]
      .map(([name, vpas]) => ({ name, vpas }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    wasteful: sum.wasteful.list.map(toldWorkload),
    endangered: sum.endangered.list.map(toldWorkload),
  };
}

/** The newest OOM kills of a sum, by workload. */
export function oomsOf({ oomKilled }: NamespaceSum): (ToldOom & { kind: string })[] {
  return oomKilled.list.map((workload) => {
    const killed = workload.row.containers.filter(({ ooms }) => ooms);
    return {
      namespace: workload.namespace,
      name: workload.row.name,
      kind: workload.row.target.kind,
      containers: killed.map(({ name }) => name),
      times: killed.reduce((sum, { ooms }) => sum + (ooms?.times ?? 0), 0),
      lastMs: lastOomOf(workload) ?? 0,
    };
  });
}

function toldWorkload({
  row: { namespace, name, hasNoVpa, target, standing, findings, waste },
}: ListedWorkload): ToldWorkload {
  const [finding] = findings;
  return {
    namespace,
    name,
    ...(hasNoVpa && { hasNoVpa }),
    kind: target.kind,
    standing,
    ...(finding && { finding }),
    waste,
  };
}

function withoutZeros(counts: Record<Standing, number>): Partial<Record<Standing, number>> {
  return Object.fromEntries(
    STANDINGS.flatMap((standing) => (counts[standing] > 0 ? [[standing, counts[standing]]] : [])),
  );
}
