'use client';

import { Text } from '@mantine/core';
import type { NextView, PastTotals, SumView } from '@/server/contract/overview';
import { RESOURCES } from '@/server/contract/resources';
import type { Standing } from '@/server/contract/verdict';
import { Card } from '../layout/card';
import { Fold } from '../layout/fold';
import shared from '../layout/shared.module.css';
import { useIsPhone } from '../layout/use-is-phone';
import Link from '../navigation/link';
import { useWay } from '../navigation/use-way';
import { HorizonCard } from '../plan/horizon-card';
import { StateMark } from '../workloads/state-mark';
import { STANDING_WORDS } from '../workloads/workload-words';
import { ModeCard } from './mode-card';
import { PastPart } from './past-part';
import type { PastSpan } from './past-span';
import classes from './sum-cards.module.css';
import { TotalsCard } from './totals-card';

interface SumCardsProps {
  view: SumView;
  next: NextView | undefined;
  chosen: PastSpan;
  past: PastTotals | undefined;
  /** The cluster's time. */
  nowMs: number;
  /** The namespace that is told of; undefined for all. */
  namespace?: string | undefined;
}

const STANDINGS = Object.keys(STANDING_WORDS) as Standing[];

interface StateCardProps {
  counts: Record<Standing, number>;
  /** The namespace that is told of; undefined for all. */
  namespace?: string | undefined;
}

/** The workloads by state; each line leads to them. */
function StateCard({ counts, namespace }: StateCardProps) {
  return (
    <Card title="How the requests stand">
      <ul className={classes.list}>
        {STANDINGS.filter((key) => counts[key] > 0).map((key) => (
          <li key={key}>
            <Link
              className={classes.line}
              href={`/workloads?${new URLSearchParams({ ...(namespace !== undefined && { namespace }), state: key })}`}
            >
              <StateMark state={key} />
              <Text span inherit flex="1">
                {STANDING_WORDS[key]}
              </Text>
              <span className={shared.strong}>{counts[key].toLocaleString('en-US')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What all VPAs, or those of a namespace, come to: in pictures. */
export function SumCards({ view, next, chosen, past, nowMs, namespace }: SumCardsProps) {
  const way = useWay();
  const { totals, standings, modes } = view;
  const toPlan = (when: string) =>
    way.push(`/changes?${new URLSearchParams({ ...(namespace !== undefined && { namespace }), when })}`);
  const isPhone = useIsPhone();
  const [pastCpu, pastMemory] = RESOURCES.map((resource) => (
    <PastPart
      key={resource}
      resource={resource}
      chosen={chosen}
      past={past}
      now={totals[resource]}
      nowMs={nowMs}
    />
  ));
  const pictures = (
    <div className={classes.three}>
      <ModeCard modes={modes} namespace={namespace} />
      <StateCard counts={standings} namespace={namespace} />
      {next && <HorizonCard horizon={next.when} nowMs={next.atMs} chosen="" onChoose={toPlan} />}
    </div>
  );
  return (
    <>
      <div className={classes.two}>
        <TotalsCard resource="cpu" totals={totals.cpu} nowMs={nowMs}>
          {!isPhone && pastCpu}
        </TotalsCard>
        <TotalsCard resource="memory" totals={totals.memory} nowMs={nowMs}>
          {!isPhone && pastMemory}
        </TotalsCard>
      </div>
      {isPhone ? (
        <Fold label="Over time, modes, states and the plan">
          {pastCpu}
          {pastMemory}
          {pictures}
        </Fold>
      ) : (
        pictures
      )}
    </>
  );
}
