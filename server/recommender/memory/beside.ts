import { GROUPS_ANNOTATION } from '@/server/features/node-scope/group-recommendations';
import { ANNOTATIONS } from '../../words/annotations';

/** What is kept beside a checkpoint: of the VPA's own recommender, of its groups of nodes, and of a container's lives. */
export interface Beside {
  readonly study: string | undefined;
  readonly groups: string | undefined;
  readonly lives: string | undefined;
}

const LIVES = ANNOTATIONS.lives.name;

/** As one text; that of a VPA without groups and lives is what its recommender keeps. */
export function besideCheckpointText({ study, groups, lives }: Beside): string | undefined {
  if (groups === undefined && lives === undefined) return study;
  return JSON.stringify({ [GROUPS_ANNOTATION]: groups, [LIVES]: lives, study });
}

/** What `besideText` wrote. */
export function besideIn(text: string | undefined): Beside {
  const nothing = { study: undefined, groups: undefined, lives: undefined };
  if (text === undefined) return nothing;
  if (![GROUPS_ANNOTATION, LIVES].some((name) => text.startsWith(`{"${name}"`)))
    return { ...nothing, study: text };
  try {
    const kept = JSON.parse(text) as Record<string, unknown>;
    const textIn = (name: string) => (typeof kept[name] === 'string' ? (kept[name] as string) : undefined);
    return { study: textIn('study'), groups: textIn(GROUPS_ANNOTATION), lives: textIn(LIVES) };
  } catch {
    return nothing;
  }
}
