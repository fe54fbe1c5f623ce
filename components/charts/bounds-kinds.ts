/** What a chart over time draws, in the order of its legend; each can be hidden. */
export const BOUNDS_KINDS = {
  request: 'Request',
  target: 'Target',
  uncapped: 'Target without its cap',
  limit: 'Limit',
  limitTarget: 'Limit target',
  band: 'Bounds',
  usage: 'Usage: mean, p95 (dots), max (faint)',
} as const;

export type BoundsKind = keyof typeof BOUNDS_KINDS;

export const BOUNDS_KIND_NAMES = Object.keys(BOUNDS_KINDS) as BoundsKind[];
