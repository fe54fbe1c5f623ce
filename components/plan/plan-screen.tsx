'use client';

import { Anchor, Box, Flex, Text, Title, UnstyledButton } from '@mantine/core';
import type { PlanView, ReasonCount } from '@/server/contract/plan';
import { countOf } from '@/server/words/counts';
import { DECISIONS, type Decision } from '@/server/words/decisions';
import { REASONS, type ReasonCode } from '@/server/words/reasons';
import { relativeTime } from '@/server/words/times';
import { IconHeartOff } from '../icons';
import { Callout } from '../layout/callout';
import { Card } from '../layout/card';
import columns from '../layout/columns.module.css';
import shared from '../layout/shared.module.css';
import { PagedList } from '../lists/paged-list';
import { useList } from '../lists/use-list';
import type { ListState } from '../lists/use-list-state';
import Link from '../navigation/link';
import { EmptyScreen } from '../screens/cluster-screens';
import { failureScreen } from '../screens/failure-screen';
import { DecisionTally } from './decision-tally';
import { HorizonCard } from './horizon-card';
import { type PlanFilter, type PlanSort, planList } from './plan-list';
import classes from './plan-screen.module.css';
import { planSentence } from './plan-sentence';
import { updaterPassWords } from './updater-pass-words';
import { useOpened } from './use-opened';
import { VpaPlanCard } from './vpa-plan-card';

interface ReasonBarsProps {
  counts: readonly ReasonCount[];
  chosen: string;
  onChoose: (reason: ReasonCode | '') => void;
}

const MOST = 5;
const NAMES = Object.keys(DECISIONS) as Decision[];

/**
 * The most frequent reasons, as long as their number of pods, in the colours of the decisions; each filters
 * the plan.
 */
function ReasonBars({ counts, chosen, onChoose }: ReasonBarsProps) {
  const shown = counts.filter(({ code }, index) => index < MOST || code === chosen);
  const most = Math.max(1, ...counts.map(({ pods }) => pods));
  return (
    <Card title="Why" aside={<span className={classes.soft}>pods, by reason</span>}>
      {counts.length === 0 && <p className={classes.soft}>no pods</p>}
      <ul className={classes.list}>
        {shown.map(({ code, pods, by }) => (
          <li key={code}>
            <UnstyledButton
              className={classes.one}
              aria-pressed={chosen === code}
              onClick={() => onChoose(chosen === code ? '' : code)}
            >
              <Flex component="span" justify="space-between" gap={12}>
                <span>{REASONS[code].sentence}</span>
                <Text span inherit flex="none" fw={600}>
                  {countOf(pods, 'pod')}
                </Text>
              </Flex>
              <span className={classes.bar} style={{ width: `${(pods / most) * 100}%` }} aria-hidden="true">
                {NAMES.filter((name) => by[name] > 0).map((name) => (
                  <span key={name} data-decision={name} style={{ flexGrow: by[name] }} />
                ))}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {counts.length > shown.length && (
        <p className={classes.soft}>
          {countOf(counts.length - shown.length, 'rarer reason')} in the filter below
        </p>
      )}
    </Card>
  );
}

/** When the plan is carried out, and whether anything holds all of it back. */
function PlanStatus({ plan }: { plan: PlanView }) {
  const { lease } = plan;
  return (
    <>
      <span className={shared.soft}>{updaterPassWords(plan.updater, plan.atMs)}</span>
      {(lease.kind === 'stale' || lease.kind === 'missing') && (
        <div className={classes.callout}>
          <Callout
            icon={IconHeartOff}
            tone="warning"
            title="No pod is evicted: the admission lease is not renewed"
            detail={
              lease.renewedMs === undefined
                ? 'Its Lease has never been seen.'
                : `Its Lease was renewed ${relativeTime(lease.renewedMs, plan.atMs)}.`
            }
            remedy="Check that the admission role runs and that the API server reaches its webhook. Evictions then resume by themselves."
          />
        </div>
      )}
    </>
  );
}

export function PlanScreen() {
  const { opened } = useOpened();
  const definition = planList(opened);
  const list = useList(definition);
  const { view, state, failure, isRefused } = list;
  if (!view && !isRefused) return failureScreen(failure);
  return (
    <>
      <Flex wrap="wrap" align="baseline" gap="4px 14px" mb={14}>
        <Title order={1}>Planned changes</Title>
        {view && <PlanStatus plan={view} />}
        <Anchor component={Link} href="/replay/try" fz="sm">
          Try a pod
        </Anchor>
      </Flex>
      {view?.all === 0 ? (
        <EmptyScreen headingLevel={2} title="Nothing to plan" />
      ) : (
        <>
          {view && !state.filtered && (
            <Text mb={14} fz={15}>
              {planSentence(view)}
            </Text>
          )}
          {view && <Pictures view={view} state={state} />}
          <PagedList definition={definition} list={list} one="VPA">
            {({ rows, atMs }) => (
              <div className={shared.stack}>
                {rows.map((row) => (
                  <VpaPlanCard key={`${row.namespace}/${row.name}`} vpa={row} nowMs={atMs} />
                ))}
              </div>
            )}
          </PagedList>
        </>
      )}
    </>
  );
}

/** The plan in pictures, each of which filters the list by what it counts. */
function Pictures({ view, state }: { view: PlanView; state: ListState<PlanFilter, PlanSort> }) {
  const { tallies, atMs } = view;
  const { decision, when, reason } = state.filter;
  return (
    <>
      <DecisionTally
        summary={tallies.decision}
        chosen={decision}
        onChoose={(chosen) => state.setFilter({ decision: chosen })}
      />
      <Box className={columns.wide} mb={16}>
        <HorizonCard
          horizon={tallies.when}
          nowMs={atMs}
          chosen={when}
          onChoose={(chosen) => state.setFilter({ when: chosen })}
        />
        <ReasonBars
          counts={tallies.reason}
          chosen={reason}
          onChoose={(chosen) => state.setFilter({ reason: chosen })}
        />
      </Box>
    </>
  );
}
