import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { StatusAnswer } from '../../contract/status';
import { AppError } from '../../lib/report/errors';
import { VERSION } from '../../lib/report/version';
import type { Clock } from '../../lib/time/clock';
import type { Member } from '../clusters-file';
import { isEtag } from '../etag';
import { parsedInParts } from '../json/json-parts';
import { keyFor, keyOfAsker } from '../kept-for';
import { isForAsker, userOf } from '../member-answer';
import { type MemberClient, MemberFailure } from '../member-client';
import { OneByOne } from '../one-by-one';
import { type Asker, signOnHeaders } from '../signing-on';
import { clusterAway, type PassedAnswer, passedAnswer } from './passed-answer';
import { type PassedRoute, passedRoute } from './passed-route';

export interface PassedQuestion {
  method: string;
  /** What follows the name of the cluster in the path, decoded. */
  segments: readonly string[];
  /** The query, with its question mark; empty without one. */
  search: string;
  /** The revision that the page has. */
  revision?: string | null;
  /** How long whoever asks waits for all of an answer (RFC 7240). */
  prefer?: string | null;
  /** JSON, of a change. */
  body?: string | undefined;
}

const LONGEST_QUERY = 16 * 1024;
/** A state has some kilobytes, and is written anew. */
const LONGEST_STATE_BYTES = 128 * 1024;

const KNOWN_MS = 60_000;
const MOST_KNOWN = 20_000;

/** Whether members answer the person who asks, and nobody else: each is asked whom it takes them for. */
class AnswersFor {
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

const status = z.looseObject({ version: z.string().max(100), cluster: z.looseObject({ kind: z.string() }) });

/**
 * The state of a member as its pages show it in a hub: who signs on is the matter of the hub, and what is only right on
 * the machine of the member is left out. Undefined for what is no state of Plumbline.
 */
function statusThrough(
  said: unknown,
  hub: Pick<StatusAnswer, 'hasSession'> & Required<Pick<StatusAnswer, 'through'>>,
): object | undefined {
  const known = status.safeParse(said);
  if (!known.success) return undefined;
  const { kubeconfig: _, isHubAlone: _alone, grafana, ...rest } = known.data;
  const isAddress = typeof grafana === 'string' && /^https?:\/\//.test(grafana);
  return { ...rest, ...(isAddress && { grafana }), ...hub, isHub: true, offersTour: false };
}

/** Has members answer people who look at them through the hub, route by route, as those people. */
export class Through {
  private readonly answersFor: AnswersFor;
  private readonly reading = new OneByOne();

  constructor(clock: Clock) {
    this.answersFor = new AnswersFor(clock);
  }

  /** @throws AppError what the member refuses; `cluster-away`, `not-found`, `bad-method`, `too-large`, `busy` */
  async pass(
    { member, client }: { member: Member; client: MemberClient },
    asker: Asker,
    question: PassedQuestion,
    hasSession: boolean,
  ): Promise<PassedAnswer> {
    const route = passedRoute(question.method, question.segments);
    if (question.search.length > LONGEST_QUERY) throw new AppError('bad-request', 'the query is too long');
    const signedOn = signOnHeaders(member, asker);
    if ('fault' in signedOn) throw clusterAway(member.name, signedOn.fault);
    const isChange = route.method !== 'GET';
    try {
      const there = { member, client, headers: signedOn.headers };
      // One that takes the person for another would show, and do, what that one may.
      if (!(await this.answersFor.isFor(there, asker, isChange)))
        throw clusterAway(member.name, 'someone-else');
      const asked = {
        method: route.method,
        route: route.path + question.search,
        headers: { ...signedOn.headers, ...headersFor(route, question) },
        body: question.body,
      };
      return await client.pass(asked, (reply) =>
        this.reading.inTurn(async () => {
          const answer = await passedAnswer(member.name, route, reply);
          return route.path === '/status' ? this.asState(member, answer, hasSession) : answer;
        }),
      );
    } catch (thrown) {
      if (thrown instanceof MemberFailure) throw clusterAway(member.name, thrown.fault, isChange);
      throw thrown;
    }
  }

  private async asState(
    { name, labels }: Member,
    answer: PassedAnswer,
    hasSession: boolean,
  ): Promise<PassedAnswer> {
    if (!answer.body) return answer;
    if (answer.body.length > LONGEST_STATE_BYTES) throw clusterAway(name, 'too-large');
    const through: StatusAnswer['through'] = { cluster: name, labels, version: VERSION };
    const state = statusThrough(await parsedInParts(answer.body), { hasSession, through });
    if (!state) throw clusterAway(name, 'unreadable');
    return { ...answer, body: Buffer.from(JSON.stringify(state)) };
  }
}

/** The few headers of a person's request that matter to a member, each checked. */
function headersFor(
  { method, answers }: PassedRoute,
  { revision, prefer, body }: PassedQuestion,
): Record<string, string> {
  return {
    ...(answers === 'file' && { accept: '*/*' }),
    ...(method === 'GET' && revision && isEtag(revision) && { 'if-none-match': revision }),
    ...(prefer && /^wait=\d{1,4}$/.test(prefer) && { prefer }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
}
