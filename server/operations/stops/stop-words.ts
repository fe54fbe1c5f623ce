import { keyOfScope, type StopEntry, scopeOfKey } from '../../decide/pods/stop';
import type { ConfigMap } from '../../objects/types';

/** The latest entry about a scope: stopped or resumed, by whom and when. */
export interface StopWord extends StopEntry {
  readonly holds: boolean;
}

/** The latest entry for every scope, by its key. */
export type StopWords = ReadonlyMap<string, StopWord>;

/** Keeps who resumed, under its own key, since that of the stop is removed. */
const RESUMED = 'resumed.';
/** Resume entries kept; the oldest are removed first. */
const RESUMES_KEPT = 100;

/** The entries in the ConfigMap of stops. An unreadable entry is still a stop. */
export function wordsOf(map: ConfigMap): Map<string, StopWord> {
  const words = new Map<string, StopWord>();
  for (const [key, text] of Object.entries(map.data ?? {})) {
    const resumed = key.startsWith(RESUMED) ? key.slice(RESUMED.length) : undefined;
    if (resumed === undefined && scopeOfKey(key)) words.set(key, { ...entryFrom(text), holds: true });
    else if (resumed && !words.get(resumed)?.holds) words.set(resumed, { ...entryFrom(text), holds: false });
  }
  return words;
}

/** The data of the ConfigMap for `words`; null removes a key. `known` is its current content. */
export function dataOf(words: StopWords, known: StopWords): Record<string, string | null> {
  const data: Record<string, string | null> = {};
  for (const [key, { holds, ...said }] of words) {
    const entry = JSON.stringify(said);
    data[key] = holds ? entry : null;
    data[RESUMED + key] = holds ? null : entry;
  }
  const resumes = [...known].filter(([key, { holds }]) => !holds && !words.has(key));
  resumes.sort(([, a], [, b]) => b.atMs - a.atMs);
  for (const [key] of resumes.slice(RESUMES_KEPT)) data[RESUMED + key] = null;
  return data;
}

/** Who lifted the stop that covered a VPA last; undefined if unknown. */
export function resumerOf(words: StopWords, namespace: string, name: string): string | undefined {
  let last: StopWord | undefined;
  for (const scope of [
    { kind: 'all' },
    { kind: 'namespace', namespace },
    { kind: 'vpa', namespace, name },
  ] as const) {
    const word = words.get(keyOfScope(scope));
    if (word && !word.holds && word.atMs >= (last?.atMs ?? 0)) last = word;
  }
  return last?.who;
}

function entryFrom(text: string): StopEntry {
  try {
    const { who, atMs, reason } = JSON.parse(text) as Partial<StopEntry>;
    return { who: who ?? 'unknown', atMs: atMs ?? 0, ...(typeof reason === 'string' && { reason }) };
  } catch {
    return { who: 'unknown', atMs: 0 };
  }
}
