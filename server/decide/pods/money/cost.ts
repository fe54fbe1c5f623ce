import { type Both, costOf, PLAIN_WEIGHTS, together } from './price';

/**
 * What is added up. For every container of every pod, and each resource by itself: what it requests, what it uses by
 * its newest sample, its target, `saving` = max(0, request − target) and `growth` = max(0, target − request).
 */
export const PARTS = ['requests', 'use', 'target', 'saving', 'growth'] as const;
export type CostPart = (typeof PARTS)[number];
export type Parts = Record<CostPart, Both>;

/**
 * The way from what pods need to their targets, each part over all pods on a node:
 * `recommended` = `needed` − `capped` + `minimum` is what the status of the VPA (`kubectl get vpa`) says of each container,
 * times its pods; `target` = `recommended` + `held` − `lowered` + `raised` + `kept` + `unknown`.
 */
export const WAY_PARTS = [
  /** What the containers need, before any cap. */
  'needed',
  /** What maximums of policies and settings, and nodes, take from that. */
  'capped',
  /** What minimums add to it. */
  'minimum',
  'recommended',
  /** More, or less, where amounts are held after a change was undone, and in groups of nodes. */
  'held',
  /** What LimitRanges, limits that stay and what the pod states as a whole take. */
  'lowered',
  /** What these add, and what was seen used where request and limit are one. */
  'raised',
  /** More, or less, where an HPA or the policy keeps the request as it is. */
  'kept',
  /** The requests of what has no recommendation. */
  'unknown',
] as const;
export type WayPart = (typeof WAY_PARTS)[number];
export type Way = Record<WayPart, Both>;

/** What pods cost. A saving here never makes up for growth there: they are added apart. */
export interface Cost {
  /** Millicores and bytes, of every pod on a node. */
  amounts: Parts;
  /** Per hour, in the currency of the prices, of the pods whose node has one; absent without prices. */
  money?: Parts;
  pods: {
    /** On a node: those that `amounts` counts. */
    counted: number;
    /** Of these, on nodes without a price. */
    notPriced: number;
    /** Not on a node yet; these cost nothing. */
    waiting: number;
    /** Counted with another VPA that has them too. */
    elsewhere: number;
  };
  /**
   * The part of `saving` that no node would have free, since an init container or the pod itself requests as much:
   * millicores and bytes of the pods that `amounts` counts.
   */
  unfreed: Both;
  /** Absent from what a member of a hub says that does not know it yet. */
  way?: Way;
  /** Containers of counted pods: without a request, whose whole target is growth; without a target or a sample. */
  missing: { request: Both; target: Both; use: Both };
}

/** One part of a cost in one figure, to sort and draw by: money, or without it cores with 8 GiB as a core. */
export function sizeOf({ money, amounts }: Cost, part: CostPart): number {
  return together(money ? money[part] : costOf(amounts[part], PLAIN_WEIGHTS));
}
