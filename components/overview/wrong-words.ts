import type { WrongView } from '@/server/contract/overview';
import { countOf } from '@/server/words/counts';
import { URGENCY_ORDER, type Urgency, type UrgencyCounts } from '@/server/words/urgency';
import { workloadHref } from '../navigation/pages';

export interface WrongWords {
  /** The worst of it and how much more there is, in one sentence. */
  sentence: string;
  /** What to do about the worst. */
  remedy: string;
  href: string;
  link: string;
}

/** The worst that is wrong, in one sentence; undefined if there is none. `namespace`: of which it is told. */
export function wrongWords({ worst, counts }: WrongView, namespace?: string): WrongWords | undefined {
  if (!worst) return undefined;
  const others = counts.broken + counts.waits - 1;
  const more = others > 0 ? `, and ${countOf(others, 'more thing needs', 'more things need')} attention` : '';
  const of = namespace === undefined ? '' : `?${new URLSearchParams({ namespace })}`;
  const problems = { href: `/problems${of}`, link: 'See problems and remedies' };
  if (worst.kind === 'own') {
    const { sentence, about, remedy } = worst;
    return { sentence: `${sentence} (${about})${more}.`, remedy, ...problems };
  }
  const { namespace: its, name, sentence, remedy } = worst;
  return {
    sentence: `${its}/${name}: ${lowerFirst(sentence)}${more}.`,
    remedy,
    ...(others > 0 ? problems : { href: workloadHref(its, name), link: `See ${name}` }),
  };
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** One of the three counts, and where its list is. */
export interface UrgencyLink {
  urgency: Urgency;
  count: number;
  words: string;
  href: string;
}

/** How much is broken, waits for a person, and could be better, each with its list. */
export function urgencyLinks(counts: UrgencyCounts, namespace?: string): UrgencyLink[] {
  return URGENCY_ORDER.map((urgency) => ({
    urgency,
    count: counts[urgency],
    words: COUNTED[urgency](counts[urgency]),
    href: `/problems?${new URLSearchParams({ urgency, ...(namespace !== undefined && { namespace }) })}`,
  }));
}

const COUNTED: Readonly<Record<Urgency, (count: number) => string>> = {
  broken: () => 'broken',
  waits: (count) => (count === 1 ? 'waits for you' : 'wait for you'),
  better: () => 'could be better',
};
