'use client';

import { Button } from '@mantine/core';
import { useState } from 'react';
import type { InboxItem, InboxLine } from '@/server/contract/inbox';
import { countOf } from '@/server/words/counts';
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
    <ManyAsOne line={line} first={first} nowMs={nowMs} namespace={namespace} />
  ) : (
    <OneItem item={first} nowMs={nowMs} />
  );
}

function ManyAsOne({ line, first, nowMs, namespace }: InboxLineRowProps & { first: InboxItem }) {
  const [isOpen, setOpen] = useState(false);
  const { code, count, items, gain, action } = line;
  const gained = gain && gainWords(gain);
  const noun = first.vpa === undefined ? 'object' : 'workload';
  return (
    <li className={classes.line}>
      <LineHead sentence={first.sentence} aside={gained}>
        <strong>{countOf(count, noun)}</strong>
      </LineHead>
      <div className={classes.said}>
        <p className={classes.detail}>
          {items.map((item, index) => (
            <span key={item.key}>
              {index > 0 && ', '}
              <AboutItem item={item} />
            </span>
          ))}
          {count > items.length && ` and ${(count - items.length).toLocaleString('en-US')} more`}
        </p>
        <div className={classes.buttons}>
          {action && <InboxButton action={action} about={countOf(count, noun)} />}
          <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show fewer' : `Show all ${count.toLocaleString('en-US')}`}
          </Button>
        </div>
      </div>
      {isOpen && (
        <div className={classes.opened}>
          <MoreLines of={{ code }} namespace={namespace} nowMs={nowMs} />
        </div>
      )}
    </li>
  );
}
