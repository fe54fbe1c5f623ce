import { LRUCache } from 'lru-cache';
import type { Clock } from '../../lib/time/clock';
import type { Member } from '../clusters-file';
import { keyFor, keyOfAsker } from '../kept-for';
import { isForAsker, userOf } from '../member-answer';
import type { MemberClient } from '../member-client';
import type { Asker } from '../signing-on';

const KNOWN_MS = 60_000;
const MOST_KNOWN = 20_000;

/** Whether members answer the person who asks, and nobody else: each is asked whom it takes them for. */
export class AnswersFor {
  private readonly known = new LRUCache<string, { atMs: number; isFor: Promise<boolean> }>({
    max: MOST_KNOWN,
  });

  constructor(private readonly clock: Clock) {}

  /** @param anew also if it was asked within the last minute. @throws MemberFailure */
  async isFor(
    { member, client, headers }: { member: Member; client: MemberClient; headers: Record<string, string> },
    asker: Asker,
    anew: boolean,
  ): Promise<boolean> {
    // Who comes with a token is whom the token says.
    if (member.signOn.kind === 'token') return true;
    const key = keyFor(member, keyOfAsker(asker));
    const known = this.known.get(key);
    if (known && !anew && this.clock.steady() - known.atMs < KNOWN_MS) return known.isFor;
    const isFor = client
      .getForPerson('/status', headers)
      .then((said) => isForAsker(asker, member, userOf(said)));
    this.known.set(key, { atMs: this.clock.steady(), isFor });
    try {
      if (!(await isFor)) this.known.delete(key);
      return isFor;
    } catch (thrown) {
      this.known.delete(key);
      throw thrown;
    }
  }
}
