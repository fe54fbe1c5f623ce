/** What is kept beside a checkpoint: of the VPA's own recommender, and of its groups of nodes. */
export interface Beside {
  readonly study: string | undefined;
  readonly groups: string | undefined;
}

const GROUPS = 'plumbline.dev/groups';

/** As one text; that of a VPA without groups is what its recommender keeps. */
export function besideText({ study, groups }: Beside): string | undefined {
  return groups === undefined ? study : JSON.stringify({ [GROUPS]: groups, study });
}

/** What `besideText` wrote. */
export function besideIn(text: string | undefined): Beside {
  if (text === undefined) return { study: undefined, groups: undefined };
  if (!text.startsWith(`{"${GROUPS}"`)) return { study: text, groups: undefined };
  try {
    const kept = JSON.parse(text) as Record<string, unknown>;
    const textIn = (name: string) => (typeof kept[name] === 'string' ? (kept[name] as string) : undefined);
    return { study: textIn('study'), groups: textIn(GROUPS) };
  } catch {
    return { study: undefined, groups: undefined };
  }
}
