'use client';

import { Button } from '@mantine/core';
import { useState } from 'react';
import type { InboxItem, InboxLine } from '@/server/contract/inbox';
import { wordsOfMany } from '@/server/words/of-many';
import Link from '../navigation/link';
import { useRowCluster } from '../navigation/row-cluster';
import { withLocalTimes } from '../times/times';
import classes from './inbox.module.css';
import { InboxButton } from './inbox-button';
import { gainWords } from './inbox-words';
import { MoreLines } from './more-lines';
import { AboutItem, LineHead, OneItem } from './one-item';

interface InboxLineRowProps {
  line: InboxLine;
  nowMs: number;
  /** The namespace that is told of; undefined for all. */
  namespace?: string | undefined;
}

/** One line of the inbox: an item, or like things with how many they are. */
export function InboxLineRow({ line, nowMs, namespace }: InboxLineRowProps) {
  const [first] = line.items;
  if (!first) return null;
  return line.count > 1 ? (
    <ManyAsOne line={line} nowMs={nowMs} namespace={namespace} />
  ) : (
    <OneItem item={first} nowMs={nowMs} />
  );
}

function ManyAsOne({ line, nowMs, namespace }: InboxLineRowProps) {
  const [isOpen, setOpen] = useState(false);
  const cluster = useRowCluster();
  const { code, count, items, gain, action } = line;
  const gained = gain && gainWords(gain);
  const { subject, predicate } = wordsOfMany({ code, sentence: items[0]?.sentence ?? '' }, count);
  const opens = isOpen ? 'Show fewer' : `Show all ${count.toLocaleString('en-US')}`;
  return (
    <li className={classes.line}>
      <LineHead sentence={predicate} aside={gained}>
        <strong>{subject}</strong>
      </LineHead>
      {!isOpen && <WorstOfMany items={items} />}
      <div className={classes.buttons}>
        {action && <InboxButton action={action} about={subject} />}
        {cluster === undefined ? (
          <Button
            size="xs"
            variant="default"
            aria-expanded={isOpen}
            aria-label={`${opens} (${subject} ${predicate})`}
            onClick={() => setOpen(!isOpen)}
          >
            {opens}
          </Button>
        ) : (
          <Button component={Link} href="/" size="xs" variant="default" aria-label={`${opens} (${cluster})`}>
            {opens}
          </Button>
        )}
      </div>
      {isOpen && (
        <div className={classes.opened}>
          <MoreLines of={{ code }} namespace={namespace} nowMs={nowMs} />
        </div>
      )}
    </li>
  );
}

/** The first few of many, each with what does something about it. */
function WorstOfMany({ items }: { items: readonly InboxItem[] }) {
  return (
    <ul className={classes.worst}>
      {items.map((item) => {
        const [said] = item.said;
        return (
          <li key={item.key}>
            <span className={classes.detail}>
              <AboutItem item={item} /> {said && withLocalTimes(said.detail)}
            </span>
            {said?.action && said.action.do !== 'approve' && (
              <InboxButton action={said.action} about={item.about} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
