'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { PAST_SPANS, type PastSpanName } from '@/server/contract/overview';
import { Segments } from '../choices/segments';

const SPANS = Object.keys(PAST_SPANS) as PastSpanName[];
const LABELS: Readonly<Record<PastSpanName, string>> = { day: 'Day', week: 'Week', month: 'Month' };
const CHOICES = SPANS.map((value) => ({ value, label: LABELS[value] }));

/** The span of the past that people choose, kept in the address. */
export function usePastSpan(): [PastSpanName, (span: PastSpanName) => void] {
  const [span, setSpan] = useQueryState('span', parseAsStringLiteral(SPANS).withDefault('day'));
  return [span, (next) => void setSpan(next)];
}

interface PastSpanControlProps {
  span: PastSpanName;
  onSpan: (span: PastSpanName) => void;
}

export function PastSpanControl({ span, onSpan }: PastSpanControlProps) {
  return <Segments label="Past shown" size="xs" options={CHOICES} value={span} onChange={onSpan} />;
}
