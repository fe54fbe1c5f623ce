import type { StatusAnswer } from '../../contract/status';
import { AppError } from '../../lib/report/errors';
import { VERSION } from '../../lib/report/version';
import type { Clock } from '../../lib/time/clock';
import type { Member } from '../clusters-file';
import { isEtag } from '../etag';
import { type MemberClient, MemberFailure } from '../member-client';
import { type Asker, signOnHeaders } from '../signing-on';
import { AnswersFor } from './answers-for';
import { clusterAway, type PassedAnswer, passedAnswer } from './passed-answer';
import { type PassedRoute, passedRoute } from './passed-route';
import { statusThrough } from './status-through';

/** What a person asks of a member. */
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

/** Has members answer people who look at them through the hub, route by route, as those people. */
export class Through {
  private readonly answersFor: AnswersFor;

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
      const reply = await client.pass({
        method: route.method,
        route: route.path + question.search,
        headers: { ...signedOn.headers, ...headersFor(route, question) },
        body: question.body,
      });
      const answer = passedAnswer(member.name, route, reply);
      return route.path === '/status' ? this.asState(member, answer, hasSession) : answer;
    } catch (thrown) {
      if (thrown instanceof MemberFailure) throw clusterAway(member.name, thrown.fault, isChange);
      throw thrown;
    }
  }

  private asState({ name, labels }: Member, answer: PassedAnswer, hasSession: boolean): PassedAnswer {
    if (!answer.body) return answer;
    const through: StatusAnswer['through'] = { cluster: name, labels, version: VERSION };
    const state = statusThrough(JSON.parse(answer.body.toString('utf8')), { hasSession, through });
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
