import { LRUCache } from 'lru-cache';
import type { ClusterRow, MemberAnswer } from '../contract/clusters';
import type { Clock } from '../lib/time/clock';
import type { SaidByMember } from './ask-member';
import type { Member } from './clusters-file';
import { firstLook } from './first-look';
import { HIDES, keyFor, keyOfAsker } from './kept-for';
import type { PackedLists } from './lists/packed-lists';
import type { Asker } from './signing-on';
import { Turns } from './turns';

/** What a member is asked for: sums alone at first, for they are small; then its lists as well. */
export interface AskedPart {
  part: 'sums' | 'all';
  /** The revision whose lists are kept. */
  known: string | undefined;
}

export type MemberSaid = SaidByMember<{ answer: MemberAnswer; lists?: PackedLists }>;

interface Said extends Pick<ClusterRow, 'answer' | 'seenMs' | 'fault' | 'aheadMs'> {
  readonly revision?: string | undefined;
}

interface Kept extends Said {
  /** When it last answered, or failed to, and the time before. */
  readonly atMs: number;
  readonly formerMs: number;
  /** Counts what the person changed there, and how much of it this answer is known to tell. */
  readonly changes: number;
  readonly toldChanges: number;
}

const UNASKED: Kept = {
  atMs: Number.NEGATIVE_INFINITY,
  formerMs: Number.NEGATIVE_INFINITY,
  changes: 0,
  toldChanges: 0,
};

/** What a person is shown of the members, as of one moment. */
export interface ShownMembers {
  readonly rows: readonly ClusterRow[];
  /** Another one for every other content. */
  readonly revision: number;
}

/** How old an answer is before the next is asked for. */
const FRESH_MS = 30_000;
/** A member is asked twice in this time, unless the person changes something there. */
const TWICE_IN_MS = 60_000;
/** What changed in a small way is shown this late, so that an open page loads little. */
const SHOWN_AGAIN_MS = 20_000;
const MINUTE_MS = 60_000;
/** How many members are asked at a time: sums are small, and whoever looks first waits for them. */
const AT_ONCE: Readonly<Record<AskedPart['part'], number>> = { sums: 48, all: 16 };
/** Each about a kilobyte: 200 clusters for 100 people. */
const MOST_KEPT = 20_000;
const MOST_LIST_BYTES = 48 * 1024 * 1024;
const MOST_ASKED = 1_000;
const MOST_PEOPLE = 200;

interface Asking {
  part: AskedPart['part'];
  done: Promise<void>;
}

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
  private readonly asking = new Map<string, Asking>();
  private readonly turns: Readonly<Record<AskedPart['part'], Turns>>;
  private revisions = 0;

  /** @param ask never rejects */
  constructor(
    private readonly ask: (member: Member, asker: Asker, asked: AskedPart) => Promise<MemberSaid>,
    private readonly clock: Clock,
  ) {
    this.turns = { sums: new Turns(clock, AT_ONCE.sums), all: new Turns(clock, AT_ONCE.all) };
  }

  /** What is known of the members for a person; asks for what is old, and waits a moment for what is not known. */
  async shown(members: readonly Member[], asker: Asker, part: AskedPart['part']): Promise<ShownMembers> {
    const who = keyOfAsker(asker);
    const awaited: Promise<void>[] = [];
    for (const member of members) {
      const isLacking = this.lacks(keyFor(member, who), part);
      const asked = this.askIfDue(who, member, asker, part);
      if (isLacking && asked) awaited.push(asked);
    }
    // Whoever has seen most of them does not wait for the rest.
    if (awaited.length > members.length / 2) await firstLook(awaited, this.clock);
    return this.shownTo(who, members);
  }

  /** Resolves once every question that is under way is answered. */
  async settled(): Promise<void> {
    await Promise.all([...this.asking.values()].map(({ done }) => done));
  }

  /** The lists of a member as it last told this person. */
  listsOf(member: Member, asker: Asker): PackedLists | undefined {
    return this.lists.get(keyFor(member, keyOfAsker(asker)));
  }

  /** What a person changed at a member shows when they look next. */
  outdate(member: Member, asker: Asker): void {
    const who = keyOfAsker(asker);
    const key = keyFor(member, who);
    const known = this.kept.get(key);
    if (known) this.kept.set(key, { ...known, changes: known.changes + 1 });
    this.noteNews(who, true);
  }

  private shownTo(who: string, members: readonly Member[]): ShownMembers {
    const now = this.clock.steady();
    const news = this.news.get(who) ?? { shown: undefined, madeMs: now, isOld: true, isAwaited: true };
    const isDue = news.isOld && (news.isAwaited || now - news.madeMs >= SHOWN_AGAIN_MS);
    if (news.shown && !isDue) return news.shown;
    const rows = members.map((member): ClusterRow => {
      const { answer, seenMs, fault, aheadMs } = this.kept.get(keyFor(member, who)) ?? UNASKED;
      return {
        name: member.name,
        labels: member.labels,
        ...(answer && { answer }),
        ...(seenMs !== undefined && { seenMs }),
        ...(fault && { fault }),
        ...(aheadMs !== undefined && { aheadMs }),
      };
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

  private lacks(key: string, part: AskedPart['part']): boolean {
    const known = this.kept.get(key);
    return !known || (part === 'all' && known.answer !== undefined && !this.lists.has(key));
  }

  /** Undefined if what is known of the member will do. */
  private askIfDue(
    who: string,
    member: Member,
    asker: Asker,
    part: AskedPart['part'],
  ): Promise<void> | undefined {
    const key = keyFor(member, who);
    const asking = this.asking.get(key);
    if (asking) {
      if (part === 'sums' || asking.part === 'all') return asking.done;
      return asking.done.then(() => this.askIfDue(who, member, asker, part));
    }
    if (!this.isDue(key)) return undefined;
    if (this.asking.size >= MOST_ASKED) return undefined;
    const asked = this.kept.has(key) ? 'all' : part;
    const done = this.turns[asked]
      .inTurn(() => this.keep(who, member, asker, asked))
      .finally(() => this.asking.delete(key));
    this.asking.set(key, { part: asked, done });
    return done;
  }

  private isDue(key: string): boolean {
    const known = this.kept.get(key);
    if (!known || known.changes > known.toldChanges) return true;
    const now = this.clock.steady();
    if (now - known.formerMs < TWICE_IN_MS) return false;
    return now - known.atMs >= FRESH_MS || this.lacks(key, 'all');
  }

  private async keep(who: string, member: Member, asker: Asker, part: AskedPart['part']): Promise<void> {
    const key = keyFor(member, who);
    const {
      atMs: formerMs,
      changes: toldChanges,
      toldChanges: toldBefore,
      revision,
    } = this.kept.get(key) ?? UNASKED;
    // What made room for others is asked for as a whole.
    const isWhole = this.lists.has(key);
    const came = await this.ask(member, asker, { part, known: isWhole ? revision : undefined });
    // By now it has been asked for sure, however long the question took.
    const times = { atMs: this.clock.steady(), formerMs, toldChanges };
    const former = this.kept.get(key);
    const next = { ...this.nextOf(key, former, came), ...times, changes: former?.changes ?? 0 };
    this.kept.set(key, next);
    const isNewState =
      former?.fault !== next.fault || !former?.answer !== !next.answer || isWhole !== this.lists.has(key);
    this.noteNews(who, toldChanges > toldBefore || isNewState);
  }

  private nextOf(key: string, former: Kept | undefined, came: MemberSaid): Said {
    const seenMs = this.clock.now();
    if ('isSame' in came) {
      const { answer, revision } = former ?? {};
      return { ...(answer && { answer }), revision, seenMs, ...aheadOf(came.nowMs, seenMs) };
    }
    if ('said' in came) {
      const { answer, lists } = came.said;
      const { revision, nowMs } = came;
      if (lists) this.lists.set(key, lists);
      return { answer, revision, seenMs, ...aheadOf(nowMs, seenMs) };
    }
    if (!HIDES.has(came.fault)) return { ...former, ...came };
    this.lists.delete(key);
    return came;
  }
}

/** A clock of a cluster that goes as the hub's needs no word. */
function aheadOf(nowMs: number | undefined, seenMs: number): { aheadMs?: number } {
  const aheadMs = Math.round((nowMs ?? seenMs) - seenMs);
  return Math.abs(aheadMs) < MINUTE_MS ? {} : { aheadMs };
}
