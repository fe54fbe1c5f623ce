import { GROUPS_ANNOTATION } from '@/server/decide/features/node-scope/group-recommendations';
import { ANNOTATIONS } from '../../words/annotations';

/** What is kept beside a checkpoint: of the VPA's own recommender, of its groups of nodes, and of a container's lives. */
export interface CheckpointExtras {
  readonly study: string | undefined;
  readonly groups: string | undefined;
  readonly lives: string | undefined;
  /** Of a native sidecar; undefined if nothing is said. */
  readonly isSidecar?: boolean | undefined;
}

const LIVES = ANNOTATIONS.lives.name;
const SIDECAR = ANNOTATIONS.ofSidecar.name;

/** As one text; that of an ordinary container of a VPA without groups and lives is what its recommender keeps. */
export function extrasText({ study, groups, lives, isSidecar }: CheckpointExtras): string | undefined {
  if (groups === undefined && lives === undefined && isSidecar === undefined) return study;
  return JSON.stringify({ [SIDECAR]: isSidecar, [GROUPS_ANNOTATION]: groups, [LIVES]: lives, study });
}

/** What `withHpasText` wrote. */
export function extrasIn(text: string | undefined): CheckpointExtras {
  const nothing = { study: undefined, groups: undefined, lives: undefined };
  if (text === undefined) return nothing;
  if (![SIDECAR, GROUPS_ANNOTATION, LIVES].some((name) => text.startsWith(`{"${name}"`)))
    return { ...nothing, study: text };
  try {
    const kept = JSON.parse(text) as Record<string, unknown>;
    const textIn = (name: string) => (typeof kept[name] === 'string' ? (kept[name] as string) : undefined);
    const isSidecar = typeof kept[SIDECAR] === 'boolean' ? kept[SIDECAR] : undefined;
    return { study: textIn('study'), groups: textIn(GROUPS_ANNOTATION), lives: textIn(LIVES), isSidecar };
  } catch {
    return nothing;
  }
}
