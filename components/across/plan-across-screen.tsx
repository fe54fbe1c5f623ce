'use client';

import type { PlanAcross } from '@/server/contract/across';
import type { VpaPlanRow } from '@/server/contract/plan';
import shared from '../layout/shared.module.css';
import { InCluster } from '../navigation/row-cluster';
import { DecisionTally } from '../plan/decision-tally';
import { planList } from '../plan/plan-list';
import { VpaPlanCard } from '../plan/vpa-plan-card';
import { acrossList, type FilterOf, type SortOf } from './across-list';
import { AcrossScreen } from './across-screen';

const PLAN_ACROSS = acrossList<PlanAcross, 'plan'>('plan', planList([]));

export function PlanAcrossScreen() {
  return (
    <AcrossScreen<VpaPlanRow, PlanAcross, FilterOf<'plan'>, SortOf<'plan'>>
      title="Plan"
      one="VPA"
      many="VPAs"
      definition={PLAN_ACROSS}
      above={({ tallies }, state) => (
        <DecisionTally
          summary={tallies.decision}
          chosen={state.filter.decision}
          onChoose={(decision) => state.setFilter({ decision })}
        />
      )}
    >
      {({ rows, nowOf }) => (
        <div className={shared.stack}>
          {rows.map(({ cluster, row }) => (
            <InCluster key={`${cluster} ${row.namespace}/${row.name}`} name={cluster}>
              <VpaPlanCard vpa={row} nowMs={nowOf(cluster)} />
            </InCluster>
          ))}
        </div>
      )}
    </AcrossScreen>
  );
}
