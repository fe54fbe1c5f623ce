import { LRUCache } from 'lru-cache';
import type { RulesOfMember, ToldRules } from '../../contract/cluster-rules';
import type { Clock } from '../../lib/time/clock';
import { askMember } from '../ask-member';
import type { Member } from '../clusters-file';
import { firstLook } from '../first-look';
import { HIDES, keyFor, keyOfAsker } from '../kept-for';
import type { MemberClient } from '../member-client';
import type { Asker } from '../signing-on';
import { Turns } from '../turns';
import { rulesSaid } from './told-rules';

type Kept = Omit<RulesOfMember, 'name' | 'labels'> & { atMs: number; revision?: string | undefined };

const FRESH_MS = 30_000;
/** Of rules of all members and people: 200 clusters with 50 rules for 20 people. */
const MOST_RULES = 200_000;
/** Clusters of a fleet mostly have the same. */
const MOST_TEXT_BYTES = 32 * 1024 * 1024;
const MOST_ASKED = 1_000;

/**
 * The rules of members, for each person apart, asked for while somebody looks at them. What rules state is kept once,
 * however many clusters have the same.
 */
export class KeptRules {
  private readonly kept = new LRUCache<string, Kept>({
    maxSize: MOST_RULES,
    sizeCalculation: ({ rules }) => (rules?.length ?? 0) + 1,
  });
  private readonly texts = new LRUCache<string, string>({
    maxSize: MOST_TEXT_BYTES,
    sizeCalculation: (text) => text.length + 200,
  });
  private readonly asking = new Map<string, Promise<void>>();
  private readonly turns: Turns;

  constructor(
    private readonly clientOf: (member: Member) => MemberClient | undefined,
    private readonly clock: Clock,
  ) {
    this.turns = new Turns(clock);
  }

  /** What is known for a person; asks for what is old, and waits a moment if nothing is known. */
  async shown(members: readonly Member[], asker: Asker): Promise<ToldRules> {
    const who = keyOfAsker(asker);
    const now = this.clock.steady();
    const due = members.filter((member) => {
      const { atMs = Number.NEGATIVE_INFINITY } = this.kept.get(keyFor(member, who)) ?? {};
      return now - atMs >= FRESH_MS;
    });
    const isFirst = due.some((member) => !this.kept.has(keyFor(member, who)));
    const asked = due.map((member) => this.askOnce(keyFor(member, who), member, asker));
    if (isFirst) await firstLook(asked, this.clock);
    return {
      members: members.map((member): RulesOfMember => {
        const {
          atMs: _at,
          revision: _revision,
          ...known
        } = this.kept.get(keyFor(member, who)) ?? { atMs: 0 };
        return { name: member.name, labels: member.labels, ...known };
      }),
      specOf: ({ sha256, isSent }) => {
        const text = isSent ? this.texts.get(sha256) : undefined;
        return text === undefined ? undefined : (JSON.parse(text) as object);
      },
    };
  }

  private askOnce(key: string, member: Member, asker: Asker): Promise<void> {
    const asking = this.asking.get(key);
    if (asking) return asking;
    if (this.asking.size >= MOST_ASKED) return Promise.resolve();
    const asked = this.turns
      .inTurn(() => this.keep(key, member, asker))
      .finally(() => this.asking.delete(key));
    this.asking.set(key, asked);
    return asked;
  }

  private async keep(key: string, member: Member, asker: Asker): Promise<void> {
    const atMs = this.clock.steady();
    const came = await askMember({ member, client: this.clientOf(member) }, asker, {
      // By the name that members of earlier versions have too.
      route: '/policy-objects',
      known: this.knownRevision(key),
      read: async (answer) => rulesSaid(await answer()),
    });
    const former = this.kept.get(key);
    const seenMs = this.clock.now();
    if ('isSame' in came) {
      const { fault: _mended, ...known } = former ?? {};
      this.kept.set(key, { ...known, seenMs, atMs });
    } else if ('fault' in came)
      this.kept.set(key, HIDES.has(came.fault) ? { ...came, atMs } : { ...former, ...came, atMs });
    else {
      const { without, all, odd, rules, texts } = came.said;
      for (const [sha256, text] of texts) this.texts.set(sha256, text);
      this.kept.set(key, {
        ...(without && { without }),
        ...(odd > 0 && { odd }),
        all,
        rules,
        revision: came.revision,
        seenMs,
        atMs,
      });
    }
  }

  /** What made room for others is asked for as a whole. */
  private knownRevision(key: string): string | undefined {
    const { rules, revision } = this.kept.get(key) ?? {};
    return rules?.every(({ isSent, sha256 }) => !isSent || this.texts.has(sha256)) ? revision : undefined;
  }
}
