import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock';
import { fewAtATime } from '../few-at-a-time';
import { BriefMemory } from './brief-memory';
import type { Person } from './person';
import { Reach } from './reach';
import { orSay, type Reviews } from './reviews';
import { type Right, rightWords } from './rights';

/** A right that a person has in a namespace, or without one in the whole cluster. */
export type RightWithin = (namespace?: string) => Right;

/** Of the connections to the API server, most stay free for the roles. */
const AT_ONCE = 6;
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
  private readonly known: BriefMemory<Reach>;
  /** By person and right, in the order in which they were asked for. */
  private readonly refused = new LRUCache<string, Set<string>>({ max: MOST_PEOPLE });

  /** @param namespaces those that have anything to read */
  constructor(
    private readonly reviews: Pick<Reviews, 'mayDo' | 'mayDoNow'>,
    private readonly namespaces: () => Promise<ReadonlySet<string>>,
    clock: Clock,
  ) {
    this.known = new BriefMemory(clock);
  }

  /** @throws AppError `cluster-error` or `not-ready` */
  async of(person: Person, right: RightWithin): Promise<Reach> {
    if (await this.reviews.mayDo(person, right())) return Reach.all;
    const { verb, group, resource } = right();
    const key = JSON.stringify([person.name, person.groups, verb, group, resource]);
    return orSay(`where ${person.name} may ${rightWords(right())}`, () =>
      this.known.answer(key, () => this.asked(key, person, right)),
    );
  }

  private async asked(key: string, person: Person, right: RightWithin): Promise<Reach> {
    const namespaces = await this.namespaces();
    const before = this.refused.get(key) ?? new Set();
    const again = new Set([...before].slice(0, REFUSED_AGAIN));
    const refused = new Set([...before].filter((one) => namespaces.has(one) && !again.has(one)));
    const asked = [...namespaces].filter((one) => !refused.has(one));
    const granted: string[] = [];
    await fewAtATime(
      asked,
      async (namespace) => {
        if (await this.reviews.mayDoNow(person, right(namespace))) granted.push(namespace);
        else refused.add(namespace);
      },
      { atOnce: AT_ONCE },
    );
    this.refused.set(key, refused);
    return Reach.within(granted);
  }
}
