import { countOf } from './counts';

interface KillsOfVariant {
  readonly name: string;
  readonly summary: { readonly oomKills?: { readonly total: number } | undefined };
}

/**
 * `Really 6 OOM kills in this time; the replay: as now 1, tight 3.` Undefined where nobody knows how many there were, or
 * where there were none, really and in the replay.
 */
export function realKillsText({
  reallyKilled,
  variants,
}: {
  readonly reallyKilled?: number;
  readonly variants: readonly KillsOfVariant[];
}): string | undefined {
  const replayed = variants.flatMap(({ name, summary: { oomKills } }) =>
    oomKills === undefined ? [] : [{ name, kills: oomKills.total }],
  );
  if (reallyKilled === undefined || replayed.length === 0) return undefined;
  if (reallyKilled === 0 && replayed.every(({ kills }) => kills === 0)) return undefined;
  const each = replayed.map(({ name, kills }) => `${name} ${kills.toLocaleString('en-US')}`);
  return `Really ${countOf(reallyKilled, 'OOM kill')} in this time; the replay: ${each.join(', ')}.`;
}
