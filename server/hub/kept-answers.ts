import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock';
import type { ClusterRow, MemberAnswer } from '../contract/clusters';
import type { MemberFault } from '../words/member-faults';
import type { Member } from './clusters-file';
import type { PackedLists } from './lists/packed-lists';
import type { Asker } from './signing-on';
import { Turns } from './turns';

/** What came of asking a member, at a time of its cluster; `isSame` if it still has the revision that is known. */
export type MemberSaid =
  | { answer: MemberAnswer; lists: PackedLists; revision: string | undefined; nowMs: number | undefined }
  | { isSame: true; nowMs: number | undefined }
  | { fault: MemberFault };

interface Kept extends Pick<ClusterRow, 'answer' | 'seenMs' | 'fault' | 'aheadMs'> {
  readonly atMs: number;
  readonly revision?: string | undefined;
}

/** What a person is shown of the members, as of one moment. */
export interface ShownMembers {
  readonly rows: readonly ClusterRow[];
  /** Another one for every other content. */
  readonly revision: number;
}

/** How old an answer is before the next is asked for: a member is asked twice a minute. */
const FRESH_MS = 30_000;
/** What changed in a small way is shown this late, so that an open page loads little. */
const SHOWN_AGAIN_MS = 20_000;
const MINUTE_MS = 60_000;
/** How long whoever looks first waits for what comes. */
const FIRST_LOOK_MS = 600;
/** Each about a kilobyte: 200 clusters for 100 people. */
const MOST_KEPT = 20_000;
const MOST_LIST_BYTES = 48 * 1024 * 1024;
const MOST_ASKED = 1_000;
const MOST_PEOPLE = 200;
/** Who lost the right to see keeps nothing of what they saw. */
const HIDES: ReadonlySet<MemberFault> = new Set(['stranger', 'forbidden', 'someone-else'] as const);

/** What of a person's answers is news. */
interface News {
  shown: ShownMembers | undefined;
  madeMs: number;
  /** Whether anything changed since, and whether people wait for it. */
  isOld: boolean;
  isAwaited: boolean;
}

/**
 * The last answers of members, for each person apart: what one may see is never shown to another. They are asked for
 * while somebody looks, and only then.
 */
export class KeptAnswers {
  private readonly kept = new LRUCache<string, Kept>({ max: MOST_KEPT });
  private readonly lists = new LRUCache<string, PackedLists>({
    maxSize: MOST_LIST_BYTES,
    sizeCalculation: ({ bytes }) => bytes + 1_000,
  });
  private readonly news = new LRUCache<string, News>({ max: MOST_PEOPLE });
  private readonly asking = new Map<string, Promise<void>>();
  private readonly turns: Turns;
  private revisions = 0;

  /** @param ask never rejects; `known` is the revision whose lists are kept */
  constructor(
    private readonly ask: (member: Member, asker: Asker, known: string | undefined) => Promise<MemberSaid>,
    private readonly clock: Clock,
  ) {
    this.turns = new Turns(clock);
  }

  /** What is known of the members for a person; asks for what is old, and waits a moment if nothing is known. */
  async shown(members: readonly Member[], asker: Asker): Promise<ShownMembers> {
    const who = keyOfAsker(asker);
    const due = members.filter((member) => {
      const age = this.clock.steady() - (this.kept.get(keyOf(member, who))?.atMs ?? Number.NEGATIVE_INFINITY);
      return age >= FRESH_MS;
    });
    const isFirst = due.some((member) => !this.kept.has(keyOf(member, who)));
    const asked = due.map((member) => this.askOnce(who, member, asker));
    if (isFirst) await this.turns.within(FIRST_LOOK_MS, Promise.all(asked));
    return this.shownTo(who, members);
  }

  /** The lists of a member as it last told this person. */
  listsOf(member: Member, asker: Asker): PackedLists | undefined {
    return this.lists.get(keyOf(member, keyOfAsker(asker)));
  }

  /** What a person changed at a member shows when they look next. */
  outdate(member: Member, asker: Asker): void {
    const who = keyOfAsker(asker);
    const key = keyOf(member, who);
    const known = this.kept.get(key);
    if (known) this.kept.set(key, { ...known, atMs: Number.NEGATIVE_INFINITY });
    this.noteNews(who, true);
  }

  private shownTo(who: string, members: readonly Member[]): ShownMembers {
    const now = this.clock.steady();
    const news = this.news.get(who) ?? { shown: undefined, madeMs: now, isOld: true, isAwaited: true };
    const isDue = news.isOld && (news.isAwaited || now - news.madeMs >= SHOWN_AGAIN_MS);
    if (news.shown && !isDue) return news.shown;
    const rows = members.map((member): ClusterRow => {
      const { atMs: _atMs, revision: _revision, ...known } = this.kept.get(keyOf(member, who)) ?? { atMs: 0 };
      return { name: member.name, labels: member.labels, ...known };
    });
    const shown = { rows, revision: ++this.revisions };
    this.news.set(who, { shown, madeMs: now, isOld: false, isAwaited: false });
    return shown;
  }

  private noteNews(who: string, isAwaited: boolean): void {
    const news = this.news.get(who);
    if (!news) return;
    news.isOld = true;
    news.isAwaited ||= isAwaited;
  }

  private askOnce(who: string, member: Member, asker: Asker): Promise<void> {
    const key = keyOf(member, who);
    const asking = this.asking.get(key);
    if (asking) return asking;
    if (this.asking.size >= MOST_ASKED) return Promise.resolve();
    const asked = this.turns
      .inTurn(() => this.keep(who, member, asker))
      .finally(() => this.asking.delete(key));
    this.asking.set(key, asked);
    return asked;
  }

  private async keep(who: string, member: Member, asker: Asker): Promise<void> {
    const key = keyOf(member, who);
    const atMs = this.clock.steady();
    const wasOutdated = this.kept.get(key)?.atMs === Number.NEGATIVE_INFINITY;
    // What made room for others is asked for as a whole.
    const came = await this.ask(
      member,
      asker,
      this.lists.has(key) ? this.kept.get(key)?.revision : undefined,
    );
    const former = this.kept.get(key);
    const next = this.nextOf(key, former, came, atMs);
    this.kept.set(key, next);
    const isNewState = former?.fault !== next.fault || !former?.answer !== !next.answer;
    this.noteNews(who, wasOutdated || isNewState);
  }

  private nextOf(key: string, former: Kept | undefined, came: MemberSaid, atMs: number): Kept {
    const seenMs = this.clock.now();
    if ('isSame' in came) {
      const { answer, revision } = former ?? {};
      return { ...(answer && { answer }), revision, seenMs, atMs, ...aheadOf(came.nowMs, seenMs) };
    }
    if ('answer' in came) {
      const { answer, lists, revision, nowMs } = came;
      this.lists.set(key, lists);
      return { answer, revision, seenMs, atMs, ...aheadOf(nowMs, seenMs) };
    }
    if (!HIDES.has(came.fault)) return { ...former, ...came, atMs };
    this.lists.delete(key);
    return { ...came, atMs };
  }
}

/** A clock of a cluster that goes as the hub's needs no word. */
function aheadOf(nowMs: number | undefined, seenMs: number): { aheadMs?: number } {
  const aheadMs = Math.round((nowMs ?? seenMs) - seenMs);
  return Math.abs(aheadMs) < MINUTE_MS ? {} : { aheadMs };
}

const keyOf = ({ name }: Member, who: string) => `${name} ${who}`;

/** Tells people apart by all that members judge. */
export function keyOfAsker({ name, groups, token }: Asker): string {
  return createHash('sha256')
    .update(JSON.stringify([name, groups, token]))
    .digest('base64url');
}
