import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Config, defaultConfig } from '@/server/config';
import { ProblemBoard } from '@/server/kube/problems';
import { silentLogger } from '@/server/lib/report/log';
import { acceleratedClock, wallClock } from '@/server/lib/time/clock';
import { PrometheusPast } from '@/server/usage/prometheus/past';
import { FaultyPrometheus, type PrometheusFault } from '../support/faulty-prometheus';
import { describeWithProgram } from '../support/installed-program';
import { expectSame, type Learned, learnedDirectly, learnedFrom } from '../support/learned-past';
import { PastUsage } from '../support/past-usage';
import { PATIENCE } from '../support/patience';
import { fillFromText, RealPrometheus } from '../support/prometheus';

const HOUR_MS = 3_600_000;
const END_MS = Date.UTC(2026, 2, 2);
const HOURS = 192;
const usage = new PastUsage({ endMs: END_MS, hours: HOURS, workloads: 25 });
const SPAN = { fromMs: END_MS - HOURS * HOUR_MS, toMs: END_MS };
/** Numbers between 0 and 1 that look random and are the same in every run. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const atRandom = (share: number, fault: PrometheusFault) => () => {
  const chance = chances(7);
  return () => (chance() < share ? fault : undefined);
};
const BUSY = { status: 503, headers: { 'retry-after': '1' } };
const TOO_MUCH = {
  status: 422,
  body: '{"status":"error","errorType":"execution","error":"query processing would load too many samples"}',
};
const TIMEOUT = { status: 503, body: '{"status":"error","errorType":"timeout","error":"query timed out"}' };

/** Pauses and time limits pass a hundred times as fast. */
function pastOf(url: string, problems: ProblemBoard, config: Partial<Config> = {}): PrometheusPast {
  return new PrometheusPast({
    settings: defaultConfig({
      prometheusAddress: url,
      prometheusQueryTimeoutMs: 10 * 60_000,
      prometheusContainersPerQuery: 20,
      ...config,
    }),
    known: {
      labelsOf: () => undefined,
      templateOf: () => undefined,
      labelNames: () => ['app.kubernetes.io/name', 'pod-template-hash'],
    },
    problems: problems.by('test'),
    wallClock: acceleratedClock(wallClock.now(), 100),
    log: silentLogger,
  });
}

describeWithProgram('prometheus', 'prometheus', 'the past in a real Prometheus', (program) => {
  let server: RealPrometheus;
  let between: FaultyPrometheus;
  let expected: Learned;
  let problems: ProblemBoard;

  beforeAll(async () => {
    server = await RealPrometheus.start(program, (data) =>
      fillFromText(data, [...usage.openMetrics()].join('')),
    );
    expected = learnedDirectly(usage, SPAN);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    between = await FaultyPrometheus.before(() => server.url);
    problems = new ProblemBoard(wallClock, silentLogger);
  });
  afterEach(() => between.close());

  const pastWith = (config: Partial<Config> = {}) => pastOf(between.url, problems, config);

  const load = (past = pastWith(), onSeries?: (count: number) => unknown) =>
    learnedFrom(past, usage, SPAN, onSeries);

  it('makes exactly the histograms of its series fed directly', async () => {
    expectSame(await load(), expected);
    expect(problems.list()).toEqual([]);
  });

  it('is asked for eight days at once, with the tenant and the credentials', async () => {
    const config = {
      prometheusHeaders: { 'X-Scope-OrgID': 'team-a' },
      prometheusUsername: 'us',
      prometheusPassword: 'secret',
    };
    expectSame(await load(pastWith(config)), expected);
    const ranges = between.asked.filter(({ path }) => path === '/api/v1/query_range');
    expect(ranges).toHaveLength(2 * 10);
    for (const { params } of ranges)
      expect(Number(params.get('end')) - Number(params.get('start'))).toBeLessThanOrEqual(8 * 86_400);
    for (const { headers } of between.asked) {
      expect(headers['x-scope-orgid']).toBe('team-a');
      expect(headers.authorization).toBe(`Basic ${Buffer.from('us:secret').toString('base64')}`);
    }
  });

  it.each<[string, () => FaultyPrometheus['fault']]>([
    ['503 at random', atRandom(0.3, BUSY)],
    ['422 at random', atRandom(0.15, TOO_MUCH)],
    ['that a query timed out, at random', atRandom(0.15, TIMEOUT)],
    ['half a body at random', atRandom(0.3, 'half')],
    ['429 at random', atRandom(0.2, { status: 429 })],
    ['in drops', () => () => 'drops'],
    ['an error page at random', atRandom(0.2, { status: 200, body: '<html>' })],
    [
      '422 for more than an hour of some pods',
      () =>
        ({ path, params }) =>
          path === '/api/v1/query_range' &&
          params.get('start') !== params.get('end') &&
          params.get('query')?.includes('team-1')
            ? TOO_MUCH
            : undefined,
    ],
  ])('gives the same histograms if it answers %s', async (_, fault) => {
    between.fault = fault();
    expectSame(await load(), expected);
    expect(problems.list()).toEqual([]);
  });

  it('gives the same histograms if it is killed half-way and started again', async () => {
    let isKilled = false;
    const killed = async (series: number) => {
      if (isKilled || series < 300) return;
      isKilled = true;
      await server.kill();
      void server.begin();
    };
    expectSame(await load(pastWith(), killed), expected);
    expect(isKilled).toBe(true);
    expect(problems.list()).toEqual([]);
  });

  it('gives everything except what it refuses, and reports what that is', async () => {
    between.fault = ({ path, params }) =>
      path === '/api/v1/query_range' && params.get('query')?.includes('_bytes') ? TOO_MUCH : undefined;
    const result = await load();
    for (const [key, { exact }] of expected) expect(result.get(key)?.exact[0]).toBe(exact[0]);
    const [problem] = problems.list().filter(({ code }) => code === 'prometheus-incomplete');
    expect(problem?.message).toContain('memory of team-0');
    expect(problem?.message).toContain('too many samples');
    expect(between.asked.length).toBeLessThan(800);
  });

  it('says that it has no usage of one kind at all', async () => {
    between.fault = ({ params }) =>
      params.get('query')?.includes('_seconds_total')
        ? { status: 200, body: '{"status":"success","data":{"resultType":"matrix","result":[]}}' }
        : undefined;
    await load();
    expect(problems.list().map(({ message }) => message)).toEqual([
      expect.stringMatching(/no cpu usage of any container/),
    ]);
  });

  it("uses the labels of the pods' controllers if the labels metric has none", async () => {
    const silent = ({ path, params }: { path: string; params: URLSearchParams }) =>
      path === '/api/v1/series' && params.get('match[]')?.startsWith('kube_pod_labels')
        ? { status: 200, body: '{"status":"success","data":[]}' }
        : undefined;
    between.fault = silent;
    const labels = new Map(usage.containers.map(({ owner, labels: own }) => [owner, own]));
    const past = new PrometheusPast({
      settings: defaultConfig({ prometheusAddress: between.url }),
      known: {
        labelsOf: () => undefined,
        templateOf: (_namespace, _kind, name) => labels.get(name),
        labelNames: () => [],
      },
      problems: problems.by('test'),
      wallClock,
      log: silentLogger,
    });
    expectSame(await load(past), expected);
  });

  describe('that cannot be used', () => {
    const until = async (config: Partial<Config>, code: string) => {
      const stopping = new AbortController();
      const reading = (async () => {
        for await (const _ of pastWith(config).samples(SPAN, { stopping: stopping.signal })) return;
      })();
      await expect
        .poll(() => problems.list().find((one) => one.code === code)?.message, PATIENCE)
        .toBeDefined();
      stopping.abort(new Error('enough'));
      await expect(reading).rejects.toThrow('enough');
      return problems.list().find((one) => one.code === code)?.message;
    };

    it.each<[string, Partial<Config>, PrometheusFault | undefined, RegExp]>([
      ['is not there', { prometheusAddress: 'http://127.0.0.1:9' }, undefined, /nothing listens/],
      ['refuses the credentials', {}, { status: 401, body: 'no' }, /401: no/],
      ['is something else', {}, { status: 404, body: 'page not found' }, /404: page not found/],
      ['is no JSON', {}, { status: 200, body: '<html>' }, /cannot be read/],
      ['never answers', { prometheusQueryTimeoutMs: 3000 }, 'silence', /within 3 s/],
      [
        'needs a token file that is missing',
        { prometheusBearerTokenFile: '/no/token' },
        undefined,
        /no\/token/,
      ],
    ])('since it %s is a problem, and is retried', async (_case, config, fault, message) => {
      between.fault = () => fault;
      expect(await until(config, 'prometheus-unavailable')).toMatch(message);
    });

    it('since it has no container is a problem', async () => {
      between.fault = () => ({ status: 200, body: '{"status":"success","data":[]}' });
      for await (const _ of pastWith().samples(SPAN)) throw new Error('there is something');
      expect(problems.list().map(({ message }) => message)).toEqual([
        expect.stringMatching(/knows no container/),
      ]);
    });
  });
});

describeWithProgram('prometheus', 'prometheus', 'the past of 2,000 containers', (program) => {
  it('gives the same histograms though queries fail in every way and Prometheus is killed half-way', async () => {
    const many = new PastUsage({ endMs: END_MS, hours: HOURS, workloads: 250 });
    expect(many.containers).toHaveLength(2000);
    const server = await RealPrometheus.start(program, (data) =>
      fillFromText(data, [...many.openMetrics()].join('')),
    );
    const between = await FaultyPrometheus.before(() => server.url);
    const chance = chances(11);
    const faults: PrometheusFault[] = [BUSY, TOO_MUCH, TIMEOUT, 'half', { status: 429 }];
    between.fault = () => (chance() < 0.2 ? faults[Math.floor(chance() * faults.length)] : undefined);
    const problems = new ProblemBoard(wallClock, silentLogger);
    let isKilled = false;
    try {
      const past = pastOf(between.url, problems, { prometheusContainersPerQuery: 100 });
      const found = await learnedFrom(past, many, SPAN, async (series) => {
        if (isKilled || series < many.containers.length) return;
        isKilled = true;
        await server.kill();
        void server.begin();
      });
      expectSame(found, learnedDirectly(many, SPAN));
      expect(isKilled).toBe(true);
      expect(problems.list()).toEqual([]);
    } finally {
      await between.close();
      await server.close();
    }
  });
});
