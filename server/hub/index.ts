import path from 'node:path';
import * as z from 'zod';
import type { ToldRules } from '../contract/cluster-rules';
import type { ClusterOrdersView, ClusterRow } from '../contract/clusters';
import { SUMS_ALONE, type ToldByMembers } from '../contract/digest';
import { chosenClusters } from '../contract/requests/chosen-clusters';
import { keyOfScope } from '../decide/pods/stop';
import { AppError } from '../lib/report/errors';
import type { Logger } from '../lib/report/log';
import type { Clock } from '../lib/time/clock';
import type { LoopListener } from '../lib/time/repeat';
import type { JournalWriter } from '../store';
import { MEMBER_FAULTS, type MemberFault } from '../words/member-faults';
import { AnswerCapacity } from './answer-capacity';
import { askMember } from './ask-member';
import { type Member, readClusters } from './clusters-file';
import { type AskedPart, KeptAnswers, type MemberSaid } from './kept-answers';
import { keyOfAsker } from './kept-for';
import { packLists, unpackList } from './lists/packed-lists';
import { isForAsker, memberAnswer, userOf } from './member-answer';
import { MemberClient, memberFaultOf } from './member-client';
import { OneByOne } from './one-by-one';
import { type Order, shownOrder, type Wanted } from './orders/order';
import { OrderFile } from './orders/order-file';
import { lateRecord, orderRecord } from './orders/order-records';
import { Orders } from './orders/orders';
import { KeptRules } from './rules/kept-rules';
import { shortList } from './short-list';
import { type Asker, signOnHeaders } from './signing-on';
import { type PassedQuestion, Through } from './through';
import { passRecord } from './through/pass-record';
import type { PassedAnswer } from './through/passed-answer';
import { reviewsTokens, type TokenHolder, whoseToken } from './whose-token';

export { readClusters } from './clusters-file';
export type { Asker } from './signing-on';
export { reviewsTokens, type TokenHolder } from './whose-token';

interface HubPorts {
  wallClock: Clock;
  /** Dates records. */
  clock: Clock;
  loops: LoopListener;
  recorder: JournalWriter;
  log: Logger;
  /** Where it keeps what is still to be brought. */
  dataDir: string;
}

const ORDER_FILE = 'hub-orders.json';
const ROUTES: Readonly<Record<AskedPart['part'], string>> = {
  sums: `/digest?lists=${SUMS_ALONE}`,
  all: '/digest',
};

/** How a deed is asked of a member. */
const REQUESTS = {
  stop: { method: 'POST', route: '/stop' },
  resume: { method: 'DELETE', route: '/stop' },
  revert: { method: 'POST', route: '/stop/revert' },
} as const;

const stops = z.object({
  stops: shortList(
    z.object({
      scope: z.object({ kind: z.string(), namespace: z.string().optional(), name: z.string().optional() }),
    }),
    10_000,
  ),
});
const reverted = z.object({ reverted: z.number(), failed: z.number() });

function memberTook({ deed, scope }: Wanted, answer: unknown): boolean {
  if (deed === 'revert') return reverted.safeParse(answer).success;
  const said = stops.safeParse(answer);
  if (!said.success) return false;
  const wanted = keyOfScope(scope);
  return said.data.stops.some((stop) => keyOf(stop.scope) === wanted) === (deed === 'stop');
}

function keyOf({ kind, namespace = '', name = '' }: z.infer<typeof stops>['stops'][number]['scope']): string {
  if (kind === 'all') return keyOfScope({ kind });
  return kind === 'vpa'
    ? keyOfScope({ kind, namespace, name })
    : keyOfScope({ kind: 'namespace', namespace });
}

/** Many clusters, as each person may see them. Members go on by themselves whatever becomes of it. */
export class Hub {
  private readonly members: readonly Member[];
  private readonly clients: ReadonlyMap<string, MemberClient>;
  private readonly answers: KeptAnswers;
  private readonly orders: Orders;
  private readonly through: Through;
  private readonly keptRules: KeptRules;
  /** Apart, for sums are small, and whoever looks first waits for them. */
  private readonly reading = { sums: new OneByOne(), all: new OneByOne() };

  /** @param file the setting PLUMBLINE_CLUSTERS. @throws ConfigError */
  constructor(
    file: string,
    private readonly ports: HubPorts,
  ) {
    const { wallClock, loops, log, dataDir } = ports;
    this.members = readClusters(file);
    this.through = new Through(wallClock);
    this.orders = new Orders({
      wallClock,
      file: new OrderFile(path.join(dataDir, ORDER_FILE), (name) => this.secretOf(name), log),
      loops,
      bring: (order) => this.bring(order),
      endedLate: (order) => ports.recorder.record(lateRecord(order, ports.clock.now())),
    });
    const capacity = { own: new AnswerCapacity(wallClock), peoples: new AnswerCapacity(wallClock) };
    this.clients = new Map(
      this.members.map((member) => [member.name, new MemberClient(member, wallClock, capacity)]),
    );
    this.keptRules = new KeptRules(({ name }) => this.clients.get(name), wallClock);
    this.answers = new KeptAnswers((member, asker, asked) => this.ask(member, asker, asked), wallClock);
    this.orders.goOn(new Set(this.members.map(({ name }) => name)));
  }

  /** What every cluster last said to this person. */
  async rows(asker: Asker): Promise<ClusterRow[]> {
    const { rows } = await this.answers.shown(this.members, asker, 'sums');
    return rows.map((row) => {
      const order = this.orders.newest(row.name, asker);
      return order ? { ...row, order } : row;
    });
  }

  /** What every cluster last told this person, with its lists. */
  async told(asker: Asker): Promise<ToldByMembers> {
    const { rows, revision } = await this.answers.shown(this.members, asker, 'all');
    const members = new Map(this.members.map((member) => [member.name, member]));
    const listsOf = (name: string) => {
      const member = members.get(name);
      return member && this.answers.listsOf(member, asker);
    };
    return {
      asker: keyOfAsker(asker),
      revision,
      rows: rows.map((row) => (row.answer && !listsOf(row.name) ? withoutAnswer(row) : row)),
      *listOf(name, list) {
        const packed = listsOf(name);
        return packed && (yield* unpackList(packed, list));
      },
    };
  }

  /** What every cluster last told this person of its rules. */
  rules(asker: Asker): Promise<ToldRules> {
    return this.keptRules.shown(this.members, asker);
  }

  /**
   * Has clusters do something as this person, and records it: each judges by itself whether they may.
   * @param clusters `all`, names such as `eu-1,us-1`, or a label such as `region=eu`
   * @throws AppError `invalid` if there are no such clusters, `forbidden` for nobody, `busy`
   */
  async order(clusters: string, asker: Asker, wanted: Wanted): Promise<ClusterOrdersView> {
    if (asker.name === undefined) throw new AppError('forbidden', MEMBER_FAULTS.nameless.sentence);
    const { clock, recorder } = this.ports;
    const members = chosenClusters(this.members, clusters).map(({ name }) => name);
    const record = recorder.begin();
    try {
      const orders = await this.orders.give(members, asker, wanted);
      record(orderRecord(clusters, orders, clock.now()));
      return { orders: orders.map((order) => ({ name: order.member, order: shownOrder(order) })) };
    } catch (thrown) {
      record();
      throw thrown;
    }
  }

  /**
   * Whose token it is, as clusters say that the file trusts with that; undefined if nobody's.
   * @throws AppError `cluster-away`
   */
  whoseToken(token: string): Promise<TokenHolder | undefined> {
    const reviewing = this.members.filter(reviewsTokens);
    return whoseToken(
      reviewing.flatMap(({ name }) => this.clients.get(name) ?? []),
      token,
    );
  }

  /** The time that ages of answers are told by, in Unix milliseconds. */
  get nowMs(): number {
    return this.ports.wallClock.now();
  }

  has(name: string): boolean {
    return this.clients.has(name);
  }

  /**
   * Has a cluster answer a person, by a route of the API.
   * @throws AppError what it refuses, or why there is no answer
   */
  async pass(
    name: string,
    asker: Asker,
    question: PassedQuestion,
    hasSession: boolean,
  ): Promise<PassedAnswer> {
    const member = this.members.find((one) => one.name === name);
    const client = this.clients.get(name);
    if (!member || !client) throw new AppError('not-found', `PLUMBLINE_CLUSTERS names no cluster ${name}`);
    if (question.method === 'GET') return this.through.pass({ member, client }, asker, question, hasSession);
    const record = this.ports.recorder.begin();
    try {
      const passed = await this.through.pass({ member, client }, asker, question, hasSession);
      record(...this.passRecords(name, asker, question));
      return passed;
    } catch (thrown) {
      record(...this.passRecords(name, asker, question, thrown));
      throw thrown;
    } finally {
      this.answers.outdate(member, asker);
    }
  }

  private passRecords(member: string, asker: Asker, { method, segments }: PassedQuestion, thrown?: unknown) {
    const record = passRecord({ member, asker, method, segments, thrown }, this.ports.clock.now());
    return record ? [record] : [];
  }

  /** Resolves once every question to a member that is under way is answered. */
  settled(): Promise<void> {
    return this.answers.settled();
  }

  async close(): Promise<void> {
    await this.orders.close();
    await Promise.all([...this.clients.values()].map((client) => client.close()));
  }

  private secretOf(name: string): string | undefined {
    const signOn = this.members.find((member) => member.name === name)?.signOn;
    return signOn?.kind === 'proxy' ? signOn.secret : undefined;
  }

  private async bring(order: Order): Promise<MemberFault | undefined> {
    const member = this.members.find(({ name }) => name === order.member);
    const client = this.clients.get(order.member);
    if (!member || !client) return 'unreachable';
    const { deed, scope, reason, asker } = order;
    const signedOn = signOnHeaders(member, asker);
    if ('fault' in signedOn) return signedOn.fault;
    try {
      // One that takes the person for another would act for that one.
      if (!isForAsker(asker, member, userOf(await client.get('/status', signedOn.headers))))
        return 'someone-else';
      const body = { scope, ...(deed === 'stop' && reason && { reason }) };
      const said = await client.change({ ...REQUESTS[deed], body }, signedOn.headers);
      return memberTook(order, said) ? undefined : 'unreadable';
    } catch (thrown) {
      return memberFaultOf(thrown);
    } finally {
      this.answers.outdate(member, asker);
    }
  }

  private ask(member: Member, asker: Asker, { part, known }: AskedPart): Promise<MemberSaid> {
    const toldIn = async (answer: () => Promise<unknown>) => {
      const told = memberAnswer(await answer());
      if (!told) return undefined;
      const { lists, ...ofItself } = told;
      // An older one sends its lists as well.
      const hasLists = part === 'all' || lists !== undefined;
      return { ...ofItself, ...(hasLists && { lists: await packLists(lists) }) };
    };
    return askMember({ member, client: this.clients.get(member.name) }, asker, {
      route: ROUTES[part],
      known,
      read: (answer) => this.reading[part].inTurn(() => toldIn(answer)),
    });
  }
}

function withoutAnswer({ answer: _, ...row }: ClusterRow): ClusterRow {
  return row;
}
