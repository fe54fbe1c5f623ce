'use client';

import { Flex } from '@mantine/core';
import { countOf } from '@/server/words/counts';
import { SUMS_WORDS } from '@/server/words/sums';
import { useOverview, usePastTotals, useStatus } from '../api/queries';
import { InboxSection } from '../inbox/inbox-section';
import { Fold } from '../layout/fold';
import shared from '../layout/shared.module.css';
import { ListHeading } from '../lists/list-heading';
import { EmptyScreen } from '../screens/cluster-screens';
import { failureScreen } from '../screens/failure-screen';
import { DayOne } from './day-one';
import { type PartLine, partLines } from './part-lines';
import classes from './parts-line.module.css';
import { PastSpanControl, usePastSpan } from './past-span';
import { RecentCard } from './recent-card';
import { SumCards } from './sum-cards';

interface PartsLineProps {
  lines: readonly PartLine[];
  /** Whether the inbox has something broken that is Plumbline's own. */
  hasBroken: boolean;
}

/** The state of every part of Plumbline as one line that opens; what does not work stands by itself. */
function PartsLine({ lines, hasBroken }: PartsLineProps) {
  const failing = lines.filter(({ tone }) => tone === 'bad' || tone === 'warning');
  const others = lines.filter((line) => !failing.includes(line));
  const areWell = !hasBroken && lines.every(({ tone }) => tone === 'good');
  return (
    <Flex component="section" direction="column" gap={6} mb={16} aria-label="State of Plumbline">
      {failing.length > 0 && <PartList lines={failing} />}
      <Fold
        label={
          areWell
            ? `All ${countOf(lines.length, 'part')} of Plumbline work`
            : failing.length > 0
              ? `The other ${countOf(others.length, 'part')} of Plumbline`
              : `The ${countOf(others.length, 'part')} of Plumbline`
        }
      >
        <PartList lines={others} />
      </Fold>
    </Flex>
  );
}

function PartList({ lines }: { lines: readonly PartLine[] }) {
  return (
    <dl className={shared.lines}>
      {lines.map(({ part, tone, words }) => (
        <div key={part} className={classes.part}>
          <dt className={classes.name} data-tone={tone}>
            {part}
          </dt>
          <dd className={`${shared.breaks} ${shared.quiet}`}>{words}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The state of the cluster at a glance. */
export function OverviewScreen() {
  const chosen = usePastSpan();
  const { span } = chosen;
  const { data: view, failure } = useOverview();
  const { data: past } = usePastTotals({ span });
  const { data: status, nowMs = 0, dataUpdatedAt } = useStatus();
  if (!view || !status) return failureScreen(failure);
  if (view.dayOne) return <DayOne view={view.dayOne} nowMs={nowMs} />;
  if (view.vpas === 0) return <EmptyScreen />;
  const { parts, next, recent, inbox } = view;
  return (
    <>
      <ListHeading
        title="Overview"
        count={`${countOf(view.vpas, 'VPA')} in ${countOf(view.namespaces, 'namespace')}`}
        about={SUMS_WORDS}
        actions={<PastSpanControl past={chosen} />}
      />
      <InboxSection view={inbox} nowMs={nowMs} />
      {parts && (
        <PartsLine
          lines={partLines({ parts, status, lease: next?.lease, nowMs, wallMs: dataUpdatedAt })}
          hasBroken={inbox.rows.some(
            ({ urgency, items }) => urgency === 'broken' && items.some(({ vpa }) => vpa === undefined),
          )}
        />
      )}
      <SumCards view={view} next={next} chosen={chosen} past={past} nowMs={nowMs} />
      <RecentCard recent={recent} nowMs={nowMs} />
    </>
  );
}
