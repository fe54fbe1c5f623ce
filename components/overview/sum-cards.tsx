'use client';

import type { NextView, PastSpanName, PastTotals, SumView } from '@/server/contract/overview';
import { useWay } from '../navigation/use-way';
import { HorizonCard } from '../plan/horizon-card';
import { ModeCard } from './mode-card';
import { PastPart } from './past-part';
import { StateCard } from './state-card';
import classes from './sum-cards.module.css';
import { TotalsCard } from './totals-card';

interface SumCardsProps {
  view: SumView;
  next: NextView | undefined;
  span: PastSpanName;
  past: PastTotals | undefined;
  /** The cluster's time. */
  nowMs: number;
  /** The namespace that is told of; undefined for all. */
  namespace?: string | undefined;
}

/** What all VPAs, or those of a namespace, come to: in pictures. */
export function SumCards({ view, next, span, past, nowMs, namespace }: SumCardsProps) {
  const way = useWay();
  const { totals, standings, modes } = view;
  const toPlan = (when: string) =>
    way.push(`/changes?${new URLSearchParams({ ...(namespace !== undefined && { namespace }), when })}`);
  return (
    <>
      <div className={classes.two}>
        <TotalsCard resource="cpu" title="CPU" totals={totals.cpu} nowMs={nowMs}>
          <PastPart resource="cpu" title="CPU" span={span} past={past} now={totals.cpu} nowMs={nowMs} />
        </TotalsCard>
        <TotalsCard resource="memory" title="Memory" totals={totals.memory} nowMs={nowMs}>
          <PastPart
            resource="memory"
            title="Memory"
            span={span}
            past={past}
            now={totals.memory}
            nowMs={nowMs}
          />
        </TotalsCard>
      </div>
      <div className={classes.three}>
        <ModeCard modes={modes} namespace={namespace} />
        <StateCard counts={standings} namespace={namespace} />
        {next && <HorizonCard horizon={next.when} nowMs={next.atMs} chosen="" onChoose={toPlan} />}
      </div>
    </>
  );
}
