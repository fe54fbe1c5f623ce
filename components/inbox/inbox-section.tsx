'use client';

import { Flex, Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { InboxView } from '@/server/contract/inbox';
import type { Counts } from '@/server/contract/lists';
import { countOf } from '@/server/words/counts';
import { URGENCIES, URGENCY_ORDER, type Urgency, urgencyWords } from '@/server/words/urgency';
import { useStatus } from '../api/queries';
import { IconAlertTriangle, IconCircleCheck, IconHourglass, IconSparkles } from '../icons';
import { Fold } from '../layout/fold';
import shared from '../layout/shared.module.css';
import { useIsPhone } from '../layout/use-is-phone';
import { inboxWhileLoading } from '../shell/cluster-words';
import { DismissingProvider } from './dismissing';
import classes from './inbox.module.css';
import { InboxLineRow, keyOf } from './inbox-line';
import { headline } from './inbox-words';
import { MoreLines } from './more-lines';

const ICONS: Readonly<Record<Urgency, typeof IconAlertTriangle>> = {
  broken: IconAlertTriangle,
  waits: IconHourglass,
  better: IconSparkles,
};

/** Of each kind on a phone, where a line takes a fifth of the screen; the others unfold. */
const MOST_ON_PHONE = 2;

interface InboxCountsProps {
  counts: Counts<Urgency>;
  hrefOf: (urgency: Urgency) => string;
}

/** The three numbers of an inbox. */
export function UrgencyNumbers({ counts, hrefOf }: InboxCountsProps) {
  const pastLoad = useStatus().data?.pastLoad;
  const numbers = headline(counts);
  const loading = pastLoad && inboxWhileLoading(pastLoad, !numbers);
  if (!numbers)
    return (
      <Text mb={16} c="dimmed" fz={14}>
        {loading ?? urgencyWords({ broken: 0, waits: 0, better: 0 })}
      </Text>
    );
  return (
    <>
      <Flex component="ul" wrap="wrap" gap="6px 24px" fz={16} aria-label="How much needs somebody">
        {numbers.map(({ urgency, count, words }) => {
          const Icon = count === 0 ? IconCircleCheck : ICONS[urgency];
          return (
            <li key={urgency}>
              <a
                href={hrefOf(urgency)}
                className={classes.count}
                data-urgency={urgency}
                data-none={count === 0}
              >
                <Icon size={18} stroke={1.8} aria-hidden="true" />
                <span>
                  <strong>{count.toLocaleString('en-US')}</strong> {words}
                </span>
              </a>
            </li>
          );
        })}
      </Flex>
      {loading && (
        <Text mb={16} c="dimmed" fz={14}>
          {loading}
        </Text>
      )}
    </>
  );
}

interface InboxSectionProps {
  view: InboxView;
  nowMs: number;
  /** The namespace that is told of; undefined for all. */
  namespace?: string | undefined;
}

interface LinesProps extends Omit<InboxSectionProps, 'view'> {
  urgency: Urgency;
  lines: InboxView['rows'];
}

function Lines({ urgency, lines, nowMs, namespace }: LinesProps) {
  return (
    <ul className={classes.lines} data-urgency={urgency}>
      {lines.map((line) => (
        <InboxLineRow key={keyOf(line)} line={line} nowMs={nowMs} namespace={namespace} />
      ))}
    </ul>
  );
}

/** What is broken, what waits for the person and what could be better, each with what does something about it. */
export function InboxSection({ view, nowMs, namespace }: InboxSectionProps) {
  const id = useId();
  const isPhone = useIsPhone();
  const { rows, tallies, dismissed } = view;
  return (
    <DismissingProvider>
      <section className={classes.inbox} aria-label="What needs somebody">
        <UrgencyNumbers counts={tallies.urgency} hrefOf={(urgency) => `#${id}${urgency}`} />
        {URGENCY_ORDER.map((urgency) => {
          const lines = rows.filter((line) => line.urgency === urgency);
          if (lines.length === 0) return null;
          const first = isPhone ? lines.slice(0, MOST_ON_PHONE) : lines;
          const others = lines.slice(first.length);
          return (
            <div key={urgency}>
              <Title order={2} id={`${id}${urgency}`} className={classes.part}>
                {URGENCIES[urgency]}
                <span className={`${shared.plain} ${shared.soft}`}>
                  {(tallies.urgency[urgency] ?? 0).toLocaleString('en-US')}
                </span>
              </Title>
              <Lines urgency={urgency} lines={first} nowMs={nowMs} namespace={namespace} />
              {others.length > 0 && (
                <Fold label={`${others.length} more`} about={URGENCIES[urgency]}>
                  <Lines urgency={urgency} lines={others} nowMs={nowMs} namespace={namespace} />
                </Fold>
              )}
            </div>
          );
        })}
        {dismissed > 0 && (
          <Fold label={countOf(dismissed, 'line is dismissed', 'lines are dismissed')}>
            <MoreLines of={{ dismissed: 'shown' }} namespace={namespace} nowMs={nowMs} />
          </Fold>
        )}
      </section>
    </DismissingProvider>
  );
}
