import type { ClusterDeed, ClusterOrder } from '../../contract/clusters';
import type { StopScope } from '../../decide/pods/stop';
import type { MemberFault } from '../../words/member-faults';
import type { Asker } from '../signing-on';

const HOUR_MS = 3_600_000;

/** What a person wants done at clusters. */
export interface Wanted {
  readonly deed: ClusterDeed;
  readonly scope: StopScope;
  readonly reason?: string | undefined;
}

/** How long a cluster that is away is asked: somebody may have stopped there again before it is resumed. */
export const LONGEST_MS: Readonly<Record<ClusterDeed, number>> = {
  stop: 24 * HOUR_MS,
  resume: HOUR_MS,
  revert: HOUR_MS,
};

/** What is wanted at one cluster, and how far that is. */
export interface Order extends Wanted {
  readonly member: string;
  /** With their token only while it is open. */
  asker: Asker;
  /** Wall time, for people; and of the steady clock. */
  readonly atMs: number;
  readonly sinceMs: number;
  readonly came: { state: ClusterOrder['state']; fault?: MemberFault | undefined; endedMs?: number };
}

/** After these it is no use to ask again as the same person. */
const FINAL: ReadonlySet<MemberFault> = new Set([
  'stranger',
  'forbidden',
  'someone-else',
  'no-token',
  'nameless',
  'older',
] as const);

export const isFinal = (fault: MemberFault): boolean => FINAL.has(fault);

export const isOpen = ({ came }: Order): boolean => came.state === 'asked' || came.state === 'away';

/** Orders that take each other's place: the newest of one person, for one scope. A revert stands by itself. */
export function placeOf({ deed, scope, member, asker }: Order): string {
  return JSON.stringify([member, asker.name, deed === 'revert', scope]);
}

/** As the person sees it. */
export function shownOrder({ deed, scope, atMs, came: { state, fault } }: Order): ClusterOrder {
  return { deed, scope, atMs, state, ...(fault && { fault }) };
}
