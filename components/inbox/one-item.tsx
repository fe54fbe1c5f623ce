'use client';

import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Dismissal, InboxItem } from '@/server/contract/inbox';
import { CAUSES } from '@/server/words/causes';
import { whoWords } from '@/server/words/who';
import { Remedy } from '../layout/remedy';
import { TimeAgo } from '../live/time-ago';
import Link from '../navigation/link';
import { useRowCluster } from '../navigation/row-cluster';
import { withLocalTimes } from '../times/times';
import { Began } from './began';
import { DismissButton, RestoreButton } from './dismiss-button';
import classes from './inbox.module.css';
import { InboxButton } from './inbox-button';
import { gainWords, hrefOfItem } from './inbox-words';

interface OneItemProps {
  item: InboxItem;
  nowMs: number;
  isAtHome?: boolean;
}

/** One item: what, since when, why, who caused it, what helps, and what does it. */
export function OneItem({ item, nowMs, isAtHome = false }: OneItemProps) {
  const { said, cause, gain, sentence } = item;
  const cluster = useRowCluster();
  const gained = gain && gainWords(gain);
  return (
    <li className={classes.line}>
      <LineHead sentence={sentence} aside={<Began item={item} nowMs={nowMs} />}>
        {!isAtHome && <AboutItem item={item} />}
      </LineHead>
      {said.map(({ detail, remedy, action }, index) => (
        <div key={`${detail} ${remedy}`} className={classes.said}>
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
          <div className={classes.buttons}>
            {action && <InboxButton action={action} about={item.about} />}
            {index === 0 && cluster === undefined && <HideButton item={item} />}
          </div>
        </div>
      ))}
      {item.dismissed && <Dismissed dismissed={item.dismissed} nowMs={nowMs} />}
    </li>
  );
}

function HideButton({ item }: { item: InboxItem }) {
  return item.dismissed ? <RestoreButton item={item} /> : <DismissButton item={item} />;
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
  const cluster = useRowCluster();
  return (
    <p className={classes.head}>
      <span>
        {cluster !== undefined && (
          <Link href="/" className={classes.cluster}>
            {cluster}
          </Link>
        )}
        {children} <span className={classes.sentence}>{sentence}</span>
      </span>
      <span className={classes.when}>{aside}</span>
    </p>
  );
}

export function AboutItem({ item }: { item: InboxItem }) {
  const href = hrefOfItem(item);
  if (!href) return <strong>{item.about}</strong>;
  return (
    <Anchor component={Link} href={href} className={classes.about}>
      {item.about}
    </Anchor>
  );
}
