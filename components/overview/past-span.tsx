'use client';

import { Anchor, Button, Group } from '@mantine/core';
import { parseAsInteger, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useState } from 'react';
import { PAST_SPANS, type PastSpanName } from '@/server/contract/overview';
import { useClusterTime } from '../api/queries';
import { Segments } from '../choices/segments';
import { listTimeText } from '../lists/time-text';
import Link from '../navigation/link';
import { RangeForm } from '../past/range-form';

const SPANS = Object.keys(PAST_SPANS) as PastSpanName[];
const LABELS: Readonly<Record<PastSpanName, string>> = { day: 'Day', week: 'Week', month: 'Month' };
const CHOICES = SPANS.map((value) => ({ value, label: LABELS[value] }));

interface Span {
  fromMs: number;
  toMs: number;
}

/** The span of the past that people choose, and a time within it, kept in the address. */
export function usePastSpan() {
  const [{ span, from, to }, set] = useQueryStates(
    {
      span: parseAsStringLiteral(SPANS).withDefault('day'),
      from: parseAsInteger,
      to: parseAsInteger,
    },
    { history: 'push' },
  );
  return {
    span,
    within: from !== null && to !== null && from < to ? { fromMs: from, toMs: to } : undefined,
    choose: (next: PastSpanName) => void set({ span: next, from: null, to: null }),
    zoom: ({ fromMs, toMs }: Span) => void set({ from: Math.floor(fromMs), to: Math.ceil(toMs) }),
  };
}

export type PastSpan = ReturnType<typeof usePastSpan>;

/** Chooses the span of the past, or a time within it. */
export function PastSpanControl({ past: { span, within, choose, zoom } }: { past: PastSpan }) {
  const nowMs = useClusterTime();
  const [isTyping, setTyping] = useState(false);
  const shown = within ?? { fromMs: nowMs - PAST_SPANS[span], toMs: nowMs };
  return (
    <Group justify="flex-end" gap={8}>
      <Segments
        label="Past shown"
        size="xs"
        options={CHOICES}
        value={within ? undefined : span}
        onChange={choose}
      />
      {within ? (
        <>
          <Button size="xs" variant="default" onClick={() => choose(span)}>
            Whole {span}
          </Button>
          <Anchor component={Link} size="sm" href={auditOf(within)}>
            What was done then
          </Anchor>
        </>
      ) : (
        <Button size="xs" variant="default" aria-expanded={isTyping} onClick={() => setTyping(!isTyping)}>
          Other time
        </Button>
      )}
      {(within || isTyping) && (
        <RangeForm range={{ span: within, asked: { span, ...textOf(within) }, zoom }} shown={shown} />
      )}
    </Group>
  );
}

function textOf(within: Span | undefined): Record<string, string> {
  return within ? { from: String(within.fromMs), to: String(within.toMs) } : {};
}

function auditOf({ fromMs, toMs }: Span): string {
  const ends = { since: listTimeText(fromMs), until: listTimeText(toMs) };
  return `/changes/audit?${new URLSearchParams(ends)}`;
}
