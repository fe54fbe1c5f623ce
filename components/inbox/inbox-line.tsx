'use client';

import { Box, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { InboxItem, InboxLine } from '@/server/contract/inbox';
import { wordsOfMany } from '@/server/words/of-many';
import { Remedy } from '../layout/remedy';
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

/** Tells a line from others of its urgency; like things stay one line, folded or not, whichever of them is the first. */
export function keyOf({ code, count, items }: InboxLine): string {
  return count > 1 ? code : (items[0]?.key ?? code);
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

/** What to do, each with what it is for. */
function remediesOf(items: InboxLine['items']): ReadonlyMap<string, readonly string[]> {
  const remedies = new Map<string, string[]>();
  for (const { about, said } of items) {
    const remedy = said[0]?.remedy;
    if (remedy) remedies.set(remedy, [...(remedies.get(remedy) ?? []), about]);
  }
  return remedies;
}

function ManyAsOne({ line, nowMs, namespace }: InboxLineRowProps) {
  const [isOpen, setOpen] = useState(false);
  const cluster = useRowCluster();
  const { code, count, items, gain, action } = line;
  const remedies = remediesOf(items);
  const gained = gain && gainWords(gain);
  const { subject, predicate } = wordsOfMany({ code, sentence: items[0]?.sentence ?? '' }, count);
  const opens = isOpen ? 'Show fewer' : `Show all ${count.toLocaleString('en-US')}`;
  return (
    <li className={classes.line}>
      <div className={classes.row}>
        <div className={classes.brief}>
          <LineHead sentence={predicate} aside={gained}>
            <strong>{subject}</strong>
          </LineHead>
          {!isOpen && <WorstOfMany items={items} more={count - items.length} />}
        </div>
        <Group gap={8}>
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
            <Button
              component={Link}
              href="/"
              size="xs"
              variant="default"
              aria-label={`${opens} (${cluster})`}
            >
              {opens}
            </Button>
          )}
        </Group>
      </div>
      {!isOpen &&
        [...remedies].map(([remedy, abouts]) => (
          <Remedy key={remedy} text={remedy} of={remedies.size > 1 ? abouts.join(', ') : undefined} />
        ))}
      {isOpen && (
        <Box mt={6}>
          <MoreLines of={{ code }} namespace={namespace} nowMs={nowMs} />
        </Box>
      )}
    </li>
  );
}

/** The first few of many, by name; each has its numbers and what does something about it where all are shown. */
function WorstOfMany({ items, more }: { items: readonly InboxItem[]; more: number }) {
  return (
    <Text fz={14}>
      {items.map((item, index) => (
        <span key={item.key} title={withLocalTimes(item.said[0]?.detail ?? '')}>
          {index > 0 && ', '}
          <AboutItem item={item} />
        </span>
      ))}
      {more > 0 && `, and ${more.toLocaleString('en-US')} more`}
    </Text>
  );
}
