import { ofKey } from '../../lib/memo/of-key';
import type { PastContainer, TimeSpan } from '../source';
import type { QueryScope } from './queries';

/** Containers requested together. */
export interface Unit {
  scope: QueryScope;
  /** How many pods and containers there are, to estimate the size of answers. */
  containers: readonly PastContainer[];
}

/** A range of a time grid, both ends included. */
export interface Piece {
  scope: QueryScope;
  firstMs: number;
  lastMs: number;
}

/** The first and last time on the grid of `stepMs` within a span; undefined if there is none. */
export function gridOf(
  { fromMs, toMs }: TimeSpan,
  stepMs: number,
): { firstMs: number; lastMs: number } | undefined {
  const firstMs = Math.ceil(fromMs / stepMs) * stepMs;
  const lastMs = (Math.ceil(toMs / stepMs) - 1) * stepMs;
  return firstMs <= lastMs ? { firstMs, lastMs } : undefined;
}

/**
 * Packs small namespaces together, and splits large ones by pods; the pods of one part are neighbours by
 * name, so that replicas of one workload mostly come together.
 * @param isWhole whether namespaces have no other containers; otherwise pods are asked for by name
 */
export function unitsOf(containers: readonly PastContainer[], most: number, isWhole = true): Unit[] {
  const units: Unit[] = [];
  let small: PastContainer[] = [];
  const flush = () => {
    if (small.length > 0)
      units.push({ scope: { namespaces: namesOf(small, 'namespace') }, containers: small });
    small = [];
  };
  for (const [namespace, all] of groupedBy(containers, (one) => one.namespace)) {
    if (isWhole && all.length <= most) {
      if (small.length + all.length > most) flush();
      small.push(...all);
      continue;
    }
    let part: PastContainer[] = [];
    const cut = () => {
      if (part.length > 0)
        units.push({ scope: { namespaces: [namespace], pods: namesOf(part, 'pod') }, containers: part });
      part = [];
    };
    const pods = [...groupedBy(all, (one) => one.pod)].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [, ofPod] of pods) {
      if (part.length + ofPod.length > most) cut();
      part.push(...ofPod);
    }
    cut();
  }
  flush();
  return units;
}

function namesOf(containers: readonly PastContainer[], name: 'namespace' | 'pod'): string[] {
  return [...new Set(containers.map((one) => one[name]))];
}

function groupedBy(
  containers: readonly PastContainer[],
  keyOf: (container: PastContainer) => string,
): Map<string, PastContainer[]> {
  const groups = new Map<string, PastContainer[]>();
  for (const container of containers) {
    const key = keyOf(container);
    ofKey(groups, key, () => []).push(container);
  }
  return groups;
}

/**
 * The two halves of a query: of the time if there are several steps, else of the namespaces or pods of
 * `unit`. Requested in order, they keep the order of time. Undefined if it cannot be halved.
 */
export function halvesOf(piece: Piece, stepMs: number, unit: Unit): [Piece, Piece] | undefined {
  const { scope, firstMs, lastMs } = piece;
  const steps = (lastMs - firstMs) / stepMs;
  if (steps >= 1) {
    const middleMs = firstMs + Math.floor(steps / 2) * stepMs;
    return [
      { ...piece, lastMs: middleMs },
      { ...piece, firstMs: middleMs + stepMs },
    ];
  }
  const isOfPods = scope.namespaces.length === 1;
  const inScope = unit.containers.filter(({ namespace }) => scope.namespaces.includes(namespace));
  const [one, other] = halved(isOfPods ? (scope.pods ?? namesOf(inScope, 'pod')) : scope.namespaces);
  if (one.length === 0 || other.length === 0) return undefined;
  const scopeOf = (half: string[]) =>
    isOfPods ? { namespaces: scope.namespaces, pods: half } : { namespaces: half };
  return [
    { ...piece, scope: scopeOf(one) },
    { ...piece, scope: scopeOf(other) },
  ];
}

function halved<T>(items: readonly T[]): [T[], T[]] {
  const middle = Math.floor(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}
