import { LRUCache } from 'lru-cache';
import { ofKey } from '../../lib/memo/of-key';
import { upTo } from '../../lib/memo/up-to';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';

/** What a VPA states in an annotation; undefined if it has none. */
export function statedIn(
  { metadata }: Pick<VerticalPodAutoscaler, 'metadata'>,
  annotation: string,
): string | undefined {
  const text: unknown = metadata.annotations?.[annotation];
  return text === undefined || text === null ? undefined : String(text);
}

/**
 * A reader of what people state. The same text is read once, since a policy gives all its VPAs the same one; one
 * that is too long is neither read nor kept.
 */
export function textReader<Reading extends object>(
  read: (text: string) => Reading,
  { longest, most, tooLong }: { longest: number; most: number; tooLong: () => Reading },
): (text: string) => Reading {
  const known = new LRUCache<string, Reading>(upTo(most));
  return (text) => {
    if (text.length > longest) return tooLong();
    return ofKey(known, text, () => read(text));
  };
}
