import { LRUCache } from 'lru-cache';
import { REVIEW_CONNECTIONS } from '../kube/connection';
import type { Right } from '../kube/own-rights';
import type { Clock } from '../lib/time/clock';
import { comesWithin } from '../lib/time/comes-within';
import { fewAtATime } from '../lib/time/few-at-a-time';
import { AnswerCache } from './answer-cache';
import { keyOf, type Person } from './person';
import { type Asked, VisibleNamespaces } from './reach';
import { orSay, type Reviews } from './reviews';
import { rightWords } from './rights';

/** One time that all namespaces are asked for. */
interface Round extends Asked {
  readonly granted: string[];
}

/** A right that a person has in a namespace, or without one in the whole cluster. */
export type RightWithin = (namespace?: string) => Right;

/** Namespaces that were refused and are asked for again at a time, those asked longest ago first. */
export const REFUSED_AGAIN = 100;
/** People whose refusals are kept. */
const MOST_PEOPLE = 200;

/**
 * In which namespaces people have a right. One question is enough for whoever has it in the whole cluster. For others
 * each namespace is asked for once; every 30 s again those that were granted, so that what is taken away is gone by
 * then, and some of those that were refused.
 */
export class Reaches {
  private readonly known: AnswerCache<VisibleNamespaces>;
  /** By person and right, in the order in which they were asked for. */
  private readonly refused = new LRUCache<string, Set<string>>({ max: MOST_PEOPLE });

  /** Those that are asked now. */
  private readonly rounds = new Map<string, Round>();

  /** @param namespaces those that have anything to read */
  constructor(
    private readonly reviews: Pick<Reviews, 'mayDo' | 'mayDoNow' | 'presence'>,
    private readonly namespaces: () => Promise<ReadonlySet<string>>,
    private readonly clock: Clock,
  ) {
    this.known = new AnswerCache(clock, reviews.presence, true);
  }

  /**
   * Asked for with `waitMs`, what is known after that time, if the cluster is still asked: the rest follows.
   * @throws AppError `cluster-error` or `not-ready`
   */
  async of(person: Person, right: RightWithin, waitMs?: number): Promise<VisibleNamespaces> {
    if (await this.reviews.mayDo(person, right())) return VisibleNamespaces.all;
    const { verb, group, resource } = right();
    const key = `${keyOf(person)} ${JSON.stringify([verb, group, resource])}`;
    const whole = orSay(`where ${person.name} may ${rightWords(right())}`, () =>
      this.known.answer(key, () => this.asked(key, person, right)),
    );
    return waitMs === undefined ? whole : this.soon(key, whole, waitMs);
  }

  private async soon(
    key: string,
    whole: Promise<VisibleNamespaces>,
    waitMs: number,
  ): Promise<VisibleNamespaces> {
    try {
      if (await comesWithin(this.clock, waitMs, whole)) return await whole;
      const round = this.rounds.get(key);
      return round ? VisibleNamespaces.within(round.granted, { asked: round.asked, of: round.of }) : whole;
    } finally {
      // Once nobody waits for it, what it throws is for the next who asks.
      whole.catch(() => undefined);
    }
  }

  private async asked(key: string, person: Person, right: RightWithin): Promise<VisibleNamespaces> {
    const namespaces = await this.namespaces();
    const before = this.refused.get(key) ?? new Set();
    const stillThere = [...before].filter((one) => namespaces.has(one));
    const refused = new Set(stillThere.slice(REFUSED_AGAIN));
    // Those that were granted come first.
    const asked = [
      ...[...namespaces].filter((one) => !before.has(one)),
      ...stillThere.slice(0, REFUSED_AGAIN),
    ];
    const round: Round = { granted: [], asked: 0, of: asked.length };
    this.rounds.set(key, round);
    try {
      await fewAtATime(
        asked,
        async (namespace) => {
          if (await this.reviews.mayDoNow(person, right(namespace))) round.granted.push(namespace);
          else refused.add(namespace);
          round.asked++;
        },
        { atOnce: REVIEW_CONNECTIONS },
      );
    } finally {
      this.rounds.delete(key);
    }
    this.refused.set(key, refused);
    return VisibleNamespaces.within(round.granted);
  }
}
