import { randomBytes, randomUUID } from 'node:crypto';
import type { InboxItem } from '../contract/inbox';
import type { MessagesView, TestView } from '../contract/messages';
import type { RoleContext } from '../kube/role-context';
import { AppError, errorText } from '../lib/report/errors';
import { type Repeating, type RunOutcome, repeat } from '../lib/time/repeat';
import { DELIVERIES } from '../words/messages';
import { type BodyContext, bodyOf, messageHeaders } from './bodies';
import { Deliverer } from './deliver';
import { type Fact, type Seen, workloadPath } from './fact';
import type { MessagesHandle } from './handle';
import { type Ledger, type Message, MOST_LASTING } from './ledger';
import { LedgerLease, MESSAGES_LEASE } from './ledger-lease';
import { LedgerStore, type Turn } from './ledger-store';
import { MessageMetrics } from './metrics';
import type { HeldWorkloads, MessagesPorts } from './ports';
import { type Receiver, receiversOf, signingSecretOf } from './receivers';
import {
  type Attempted,
  afterAttempts,
  afterTest,
  dueAttempts,
  type SendingAttempt,
  withoutStale,
} from './sending';
import type { MessageSettings } from './settings';
import { settle } from './settle';
import { FirstEvictions } from './sources/first-evictions';
import { LastingItems } from './sources/inbox';
import { StopsAndResumes } from './sources/stops';
import { type Covers, viewOf } from './view';

const LOOK_EVERY_MS = 1_000;
const AGAIN_SOON_MS = 50;
/** How often a process that tells alone looks whether it still has to. */
const ALONE_PAUSE_MS = 5_000;
const BACKOFF = { firstMs: 1_000, longestMs: 10_000 };
/** How old the ledger of other processes may get, for the pages. */
const LEDGER_AGE_MS = 30_000;
/** What a turn takes besides the attempts. */
const WRITING_MS = 5_000;
/** A receiver that failed as often in a row is a problem. */
const FAILURES_TO_REPORT = 3;

/** Starts to tell people what happens; without an address, only says so. */
export function startMessages(context: RoleContext<MessageSettings>, ports: MessagesPorts): MessagesHandle {
  const publisher = new MessagePublisher(context, ports, receiversOf(context.config));
  publisher.start();
  return publisher;
}

/** Tells the workloads whose evictions ended. */
function heldFacts(workloads: HeldWorkloads | undefined): Fact[] {
  const facts: Fact[] = [];
  for (const { namespace, name, code, detail, atMs } of workloads?.held ?? []) {
    if (facts.length >= MOST_LASTING) break;
    facts.push({
      code,
      key: `${namespace}/${name}`,
      about: `${namespace}/${name}`,
      detail,
      atMs,
      path: workloadPath(namespace, name),
      namespace,
    });
  }
  return facts;
}

/** Looks at what is to be told, and delivers it in turn with the other processes of the cluster. */
class MessagePublisher implements MessagesHandle {
  private readonly ledgerStore: LedgerStore;
  private readonly deliverer: Deliverer;
  private readonly metrics: MessageMetrics;
  private readonly items: LastingItems;
  /** As last known: what cannot be read now is not over. */
  private inbox: readonly InboxItem[] = [];
  private readonly evictions: FirstEvictions;
  private readonly body: BodyContext;
  private readonly secret: string;
  private readonly keys: readonly string[];
  private readonly me = randomBytes(4).toString('base64url');
  private stops: StopsAndResumes | undefined;
  private looking: Repeating | undefined;
  private isTesting = false;

  constructor(
    private readonly context: RoleContext<MessageSettings>,
    private readonly ports: MessagesPorts,
    private readonly receivers: readonly Receiver[],
  ) {
    const { client, config, clock, wallClock, metrics } = context;
    const lease = new LedgerLease(client, {
      namespace: config.ownNamespace,
      formerNamespace: config.systemNamespace,
      holder: `${this.me}-${randomUUID()}`,
      wallClock,
      heldMs: 2 * config.tellTimeoutMs + WRITING_MS,
    });
    this.ledgerStore = new LedgerStore(lease, clock.now(), wallClock);
    this.deliverer = new Deliverer({ wallClock, timeoutMs: config.tellTimeoutMs, proxy: config.tellProxy });
    this.metrics = new MessageMetrics(metrics, () => this.ledgerStore.ledger.queue.length);
    this.items = new LastingItems(config.tellGraceMs);
    this.evictions = new FirstEvictions(ports.store, clock.now());
    this.secret = signingSecretOf(config);
    this.keys = receivers.map(({ key }) => key);
    this.body = { cluster: clusterName(config, client.server), externalUrl: config.externalUrl };
  }

  start(): void {
    if (this.receivers.length === 0) return;
    const { wallClock, loops } = this.context;
    this.stops = new StopsAndResumes(this.ports.stops, () => this.looking?.wake());
    this.looking = repeat({
      name: 'tell people',
      everyMs: LOOK_EVERY_MS,
      backoff: BACKOFF,
      clock: wallClock,
      wallClock,
      loops,
      run: (signal) => this.run(signal),
    });
  }

  async stop(): Promise<void> {
    this.stops?.stop();
    await this.looking?.stop();
    await this.deliverer.close();
  }

  view(covers?: Covers): MessagesView {
    const { config, clock, wallClock } = this.context;
    return viewOf(this.ledgerStore.ledger, {
      receivers: this.receivers,
      config,
      isSigned: this.secret !== '',
      isAlone: this.ledgerStore.isAlone,
      nowMs: clock.now(),
      wallMs: wallClock.now(),
      speed: clock.speed,
      covers,
    });
  }

  async test(): Promise<TestView> {
    if (this.receivers.length === 0)
      throw new AppError('not-found', 'PLUMBLINE_TELL_URL names no address to send messages to');
    if (this.isTesting) throw new AppError('busy', 'a test message is being sent');
    this.isTesting = true;
    try {
      const message = this.testMessage();
      const attempted = await Promise.all(this.keys.map((receiver) => this.attempt({ receiver, message })));
      const nowMs = this.context.clock.now();
      this.ledgerStore.changeAlone((ledger) =>
        attempted.reduce((next, one) => afterTest(next, one, nowMs), ledger),
      );
      this.looking?.wake();
      const hosts = new Map(this.receivers.map(({ key, host }) => [key, host]));
      return {
        results: attempted.map(({ receiver, outcome }) => ({
          host: hosts.get(receiver) ?? '',
          outcome: outcome.code,
        })),
      };
    } finally {
      this.isTesting = false;
    }
  }

  private async run(signal: AbortSignal): Promise<RunOutcome> {
    const seen = await this.seen();
    const { ledgerStore } = this;
    const next = this.settled(ledgerStore.ledger, seen);
    const isIdle = next === ledgerStore.ledger && !ledgerStore.isAhead && this.due(next).length === 0;
    if (isIdle && ledgerStore.ageMs < LEDGER_AGE_MS) return 'done';
    const turn = isIdle ? await ledgerStore.read() : await this.tell(seen, signal);
    this.reportLedger(turn);
    if (turn.kind === 'away' && ledgerStore.isAlone) await this.tellAlone(seen, signal);
    this.reportReceivers();
    if (turn.kind === 'away') return ledgerStore.isAlone ? { laterMs: ALONE_PAUSE_MS } : 'retry';
    return this.due(ledgerStore.ledger).length > 0 && turn.kind === 'done'
      ? { laterMs: AGAIN_SOON_MS }
      : 'done';
  }

  /** One turn: what is to be told is in the ledger before it is sent. */
  private async tell(seen: Seen, signal: AbortSignal): Promise<Turn> {
    let due: SendingAttempt[] = [];
    let settled = { from: this.ledgerStore.ledger, to: this.ledgerStore.ledger };
    const turn = await this.ledgerStore.begin((ledger) => {
      settled = { from: ledger, to: this.settled(ledger, seen) };
      due = this.due(settled.to);
      return { ledger: settled.to, holds: due.length > 0 };
    });
    if (turn.kind !== 'done') return turn;
    this.metrics.settled(settled.from, settled.to);
    if (due.length === 0) return turn;
    const attempted = await this.attemptAll(due, signal);
    return this.ledgerStore.finish((ledger) => this.after(ledger, attempted));
  }

  private async tellAlone(seen: Seen, signal: AbortSignal): Promise<void> {
    this.ledgerStore.changeAlone((ledger) => this.settled(ledger, seen));
    const attempted = await this.attemptAll(this.due(this.ledgerStore.ledger), signal);
    if (attempted.length > 0) this.ledgerStore.changeAlone((ledger) => this.after(ledger, attempted));
  }

  private async seen(): Promise<Seen> {
    const { clock, log } = this.context;
    await this.evictions.look(clock.now()).catch((error: unknown) => {
      log.debug({ room: 'messages', err: error }, 'First evictions could not be read');
    });
    const note = (error: unknown) =>
      log.debug({ room: 'messages', err: error }, 'The inbox could not be read');
    this.inbox = (await this.ports.inbox().catch(note)) ?? this.inbox;
    return {
      lasting: [...this.items.facts(this.inbox, this.times()), ...heldFacts(this.ports.heldWorkloads())],
      once: [...(this.stops?.facts() ?? []), ...this.evictions.facts()],
    };
  }

  private settled(ledger: Ledger, seen: Seen): Ledger {
    const { config } = this.context;
    const times = this.times();
    return settle(withoutStale(ledger, { ...times, giveUpMs: config.tellGiveUpMs }), seen, {
      ...times,
      me: this.me,
      graceMs: config.tellGraceMs,
      minIntervalMs: config.tellMinIntervalMs,
      perHour: config.tellPerHour,
      receivers: this.keys,
      topics: config.tellEvents,
    });
  }

  private due(ledger: Ledger): SendingAttempt[] {
    return dueAttempts(ledger, { receivers: this.keys, wallMs: this.context.wallClock.now() });
  }

  private after(ledger: Ledger, attempted: readonly Attempted[]): Ledger {
    const giveUpMs = this.context.config.tellGiveUpMs;
    return afterAttempts(ledger, attempted, { ...this.times(), giveUpMs, random: Math.random });
  }

  private times() {
    const { clock, wallClock } = this.context;
    return { nowMs: clock.now(), wallMs: wallClock.now() };
  }

  /** None for those that the end of this process cuts short: they are tried again by the next. */
  private async attemptAll(due: readonly SendingAttempt[], signal: AbortSignal): Promise<Attempted[]> {
    const attempted = await Promise.all(due.map((one) => this.attempt(one, signal)));
    return signal.aborted ? attempted.filter(({ outcome }) => outcome.code === 'delivered') : attempted;
  }

  private async attempt(
    { receiver: key, message }: SendingAttempt,
    signal?: AbortSignal,
  ): Promise<Attempted> {
    const receiver = this.receivers.find((one) => one.key === key);
    if (!receiver) throw new Error('a message is due for a receiver that is not known');
    const body = bodyOf(receiver.format, message, this.body);
    const outcome = await this.deliverer.post(
      receiver,
      body,
      messageHeaders(body, message.id, this.secret),
      signal,
    );
    this.metrics.attempted(message.code, outcome.code);
    const facts = { room: 'messages', host: receiver.host, event: message.code, outcome: outcome.code };
    if (outcome.code === 'delivered') this.context.log.debug(facts, 'A message was delivered');
    else if (!signal?.aborted) this.context.log.info(facts, 'A message was not delivered');
    return { receiver: key, message, outcome };
  }

  private testMessage(): Message {
    const { nowMs, wallMs } = this.times();
    return {
      id: randomUUID(),
      code: 'test',
      atMs: nowMs,
      madeMs: wallMs,
      count: 1,
      items: [],
      dropped: 0,
      to: this.keys,
    };
  }

  private reportLedger(turn: Turn): void {
    const { problems } = this.context;
    const about = `Lease ${MESSAGES_LEASE}`;
    if (turn.kind !== 'away') problems.clear('messages-not-shared', about);
    else if (this.ledgerStore.isAlone) problems.report('messages-not-shared', about, errorText(turn.error));
  }

  private reportReceivers(): void {
    const { problems } = this.context;
    for (const { key, host } of this.receivers) {
      const { lines, deliveries } = this.ledgerStore.ledger;
      const line = lines[key];
      const last = deliveries.find(({ receiver }) => receiver === key)?.outcome ?? 'delivered';
      if (last !== 'delivered') problems.report('messages-not-delivered', host, DELIVERIES[last]);
      else if (line && line.failures >= FAILURES_TO_REPORT)
        problems.report('messages-not-delivered', host, DELIVERIES[line.why]);
      else problems.clear('messages-not-delivered', host);
    }
  }
}

/** Its name in the settings, else the host of its API server. */
function clusterName({ clusterName: name, sandbox }: MessageSettings, server: string): string {
  if (name) return name;
  return sandbox ? 'embedded cluster' : new URL(server).host;
}
