import type { StatedRule } from '../decide/pods/stated-rule';

export type { StatedRule };

/** Why a cluster tells of no rules: the person may not read them, the role `rules` or the kind is not there. */
export const WITHOUT_RULES = ['right', 'role', 'kind'] as const;
export type WithoutRules = (typeof WITHOUT_RULES)[number];

/** GET /api/rule-objects: what the rules of this cluster state, for a hub. */
export interface StatedRulesView {
  user?: string;
  without?: WithoutRules;
  all: number;
  /** The first of them by name. */
  rules: StatedRule[];
}

/** Bounds of `StatedRulesView`, in rules and in bytes: of one spec, and of all together. */
export const MOST_STATED = { rules: 1_000, bytesOfOne: 64 * 1024, bytes: 2 * 1024 * 1024 } as const;
