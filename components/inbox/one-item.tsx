'use client';

import { Anchor, Flex, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import type { Dismissal, InboxItem } from '@/server/contract/inbox';
import { briefCause, CAUSES } from '@/server/words/causes';
import { whoWords } from '@/server/words/who';
import { GuardedButton } from '../access/guarded-button';
import { sendChange } from '../api/request';
import { useChange } from '../api/use-change';
import { IconChevronRight } from '../icons';
import { Remedy } from '../layout/remedy';
import shared from '../layout/shared.module.css';
import { TimeAgo } from '../live/time-ago';
import Link from '../navigation/link';
import { useRowCluster } from '../navigation/row-cluster';
import { notify } from '../notices/notify';
import { withLocalTimes } from '../times/times';
import { dismissDeed } from './dismiss-deed';
import { useDismissing } from './dismissing';
import classes from './inbox.module.css';
import { InboxButton } from './inbox-button';
import { actionOfLine, gainWords, hrefOfItem } from './inbox-words';

interface OneItemProps {
  item: InboxItem;
  nowMs: number;
  isAtHome?: boolean;
}

/** Hides an item for a while, once somebody said why. */
function DismissButton({ item }: { item: InboxItem }) {
  const ask = useDismissing();
  return (
    <GuardedButton
      deed={dismissDeed(item)}
      size="xs"
      variant="subtle"
      color="gray"
      onClick={() => ask(item)}
      aria-label={`Dismiss… (${item.about}: ${item.sentence})`}
    >
      Dismiss…
    </GuardedButton>
  );
}

/** Shows a dismissed item again. */
function RestoreButton({ item }: { item: InboxItem }) {
  const { key, namespace, vpa } = item;
  const restore = useChange(() => sendChange('DELETE', '/api/inbox/dismissals', { key, namespace, vpa }));
  const failed = ({ message }: Error) => notify({ color: 'danger', title: 'It is not shown again', message });
  return (
    <GuardedButton
      deed={dismissDeed(item)}
      size="xs"
      variant="default"
      loading={restore.isPending}
      onClick={() => restore.mutate(undefined, { onError: failed })}
      aria-label={`Show again (${item.about}: ${item.sentence})`}
    >
      Show again
    </GuardedButton>
  );
}

/** One item in a line: what, how much, who caused it, and what does something about it; all else unfolds. */
export function OneItem({ item, nowMs, isAtHome = false }: OneItemProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { said, cause, gain, sentence, also = [] } = item;
  const [first] = said;
  const action = actionOfLine(item);
  const gained = gain && gainWords(gain);
  const brief = [first && withLocalTimes(first.detail), gained].filter(Boolean).join('; ');
  return (
    <li className={classes.line}>
      <div className={classes.row}>
        <p className={classes.brief}>
          <LineStart>{!isAtHome && <AboutItem item={item} />}</LineStart>{' '}
          <Text span inherit fw={500}>
            {sentence}
          </Text>
          {brief && <span className={classes.detail}> {brief.replace(/\.$/, '')}.</span>}
          {also.length > 0 && (
            <span className={classes.detail}> Also: {also.map((one) => one.sentence).join('; ')}.</span>
          )}
          {cause && (
            <span className={classes.cause} data-by={CAUSES[cause].by}>
              {' '}
              {briefCause(cause)}
            </span>
          )}
        </p>
        <Group gap={8}>
          {item.dismissed && <RestoreButton item={item} />}
          {action && <InboxButton action={action} about={item.about} />}
          <UnstyledButton
            className={classes.unfold}
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={`Details: ${isAtHome ? '' : `${item.about}, `}${sentence}`}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronRight size={16} className={classes.chevron} aria-hidden="true" />
          </UnstyledButton>
        </Group>
      </div>
      {item.dismissed && <Dismissed dismissed={item.dismissed} nowMs={nowMs} />}
      {!action && !isOpen && first && <Remedy text={first.remedy} />}
      <div id={id} hidden={!isOpen}>
        {isOpen && <Details item={item} nowMs={nowMs} />}
      </div>
    </li>
  );
}

/** Since when an item is there, as far as it is known. */
function Began({
  item: { sinceMs, firstSeenMs, lastMs },
  nowMs,
}: {
  item: Pick<InboxItem, 'sinceMs' | 'firstSeenMs' | 'lastMs'>;
  nowMs: number;
}) {
  const atMs = sinceMs ?? firstSeenMs;
  if (atMs === undefined) return null;
  return (
    <>
      {sinceMs === undefined ? 'first seen' : 'began'} <TimeAgo atMs={atMs} nowMs={nowMs} />
      {lastMs !== undefined && lastMs > atMs && (
        <>
          , last seen <TimeAgo atMs={lastMs} nowMs={nowMs} />
        </>
      )}
    </>
  );
}

/** All there is to an item, and what else there is of the same workload. */
function Details({ item, nowMs }: { item: InboxItem; nowMs: number }) {
  const { said, cause, gain, also = [] } = item;
  const cluster = useRowCluster();
  const gained = gain && gainWords(gain);
  return (
    <Stack gap={8} pt={4} pb={6}>
      <p className={shared.small}>
        <Began item={item} nowMs={nowMs} />
      </p>
      {said.map(({ detail, remedy, action }, index) => (
        <Flex
          key={`${detail} ${remedy}`}
          wrap="wrap"
          align="flex-start"
          justify="space-between"
          gap="8px 24px"
        >
          <div className={classes.words}>
            {(detail || gained) && (
              <p className={classes.detail}>
                {withLocalTimes(detail)}
                {gained && `${detail ? '; ' : ''}${gained}`}
              </p>
            )}
            {cause && index === 0 && (
              <p className={classes.cause} data-by={CAUSES[cause].by}>
                {CAUSES[cause].says}
              </p>
            )}
            <Remedy text={remedy} />
          </div>
          <Group gap={8}>
            {action && index > 0 && <InboxButton action={action} about={item.about} />}
            {index === 0 && cluster === undefined && !item.dismissed && <DismissButton item={item} />}
          </Group>
        </Flex>
      ))}
      {also.length > 0 && (
        <ul className={classes.also} aria-label="Also">
          {also.map((one) => (
            <OneItem key={one.key} item={one} nowMs={nowMs} isAtHome />
          ))}
        </ul>
      )}
    </Stack>
  );
}

function Dismissed({ dismissed, nowMs }: { dismissed: Dismissal; nowMs: number }) {
  const { who, reason, atMs, untilMs } = dismissed;
  return (
    <p className={classes.detail}>
      Dismissed by {whoWords(who)} <TimeAgo atMs={atMs} nowMs={nowMs} />, shown again{' '}
      <TimeAgo atMs={untilMs} nowMs={nowMs} mayBeAhead />: {reason}
    </p>
  );
}

/** What a line is about and says, in which cluster where there are several; beside it since when, or how much. */
export function LineHead({
  sentence,
  aside,
  children,
}: {
  sentence: string;
  aside: ReactNode;
  children: ReactNode;
}) {
  return (
    <Flex component="p" wrap="wrap" align="baseline" justify="space-between" gap="0 16px">
      <span>
        <LineStart>{children}</LineStart>{' '}
        <Text span inherit fw={500}>
          {sentence}
        </Text>
      </span>
      <span className={shared.small}>{aside}</span>
    </Flex>
  );
}

/** What a line begins with: the cluster, where there are several. */
function LineStart({ children }: { children: ReactNode }) {
  const cluster = useRowCluster();
  return (
    <>
      {cluster !== undefined && (
        <Link href="/" className={classes.cluster}>
          {cluster}
        </Link>
      )}
      {children}
    </>
  );
}

export function AboutItem({ item }: { item: InboxItem }) {
  const href = hrefOfItem(item);
  if (!href) return <strong>{item.about}</strong>;
  return (
    <Anchor component={Link} href={href} fz="inherit" fw={600}>
      {item.about}
    </Anchor>
  );
}
