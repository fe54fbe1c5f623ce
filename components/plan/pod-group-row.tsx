import { Anchor, Box, Flex, Text, UnstyledButton } from '@mantine/core';
import type { PlannedPods } from '@/server/contract/plan';
import { AWAITED_EVENTS, type AwaitedEvent } from '@/server/words/awaited-events';
import { countOf } from '@/server/words/counts';
import { evidenceOf, fateOf } from '@/server/words/reasons';
import { IconChevronRight } from '../icons';
import shared from '../layout/shared.module.css';
import { TimeAgo } from '../live/time-ago';
import Link from '../navigation/link';
import { ChangeList } from './change-list';
import { DecisionBadge } from './decision-badge';
import classes from './pod-group-row.module.css';
import { ReasonList } from './reason-list';

interface PodGroupRowProps {
  group: PlannedPods;
  opened: boolean;
  /** Absent where the names of pods are not known. */
  onToggle?: () => void;
  /** Where somebody can approve its changes. */
  approvals: string;
  nowMs: number;
}

/** What distinguishes a pod from others of its group: the numbers behind its reasons. */
function ownWords({ reasons }: PlannedPods['pods'][number], nowMs: number): string {
  return reasons
    .map((reason) => evidenceOf(reason, nowMs))
    .filter(Boolean)
    .join('; ');
}

interface WaitWordsProps {
  notBeforeMs: number | undefined;
  awaits: readonly AwaitedEvent[];
  nowMs: number;
}

/** What ends a wait: a time, an event, or both. */
function WaitWords({ notBeforeMs, awaits, nowMs }: WaitWordsProps) {
  const events = awaits.map((event) => AWAITED_EVENTS[event]).join(', or ');
  if (notBeforeMs === undefined && !events) return null;
  return (
    <Text mt={2} c="dimmed" fz={12}>
      {notBeforeMs !== undefined && (
        <>
          Not before <TimeAgo atMs={notBeforeMs} nowMs={nowMs} mayBeAhead />
          {events && ', and until '}
        </>
      )}
      {notBeforeMs === undefined && 'Until '}
      {events}
    </Text>
  );
}

/** Pods with the same decision: why, what would change, until when; opened, each pod by name. */
export function PodGroupRow({ group, opened, onToggle, approvals, nowMs }: PodGroupRowProps) {
  const [first] = group.pods;
  const codes = group.reasons.map(({ code }) => code);
  const single = group.count === 1;
  // A single name is not the answer to opening the group; that is still loading.
  const named = group.pods.length > 1 ? group.pods : [];
  const unnamed = group.count - named.length;
  return (
    <li className={classes.group}>
      <div className={classes.line}>
        <div className={classes.who}>
          <DecisionBadge fate={fateOf(group.decision, codes)} />
          {single || !onToggle ? (
            <span className={shared.breaks}>{single ? first?.name : countOf(group.count, 'pod')}</span>
          ) : (
            <UnstyledButton className={classes.open} aria-expanded={opened} onClick={onToggle}>
              <IconChevronRight size={14} stroke={2} className={classes.chevron} aria-hidden="true" />
              {countOf(group.count, 'pod')}
            </UnstyledButton>
          )}
        </div>
        <ReasonList reasons={group.reasons} nowMs={nowMs} />
        <div className={classes.what}>
          {group.decision !== 'leave' && <ChangeList changes={group.changes} />}
          {group.decision === 'wait' && (
            <WaitWords notBeforeMs={group.notBeforeMs} awaits={group.awaits} nowMs={nowMs} />
          )}
          {group.awaits.includes('approval') && (
            <Anchor component={Link} href={approvals} fz="inherit">
              Approve or reject
            </Anchor>
          )}
        </div>
      </div>
      {opened && !single && (
        <Flex component="ul" direction="column" gap={4} mt={8} mb={2} pl={26}>
          {named.map((pod) => (
            <li key={pod.uid}>
              {pod.name}
              <Text span inherit ml={10} c="dimmed" fz={12}>
                {ownWords(pod, nowMs)}
              </Text>
            </li>
          ))}
          {unnamed > 0 && (
            <Box component="li" ml={10} c="dimmed" fz={12}>
              {named.length > 0 ? `and ${countOf(unnamed, 'more pod')}` : 'Loading their names …'}
            </Box>
          )}
        </Flex>
      )}
    </li>
  );
}
