import type { RequestedResource } from '../objects/units';
import { formatAmount, formatAmounts, resourceName } from './amounts';

import { formatDuration, isoTime } from './times';

/** What came of a change to pods, in words. */

/** How a change can turn out worse than what was before. */
export const WORSE = {
  'killed-sooner': 'was killed for memory sooner than before',
  killed: 'was killed for memory again, which it was not before',
  'filled-sooner': 'was evicted for what it wrote to the disk sooner than before',
  filled: 'was evicted for what it wrote to the disk again, which it was not before',
  crashing: 'crashed again and again, which it did not before',
  'no-better': 'was killed for memory again, with all the memory that there is room for',
  pending: 'found no node with room for it',
  throttled: 'was throttled at its lower CPU limit a tenth of the time or more, which it was not before',
} as const;

export type WorseKind = keyof typeof WORSE;
export const WORSE_KINDS = Object.keys(WORSE) as [WorseKind, ...WorseKind[]];

/** What came of an action, as far as it is known. */
export const CAME_OF_IT = {
  running: 'Runs with the new amounts; still followed.',
  kept: 'Kept: nothing got worse.',
  undone: 'Undone: it was worse than before.',
  'not-ours': 'Not blamed: something else caused it.',
  refused: 'The node refused the resize.',
  unknown: 'Unknown: no pod with the new amounts was seen long enough.',
} as const;

export type CameOfIt = keyof typeof CAME_OF_IT;

/** A request that was changed, and went back. */
interface UndoneRequest {
  readonly container: string;
  readonly resource: RequestedResource;
  readonly was: number;
  readonly tried: number;
}

interface Undone {
  readonly changes: readonly UndoneRequest[];
  readonly how: WorseKind;
  readonly container: string;
  readonly beforeMs?: number;
  readonly livedMs?: number;
  readonly triedMs: number;
  readonly sinceMs: number;
  readonly untilMs: number;
  /** What a container that takes all it finds may use from now on, in bytes; absent if nothing limits it. */
  readonly memoryLimit?: number;
}

/** What was tried, what came of it and who undid it; with times as RFC 3339, which the pages rewrite. */
export function undoneText({ changes, how, container, memoryLimit, ...times }: Undone): string {
  const { beforeMs, livedMs, triedMs, sinceMs, untilMs } = times;
  const requests = changes.map(({ resource, was, tried, container: name }) => {
    const [before, after] = formatAmounts(resource, [was, tried]);
    return `${resourceName(resource)} of ${name} from ${before} to ${after}`;
  });
  const lives = [
    ...(livedMs === undefined ? [] : [`after ${formatDuration(livedMs)}`]),
    ...(beforeMs === undefined ? [] : [`before, it lived ${formatDuration(beforeMs)}`]),
  ];
  return (
    `At ${isoTime(triedMs)} Plumbline changed ${requests.join(', ')}; ${container} ${WORSE[how]}` +
    `${lives.length > 0 ? ` (${lives.join('; ')})` : ''}. ` +
    `At ${isoTime(sinceMs)} Plumbline undid it, and holds the former requests until ${isoTime(untilMs)}` +
    (how === 'no-better' ? `. ${adviceOn(memoryLimit)}` : '')
  );
}

const WITHOUT_LIMIT = 'It has no memory limit, so it takes what its node has, whatever it requests';
/** Of a container that is killed for memory without a limit of its own. */
export const TAKES_ITS_NODE = `${WITHOUT_LIMIT}: mend what makes it grow, or give it a limit, so that its neighbours are safe`;

function adviceOn(memoryLimit: number | undefined): string {
  return memoryLimit === undefined
    ? TAKES_ITS_NODE
    : `${WITHOUT_LIMIT}; so that its neighbours are safe, its new pods get a limit of ${formatAmount('memory', memoryLimit)}. Mend what makes it grow`;
}
