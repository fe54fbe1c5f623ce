import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock';
import type { ClusterRow } from '../contract/clusters';
import type { Member } from './clusters-file';
import type { Asker } from './signing-on';

/** What came of asking a member. */
export type MemberSaid = Required<Pick<ClusterRow, 'answer'>> | Required<Pick<ClusterRow, 'fault'>>;

type Kept = Pick<ClusterRow, 'answer' | 'seenMs' | 'fault'>;

/** How old an answer is before the next is asked for. Two requests make an answer: a member gets two a minute. */
const FRESH_MS = 60_000;
const AT_ONCE = 16;
/** After this time a member that has not answered makes room for others. */
const PATIENCE_MS = 500;
/** How long whoever looks first waits for what comes. */
const FIRST_LOOK_MS = 600;
/** Each about a kilobyte: 200 clusters for 100 people. */
const MOST_KEPT = 20_000;
const MOST_ASKED = 1_000;

/**
 * The last answers of members, for each person apart: what one may see is never shown to another. They are asked for
 * while somebody looks, and only then.
 */
export class KeptAnswers {
  private readonly kept = new LRUCache<string, Kept & { atMs: number }>({ max: MOST_KEPT });
  private readonly asking = new Map<string, Promise<void>>();
  private readonly waiting: (() => void)[] = [];
  private free = AT_ONCE;

  /** @param ask never rejects */
  constructor(
    private readonly ask: (member: Member, asker: Asker) => Promise<MemberSaid>,
    private readonly clock: Clock,
  ) {}

  /** What is known of the members for a person; asks for what is old, and waits a moment if nothing is known. */
  async rows(members: readonly Member[], asker: Asker): Promise<ClusterRow[]> {
    const who = keyOfAsker(asker);
    const keyOf = ({ name }: Member) => `${name} ${who}`;
    const due = members.filter((member) => {
      const age = this.clock.steady() - (this.kept.get(keyOf(member))?.atMs ?? Number.NEGATIVE_INFINITY);
      return age >= FRESH_MS;
    });
    const isFirst = due.some((member) => !this.kept.has(keyOf(member)));
    const asked = due.map((member) => this.askOnce(keyOf(member), member, asker));
    if (isFirst) await this.within(FIRST_LOOK_MS, Promise.all(asked));
    return members.map((member) => {
      const { atMs: _atMs, ...known } = this.kept.get(keyOf(member)) ?? { atMs: 0 };
      return { name: member.name, labels: member.labels, ...known };
    });
  }

  /** What a person changed at a member shows when they look next. */
  outdate({ name }: Member, asker: Asker): void {
    const key = `${name} ${keyOfAsker(asker)}`;
    const known = this.kept.get(key);
    if (known) this.kept.set(key, { ...known, atMs: Number.NEGATIVE_INFINITY });
  }

  private askOnce(key: string, member: Member, asker: Asker): Promise<void> {
    const asking = this.asking.get(key);
    if (asking) return asking;
    if (this.asking.size >= MOST_ASKED) return Promise.resolve();
    const asked = this.inTurn(() => this.keep(key, member, asker)).finally(() => this.asking.delete(key));
    this.asking.set(key, asked);
    return asked;
  }

  private async keep(key: string, member: Member, asker: Asker): Promise<void> {
    const atMs = this.clock.steady();
    const came = await this.ask(member, asker);
    const former = this.kept.get(key);
    if ('answer' in came) this.kept.set(key, { ...came, seenMs: this.clock.now(), atMs });
    // Who lost the right to see keeps nothing of what they saw.
    else if (came.fault === 'stranger' || came.fault === 'forbidden' || came.fault === 'someone-else')
      this.kept.set(key, { ...came, atMs });
    else this.kept.set(key, { ...former, ...came, atMs });
  }

  /** A few at a time; who is slow goes on beside them. */
  private async inTurn(work: () => Promise<void>): Promise<void> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    const working = work();
    await this.within(PATIENCE_MS, working);
    const next = this.waiting.shift();
    if (next) next();
    else this.free++;
    await working;
  }

  private async within(ms: number, work: Promise<unknown>): Promise<void> {
    const over = new AbortController();
    await Promise.race([work, this.clock.sleep(ms, over.signal)]);
    over.abort();
  }
}

/** Tells people apart by all that members judge. */
export function keyOfAsker({ name, groups, token }: Asker): string {
  return createHash('sha256')
    .update(JSON.stringify([name, groups, token]))
    .digest('base64url');
}
