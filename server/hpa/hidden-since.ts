import type { HiddenSince } from '../contract/hpas';
import type { HiddenLoad } from '../decide/replicas/hidden-load';

/** A shorter one is a start or a burst. */
const LEAST_MS = 5 * 60_000;

/** What is hidden now, each since it was first hidden without a break. */
export function hiddenSince(
  former: readonly HiddenSince[],
  loads: readonly HiddenLoad[],
  nowMs: number,
): HiddenSince[] {
  return loads.map((load) => {
    const known = former.find(
      (one) => one.load.container === load.container && one.load.resource === load.resource,
    );
    return { load, sinceMs: known?.sinceMs ?? nowMs };
  });
}

export function lastingOf(hidden: readonly HiddenSince[], nowMs: number): HiddenSince[] {
  return hidden.filter(({ sinceMs }) => nowMs - sinceMs >= LEAST_MS);
}
