import type { WrongView } from '@/server/process/pages/overview/views';
import { countOf } from '@/server/words/counts';
import { workloadHref } from '../navigation/pages';

export interface WrongWords {
  /** The worst of it and how much more there is, in one sentence. */
  sentence: string;
  /** What to do about the worst. */
  remedy: string;
  href: string;
  link: string;
}

/** What is wrong, in one sentence; undefined if nothing is. `namespace`: of which it is told. */
export function wrongWords({ worst, own, workloads }: WrongView, namespace?: string): WrongWords | undefined {
  if (!worst) return undefined;
  const others = own + workloads - 1;
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
