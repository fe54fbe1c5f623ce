import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { estimatorOf } from '@/server/decide/estimators';
import { ProblemBoard } from '@/server/kube/problems';
import { silentLogger } from '@/server/lib/report/log';
import { wallClock } from '@/server/lib/time/clock';
import { ClusterState } from '@/server/model/cluster-state';
import { OTHER_SIGNALS, type OtherSignal } from '@/server/model/other-signals';
import { selectorFrom } from '@/server/objects/selector';
import { NO_KNOWN_PODS } from '@/server/usage/prometheus/pod-labels';
import { PrometheusSignals } from '@/server/usage/prometheus/signals';
import { recommenderMetrics } from '../metrics';
import { PresentSignals } from './present';
import { POD, SignalStore } from './signal-store';

const NOW_MS = Date.UTC(2026, 2, 2);
const signalNamed = (name: string): OtherSignal => {
  const found = OTHER_SIGNALS.find((one) => one.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
};
const THREADS = signalNamed('threads');
const SENT = signalNamed('network-sent');
const THROTTLED = signalNamed('cpu-throttled');

type Answer = (query: string, response: ServerResponse) => void | Promise<void>;
const series = (metric: object, value: unknown) => ({ metric, value: [NOW_MS / 1000, value] });
const vector = (result: unknown[]) => ({ status: 'success', data: { resultType: 'vector', result } });
const app = (pod: string) => ({ namespace: 'shop', pod, container: 'app' });

describe('signals from a hostile Prometheus', () => {
  let server: Server;
  let answer: Answer;
  let problems: ProblemBoard;
  let source: PrometheusSignals;
  let state: ClusterState;

  beforeEach(async () => {
    problems = new ProblemBoard(wallClock, silentLogger);
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      response.setHeader('connection', 'close');
      await answer(new URLSearchParams(Buffer.concat(chunks).toString()).get('query') ?? '', response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const settings = defaultConfig({
      prometheusAddress: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      prometheusQueryTimeoutMs: 60_000,
    });
    source = new PrometheusSignals({
      settings,
      known: NO_KNOWN_PODS,
      problems: problems.by('test'),
      wallClock,
      log: silentLogger,
    });
    state = new ClusterState(settings, estimatorOf('percentile', settings).learning);
    for (const name of ['web-1', 'web-2'])
      state.setPod({
        namespace: 'shop',
        name,
        labels: { app: 'web' },
        phase: 'Running',
        containers: [{ name: 'app', requests: {} }],
      });
    state.setVpa({
      namespace: 'shop',
      name: 'web',
      selector: selectorFrom({ matchLabels: { app: 'web' } }),
    });
  });
  afterEach(async () => {
    await source.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const says =
    (body: unknown): Answer =>
    (_, response) =>
      void response.end(JSON.stringify(body));

  async function learned(signals: readonly OtherSignal[], vpas = [{ namespace: 'shop', name: 'web' }]) {
    const signalStore = new SignalStore(signals);
    const present = new PresentSignals({
      source,
      signalStore,
      state,
      vpas: () => vpas,
      namespace: '',
      windowMs: 300_000,
      clock: { ...wallClock, now: () => NOW_MS },
      problems: problems.by('test'),
      metrics: recommenderMetrics(new Registry()),
    });
    await present.run(new AbortController().signal);
    const histories = signals.map((signal, index) =>
      signalStore.get('shop', 'web')?.historyOf(signal.of === 'pod' ? POD : 'app', index),
    );
    const throttling = () => {
      const web = signalStore.get('shop', 'web');
      return web && present.throttlingOf(web);
    };
    const samples = histories.map((one) => one?.sampleCount ?? 0);
    return { histories, samples, present, throttling };
  }

  it('learns no value that is none', async () => {
    answer = says(
      vector([
        series(app('web-1'), 'NaN'),
        series(app('web-1'), '+Inf'),
        series(app('web-1'), '-1'),
        series(app('web-1'), '1e300'),
        series(app('web-1'), 'many'),
        series(app('web-1'), ''.padEnd(50, '9')),
        series(app('web-2'), '7'),
      ]),
    );
    const { histories, samples } = await learned([THREADS]);
    expect(samples).toEqual([1]);
    expect(histories[0]?.lastBucket).toBe(THREADS.buckets.bucketOf(7));
  });

  it('leaves out series without labels, of strangers, and of containers that their pods do not have', async () => {
    answer = says(
      vector([
        series({}, '1'),
        series({ pod: 'web-1', container: 'app' }, '1'),
        series({ namespace: 'shop', container: 'app' }, '1'),
        series({ namespace: 'shop', pod: 'web-1' }, '1'),
        series({ ...app('web-1'), container: 'ghost' }, '1'),
        series(app('stranger'), '1'),
        series({ namespace: '__proto__', pod: 'constructor', container: 'toString' }, '1'),
      ]),
    );
    expect((await learned([THREADS])).samples).toEqual([0]);
  });

  it('counts a container once, and a pod once for all its containers', async () => {
    answer = says(vector([series(app('web-1'), '3'), series(app('web-1'), '4'), series(app('web-2'), '5')]));
    expect((await learned([THREADS, SENT])).samples).toEqual([2, 2]);
  });

  it('takes any number of series of strangers without keeping any', async () => {
    const [COUNT, PART] = [50_000, 10_000];
    answer = async (_, response) => {
      response.write('{"status":"success","data":{"resultType":"vector","result":[');
      for (let at = 0; at < COUNT; at += PART) {
        let text = '';
        for (let index = at; index < at + PART; index++)
          text += `{"metric":{"namespace":"shop","pod":"stranger-${index}","container":"app"},"value":[1,"1"]},`;
        if (!response.write(text)) await new Promise((resolve) => response.once('drain', resolve));
      }
      response.end(`${JSON.stringify(series(app('web-1'), '3'))}]}}`);
    };
    const { samples, present } = await learned([THREADS]);
    expect(samples).toEqual([1]);
    expect(present.stateOf(0).kind).toBe('values');
  });

  it('asks in halves for what is too much, and learns all of it once', async () => {
    const vpas = ['a', 'b', 'c', 'shop'].map((namespace) => ({ namespace, name: 'web' }));
    const asked: string[] = [];
    answer = (query, response) => {
      if (query.includes('threads')) asked.push(query);
      if (query.includes('|'))
        response.writeHead(422).end('{"status":"error","errorType":"execution","error":"too many samples"}');
      else response.end(JSON.stringify(vector(query.includes('"shop"') ? [series(app('web-1'), '3')] : [])));
    };
    expect((await learned([THREADS], vpas)).samples).toEqual([1]);
    expect(asked).toHaveLength(7);
  });

  it.each<[string, Answer, string]>([
    [
      'too much of one namespace',
      (_, response) => void response.writeHead(422).end('too many samples'),
      'failed',
    ],
    [
      'a matrix of text',
      says({ status: 'success', data: { resultType: 'matrix', result: 'none' } }),
      'failed',
    ],
    ['a web page', (_, response) => void response.end('<html></html>'), 'failed'],
    [
      'half an answer',
      (_, response) => void response.end('{"status":"success","data":{"resultType":"ve'),
      'failed',
    ],
    ['a scalar', says({ status: 'success', data: { resultType: 'scalar', result: [1, '2'] } }), 'failed'],
    [
      'a query it does not know',
      (_, response) => void response.writeHead(400).end('{"error":"parse error"}'),
      'failed',
    ],
    ['nothing', says(vector([])), 'none'],
  ])('%s costs only that signal, which the problem names', async (_, wrong, kind) => {
    answer = (query, response) =>
      query.includes('container_threads')
        ? wrong(query, response)
        : says(vector([series({ namespace: 'shop', pod: 'web-1' }, '5')]))(query, response);
    const { samples, present } = await learned([THREADS, SENT]);
    expect(samples).toEqual([0, 1]);
    expect(present.stateOf(0).kind).toBe(kind);
    expect(problems.list().map(({ code, about }) => `${code} ${about}`)).toEqual(
      kind === 'none' ? [] : [`signals-unavailable ${source.address}, threads`],
    );
  });

  it('tells how much each container is throttled now, as long as Prometheus does', async () => {
    answer = says(
      vector([series(app('web-1'), '0.25'), series(app('web-2'), '0'), series(app('stranger'), '1')]),
    );
    const { present, throttling } = await learned([THROTTLED]);
    expect(throttling()).toEqual({
      sinceMs: NOW_MS - 300_000,
      shares: new Map([
        ['web-1', new Map([['app', 0.25]])],
        ['web-2', new Map([['app', 0]])],
      ]),
      highest: 0.25,
    });
    answer = says(vector([]));
    await present.run(new AbortController().signal);
    expect(throttling()).toBeUndefined();
    for (const status of [422, 503]) {
      answer = says(vector([series(app('web-1'), '0.25')]));
      await present.run(new AbortController().signal);
      expect(throttling()?.highest).toBe(0.25);
      answer = (_, response) => void response.writeHead(status).end();
      await present.run(new AbortController().signal);
      expect(throttling()).toBeUndefined();
    }
  });

  it('asks no further signal while the server is away, busy or refuses', async () => {
    for (const status of [401, 403, 429, 503]) {
      let asked = 0;
      answer = (_, response) => {
        asked++;
        response.writeHead(status).end();
      };
      const { present } = await learned([THREADS, SENT]);
      expect(asked).toBe(1);
      expect(present.stateOf(1).kind).toBe('failed');
      expect(problems.list().map(({ about }) => about)).toEqual([source.address]);
    }
  });
});

describe('what is kept of a VPA', () => {
  it('is bounded in containers, and gone with the VPA', () => {
    const signalStore = new SignalStore([THREADS]);
    signalStore.follow([{ namespace: 'shop', name: 'web' }], NOW_MS);
    const signals = signalStore.get('shop', 'web');
    for (let index = 0; index < 1000; index++) signals?.add(`c${index}`, 0, 1, NOW_MS);
    const kept = Array.from({ length: 1000 }, (_, index) => signals?.historyOf(`c${index}`, 0));
    expect(kept.filter((one) => one !== undefined)).toHaveLength(100);
    expect(signals?.historyOf('c1', 7)).toBeUndefined();
    signalStore.follow([], NOW_MS);
    expect(signalStore.get('shop', 'web')).toBeUndefined();
  });
});
