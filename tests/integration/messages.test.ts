import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Config, readConfig } from '@/server/config';
import { ProblemBoard, type ProblemReporter } from '@/server/kube/problems';
import { silentLogger } from '@/server/lib/report/log';
import { acceleratedClock, type Clock, wallClock } from '@/server/lib/time/clock';
import { startMessages } from '@/server/messages';
import type { MessagesHandle } from '@/server/messages/handle';
import type { HeldWorkload, MessagesPorts, SaidStop, SaidStops } from '@/server/messages/ports';
import type { KubeObject, Lease } from '@/server/objects/types';
import { itemOfProblem } from '@/server/pages/inbox/items';
import type { AuditRecord } from '@/server/store';
import { ApiCluster } from '../support/api-cluster';
import { HeadlessProcess } from '../support/headless-process';
import { MemoryStore } from '../support/memory-store';
import { TestReceiver } from '../support/receiver';
import { roleContext } from '../support/role-context';
import { until } from '../support/until';

const EVERYTHING = { kind: 'all' } as const;

/** One process that tells people, with what it sees in the hands of the test. */
class MessagesRole {
  readonly store = new MemoryStore();
  readonly problems: ProblemReporter;
  readonly handle: MessagesHandle;
  readonly held: HeldWorkload[] = [];
  said: SaidStop[] = [];
  private readonly listeners = new Set<() => void>();
  private revision = 0;

  private constructor(
    start: (ports: MessagesPorts) => MessagesHandle,
    readonly board: ProblemBoard,
    readonly logged: readonly string[],
    readonly metrics: () => Promise<string>,
  ) {
    this.problems = board.by('room');
    const revision = () => this.revision;
    this.handle = start({
      stops: this.stops,
      store: {
        audit: (query) => this.store.audit(query),
        get revision() {
          return revision();
        },
      },
      inbox: async () =>
        this.board
          .list()
          .map((problem) => itemOfProblem(problem).item)
          .filter(({ urgency }) => urgency !== 'better'),
      heldWorkloads: () => this,
    });
  }

  static start(kubeconfig: string, environment: Record<string, string>, realTime: Clock): MessagesRole {
    const config: Config = readConfig({
      PLUMBLINE_TELL_GRACE: '0s',
      PLUMBLINE_TELL_MIN_INTERVAL: '0s',
      PLUMBLINE_TELL_TIMEOUT: '1s',
      PLUMBLINE_CLUSTER_NAME: 'prod',
      ...environment,
    });
    const logged: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
    const context = { ...roleContext(config, kubeconfig, wallClock, 2_000), log, wallClock: realTime };
    const board = new ProblemBoard(wallClock, silentLogger);
    const problems = board.by('messages');
    return new MessagesRole(
      (ports) => startMessages({ ...context, problems }, ports),
      board,
      logged,
      () => context.metrics.metrics(),
    );
  }

  get stops(): SaidStops {
    return {
      said: () => this.said,
      onChange: (listener) => {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
      },
    };
  }

  say(holds: boolean, reason?: string): void {
    const word = { scope: EVERYTHING, holds, who: 'ada', atMs: wallClock.now(), ...(reason && { reason }) };
    this.hear([...this.said.slice(1), word]);
  }

  hear(said: SaidStop[]): void {
    this.said = said;
    for (const listener of this.listeners) listener();
  }

  async evicted(vpa: string, atMs = wallClock.now()): Promise<void> {
    const record: AuditRecord = {
      kind: 'action',
      atMs,
      namespace: 'shop',
      vpa,
      pod: `${vpa}-1`,
      podUid: vpa,
      action: 'evict',
      outcome: 'done',
      detail: '',
      reasons: [],
      before: {},
      after: {},
    };
    await this.store.append([record]);
    this.revision++;
  }

  problemCodes(): string[] {
    return this.board.list().map(({ code }) => code);
  }
}

let cluster: ApiCluster;
let receiver: TestReceiver;
let running: MessagesRole[];

beforeEach(async () => {
  cluster = await ApiCluster.start();
  receiver = await TestReceiver.start();
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map(({ handle }) => handle.stop()));
  await receiver.close();
  await cluster.close();
});

function tell(
  environment: Record<string, string> = {},
  { kubeconfig = cluster.kubeconfig, realTime = wallClock } = {},
): MessagesRole {
  const PLUMBLINE_TELL_URL = receiver.url('/s3cret');
  const telling = MessagesRole.start(kubeconfig, { PLUMBLINE_TELL_URL, ...environment }, realTime);
  running.push(telling);
  return telling;
}
const ledger = () => {
  const lease = cluster.registry.get<Lease>('leases.coordination.k8s.io', 'plumbline', 'plumbline-telling');
  return lease?.metadata.annotations?.['plumbline.dev/told'] ?? '';
};
const events = () => receiver.received.map(({ body }) => body.event);

describe('people', () => {
  it('are told of problems, stops, broken loops and first evictions, and when problems are gone', async () => {
    const telling = tell({ PLUMBLINE_TELL_SIGNING_SECRET: 'key' });
    telling.problems.report('webhook-not-serving', 'this process', 'it answers 500');
    telling.problems.report('sample-absurd', 'pod shop/web');
    await until('the problem', () => receiver.told('not-working').includes('this process'));
    telling.say(true, 'too many restarts');
    await until('the stop', () => receiver.told('stopped').includes('everything'));
    telling.held.push({ namespace: 'shop', name: 'web', code: 'loop-broken', detail: '3 of 3', atMs: 1 });
    await until('the broken loop', () => receiver.told('loop-broken').includes('shop/web'));
    await telling.evicted('web');
    await until('the first eviction', () => receiver.told('first-eviction').includes('shop/web'));
    await telling.evicted('web');
    telling.problems.clear('webhook-not-serving', 'this process');
    await until('the end of the problem', () => receiver.told('works-again').includes('this process'));
    telling.say(false);
    await until('the resume', () => receiver.told('resumed').includes('everything'));
    expect(events().sort()).toEqual(
      ['first-eviction', 'loop-broken', 'not-working', 'resumed', 'stopped', 'works-again'].sort(),
    );
    for (const { text, headers, body } of receiver.received) {
      const signature = createHmac('sha256', 'key').update(text).digest('hex');
      expect(headers['x-plumbline-signature']).toBe(`sha256=${signature}`);
      expect(headers['idempotency-key']).toBe(body.id);
      expect(body.cluster).toBe('prod');
    }
    expect(receiver.received.find(({ body }) => body.event === 'stopped')?.body.text).toBe(
      'prod: Plumbline was stopped\n- everything: by ada: too many restarts',
    );
  });

  it('are told of a stop and its end also when both come between two messages', async () => {
    const telling = tell();
    await until('the ledger', () => ledger() !== '');
    telling.say(true);
    telling.say(false);
    await until('both', () => events().includes('stopped') && events().includes('resumed'));
  });

  it('get text on Slack, and the same message at every address', async () => {
    const url = `slack:${receiver.url('/slack')},json:${receiver.url('/json')}`;
    tell({ PLUMBLINE_TELL_URL: url }).say(true, '<b>&');
    await until('both', () => receiver.received.length === 2);
    const slack = receiver.received.find(({ path }) => path === '/slack');
    expect(slack?.body.text).toMatch(
      /^\*prod\*: Plumbline was stopped\n• everything: by ada: &lt;b&gt;&amp;\n/,
    );
    expect(new Set(receiver.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('are not told of evictions before telling began, nor of a workload evicted before', async () => {
    const telling = tell();
    await telling.evicted('old', wallClock.now() - 60_000);
    await telling.evicted('old');
    await telling.evicted('new');
    await until('the new one', () => receiver.told('first-eviction').length > 0);
    expect(receiver.told('first-eviction')).toEqual(['shop/new']);
  });
});

describe('two processes', () => {
  it('tell what both see once, and what only one sees too', async () => {
    const [first, second] = [tell(), tell()];
    const atMs = wallClock.now() + 1000;
    const said = [{ scope: EVERYTHING, holds: true, who: 'ada', atMs }];
    for (const one of [first, second]) {
      one.problems.report('crds-not-installed', 'cluster');
      one.hear(said);
    }
    second.problems.report('webhook-not-serving', 'second');
    await until(
      'all three',
      () => receiver.told('stopped').length > 0 && receiver.told('not-working').length >= 2,
    );
    await first.handle.stop();
    second.problems.clear('webhook-not-serving', 'second');
    await until('the end', () => receiver.told('works-again').length > 0);
    expect(receiver.told('stopped')).toEqual(['everything']);
    expect(receiver.told('not-working').sort()).toEqual(['cluster', 'second']);
    expect(receiver.told('works-again')).toEqual(['second']);
  });

  it('tell by themselves once they may not use the lease, under the same id, and say so', async () => {
    const kubeconfig = path.join(cluster.folder, 'limited');
    writeFileSync(kubeconfig, cluster.kubeconfigOf('limited'));
    const realTime = acceleratedClock(wallClock.now(), 20);
    const both = [1, 2].map(() => tell({ PLUMBLINE_TELL_TIMEOUT: '20s' }, { kubeconfig, realTime }));
    const atMs = wallClock.now() + 1000;
    for (const one of both) one.hear([{ scope: EVERYTHING, holds: true, who: 'ada', atMs }]);
    await until('both', () => receiver.received.length === 2);
    expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(1);
    for (const one of both)
      await until('the problem', () => one.problemCodes().includes('messages-not-shared'));
  });

  it('one of which is killed while it delivers: the other delivers the same', async () => {
    receiver.answer = () => 'silence';
    const environment = {
      PLUMBLINE_ROLES: 'messages',
      PLUMBLINE_KUBECONFIG: cluster.kubeconfig,
      PLUMBLINE_DATA_DIR: cluster.folder,
      PLUMBLINE_TELL_URL: receiver.url(),
      PLUMBLINE_TELL_TIMEOUT: '1s',
    };
    const killed = await HeadlessProcess.start(environment);
    await until('the ledger', () => ledger() !== '');
    await cluster.create('configmaps', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { namespace: 'plumbline', name: 'plumbline-stops' },
      data: { all: JSON.stringify({ who: 'ada', atMs: wallClock.now() }) },
    } as KubeObject);
    await until('the first attempt', () => receiver.received.length === 1);
    await killed.kill();
    receiver.answer = () => ({ status: 200 });
    const next = await HeadlessProcess.start(environment);
    try {
      await until('the second attempt', () => receiver.received.length === 2);
      await until('the delivery', () => ledger().includes('"delivered"'));
    } finally {
      await next.kill();
    }
    expect(events()).toEqual(['stopped', 'stopped']);
    expect(receiver.received[0]?.text).toBe(receiver.received[1]?.text);
  });
});

describe('a receiver', () => {
  it('that fails gets the message again, under the same id, and others after it', async () => {
    receiver.answer = (_, before) => ({ status: before < 1 ? 500 : 200 });
    const telling = tell();
    telling.say(true);
    await until('the attempt that fails', () => receiver.received.length === 1);
    await until('the line', () => telling.handle.view().receivers[0]?.failing?.why === 'receiver-failed');
    telling.say(false);
    await until('the rest', () => receiver.received.length === 3);
    expect(events()).toEqual(['stopped', 'stopped', 'resumed']);
    const [first, second] = receiver.received;
    expect(first?.text).toBe(second?.text);
    expect(telling.handle.view().receivers[0]).not.toHaveProperty('failing');
    expect(await telling.metrics()).toMatch(/plumbline_messages_sent_total\{event="stopped"\} 1/);
    expect(await telling.metrics()).toMatch(/plumbline_messages_failed_total\{outcome="receiver-failed"\} 1/);
  });

  it('that asks for time gets it', async () => {
    const times: number[] = [];
    receiver.answer = (_, before) => {
      times.push(performance.now());
      return before === 0 ? { status: 429, headers: { 'retry-after': '4' } } : { status: 200 };
    };
    tell().say(true);
    await until('the second attempt', () => receiver.received.length === 2);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(3_900);
  });

  it('that hangs is given up in time, and keeps no other from its messages', async () => {
    const other = await TestReceiver.start();
    receiver.answer = () => 'silence';
    const telling = tell({ PLUMBLINE_TELL_URL: `${receiver.url('/s3cret')},${other.url()}` });
    telling.say(true);
    await until('the other to get it', () => other.received.length === 1);
    await until('the failure', () => telling.handle.view().receivers[0]?.failing?.why === 'not-answered');
    await other.close();
  });

  it('that is gone for long costs a bounded ledger, is a problem, and gets the newest when it is back', async () => {
    receiver.answer = () => 'hang-up';
    const telling = tell({ PLUMBLINE_TELL_PER_HOUR: '1000' });
    for (let index = 0; index < 45; index++) {
      telling.say(true, `${index}`);
      await until('the message', () => JSON.parse(ledger() || '{}').serial === index + 1);
    }
    const { queue } = JSON.parse(ledger());
    expect(queue).toHaveLength(40);
    await until('the count', async () => (await telling.metrics()).includes('messages_dropped_total 5\n'));
    await until('the problem', () => telling.problemCodes().includes('messages-not-delivered'));
    receiver.answer = () => ({ status: 200 });
    const tried = receiver.received.length;
    await until('all of them', () => receiver.received.length === tried + 40);
    expect(receiver.received.at(-1)?.body.text).toContain('by ada: 44');
    await until('no problem', () => telling.board.list().length === 0);
    expect(new Set(events())).toEqual(new Set(['stopped']));
  });

  it('that cannot be given a message in time is not tried for ever', async () => {
    receiver.answer = () => ({ status: 503 });
    const telling = tell({ PLUMBLINE_TELL_GIVE_UP: '3s' });
    telling.say(true);
    await until('the end', () => telling.handle.view().deliveries[0]?.outcome === 'gave-up');
    await until('the problem', () => telling.problemCodes().includes('messages-not-delivered'));
    expect(telling.handle.view().waiting).toEqual([]);
    expect(await telling.metrics()).toMatch(/plumbline_messages_failed_total\{outcome="gave-up"\} 1/);
  });

  it('that refuses is a problem until a test arrives', async () => {
    receiver.answer = () => ({ status: 403 });
    const telling = tell();
    telling.say(true);
    await until('the problem', () => telling.problemCodes().includes('messages-not-delivered'));
    receiver.answer = () => ({ status: 200 });
    expect(await telling.handle.test()).toEqual({
      results: [{ host: `127.0.0.1:${receiver.port}`, outcome: 'delivered' }],
    });
    await until('no problem', () => !telling.problemCodes().includes('messages-not-delivered'));
    await until('the test in the ledger', () => ledger().includes('"code":"test"'));
    expect(events()).toEqual(['stopped', 'test']);
  });
});

describe('the address of a receiver', () => {
  it('is nowhere but in the request: not in ledger, view, metrics, problems or log', async () => {
    receiver.answer = () => ({ status: 404 });
    const telling = tell();
    telling.say(true);
    await until('the refusal', () => telling.handle.view().deliveries.length > 0);
    await until('the problem', () => telling.problemCodes().includes('messages-not-delivered'));
    const shown = [
      ledger(),
      JSON.stringify(telling.handle.view()),
      await telling.metrics(),
      JSON.stringify(telling.board.list()),
      telling.logged.join(),
    ].join();
    expect(shown).toContain(`127.0.0.1:${receiver.port}`);
    expect(receiver.received[0]?.path).toBe('/s3cret');
    expect(shown).not.toContain('s3cret');
  });
});
