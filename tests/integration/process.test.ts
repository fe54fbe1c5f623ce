import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bundle } from '@/bin/build.mjs';
import { HttpRecommender } from '@/server/admission/watch/remote-recommender';
import type { StatusView } from '@/server/contract/status';
import { wallClock } from '@/server/lib/time/clock';
import type { VerticalPodAutoscaler, VerticalPodAutoscalerCheckpoint } from '@/server/objects/vpa-types';
import { ApiCluster, CHECKPOINTS, VPAS } from '../support/api-cluster';
import { PATIENCE } from '../support/patience';
import { sendRaw } from '../support/raw-http';

const JSON_BODY = { 'content-type': 'application/json' };

let headless: string;
let cluster: ApiCluster;
let processes: ChildProcess[] = [];

beforeAll(async () => {
  headless = await bundle('server/host/headless.ts');
});
beforeEach(async () => {
  cluster = await ApiCluster.start();
});

afterEach(async () => {
  for (const child of processes) child.kill('SIGKILL');
  processes = [];
  await cluster.close();
});

/** A separate process that only recommends, a pass a second. */
async function startHeadless(environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [headless], {
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      PLUMBLINE_KUBECONFIG: cluster.kubeconfig,
      PLUMBLINE_DATA_DIR: cluster.folder,
      PLUMBLINE_PORT: '0',
      PLUMBLINE_ROLES: 'recommender',
      PLUMBLINE_RECOMMENDER_INTERVAL: '1s',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  processes.push(child);
  const errors: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  const ended = once(child, 'exit');
  const listening = new Promise<string>((resolve) => {
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /^listening: (.*)$/.exec(line);
      if (found?.[1]) resolve(found[1]);
    });
  });
  const url = await Promise.race([listening, ended.then(() => '')]);
  return { child, url, ended, errors };
}

function samples(): number {
  const kept = cluster.registry.get<VerticalPodAutoscalerCheckpoint>(CHECKPOINTS, 'shop', 'web-app');
  return kept?.status?.totalSamplesCount ?? 0;
}

/** Each second of the process is a minute of the cluster, so that each pass finds a new sample. */
async function untilLearned(count: number, url: string): Promise<void> {
  await vi.waitFor(async () => {
    await cluster.clock.advance(60_000);
    const text = await (await fetch(`${url}/metrics`)).text();
    const taken = /plumbline_recommender_samples_total\{outcome="accepted"\} (\d+)/.exec(text)?.[1];
    if (Number(taken ?? 0) < count) throw new Error(`${taken} samples so far`);
  }, PATIENCE);
}

describe('a process without pages', () => {
  it('stops cleanly on SIGTERM, and the next one continues where it stopped', async () => {
    await cluster.workload('web', ['web-1']);
    await cluster.autoscaler('web');
    cluster.usage.set('shop/web-1', { app: { cpu: '250m', memory: '200Mi' } });
    const first = await startHeadless();
    await untilLearned(8, first.url);
    first.child.kill('SIGTERM');
    expect(await first.ended).toEqual([0, null]);
    const learned = samples();
    expect(learned).toBeGreaterThan(1);

    const second = await startHeadless();
    await untilLearned(2, second.url);
    second.child.kill('SIGINT');
    expect(await second.ended).toEqual([0, null]);
    expect(samples()).toBeGreaterThan(learned);
  });

  it.each([
    ['recommender', true],
    ['admission', false],
  ])('tells of costs and of the inbox only where it knows of them: %s', async (role, knows) => {
    const { url } = await startHeadless({ PLUMBLINE_ROLES: role, PLUMBLINE_ADMISSION_PORT: '0' });
    const text = await (await fetch(`${url}/metrics`)).text();
    expect(text).toContain('plumbline_build_info');
    for (const name of ['plumbline_cost_cpu_cores', 'plumbline_inbox_items'])
      expect(text.includes(`# TYPE ${name} `)).toBe(knows);
  });

  it('stops cleanly when the command that started it is gone', async () => {
    const { child, ended } = await startHeadless();
    child.disconnect();
    expect(await ended).toEqual([0, null]);
  });

  it('answers recommendation queries, and says what is wrong with one', async () => {
    await cluster.workload('web', ['web-1']);
    await cluster.autoscaler('web');
    cluster.usage.set('shop/web-1', { app: { cpu: '250m', memory: '200Mi' } });
    const { url } = await startHeadless();
    await untilLearned(4, url);
    const ask = async (body: string) => {
      const response = await fetch(`${url}/api/recommendation-query`, {
        method: 'POST',
        headers: JSON_BODY,
        body,
      });
      return [response.status, await response.json()];
    };
    expect(await ask('{"vpa":{"namespace":"shop","name":"web"}}')).toMatchObject([
      200,
      { origin: 'live', recommendation: { containerRecommendations: [{ containerName: 'app' }] } },
    ]);
    const other = new HttpRecommender(url, 5_000, wallClock);
    const [vpa] = cluster.registry.list<VerticalPodAutoscaler>(VPAS, 'shop');
    if (!vpa) throw new Error('there is no VPA');
    expect(await other.ask(vpa)).toMatchObject({
      recommendation: { containerRecommendations: [{ containerName: 'app' }] },
    });
    await other.close();
    expect(await ask('{"vpa":{"namespace":"shop","name":"none"}}')).toMatchObject([
      404,
      { code: 'not-found' },
    ]);
    expect(await ask('{"vpa":{"name":"web"}}')).toMatchObject([
      422,
      { fields: [{ field: 'vpa.namespace' }] },
    ]);
    expect(await ask('what?')).toMatchObject([400, { code: 'bad-request' }]);
    expect(await ask(' '.repeat(6 * 1024 * 1024))).toMatchObject([
      413,
      { message: expect.stringMatching(/at most \d+ bytes/) },
    ]);
    const pod = { metadata: { namespace: 'shop', name: 'web-1' } };
    expect(await ask(JSON.stringify({ pod }))).toMatchObject([
      404,
      { message: expect.stringContaining('no VPA controls this pod') },
    ]);
  });

  it('loses only the newest checkpoint when it is killed', async () => {
    await cluster.workload('web', ['web-1']);
    await cluster.autoscaler('web');
    cluster.usage.set('shop/web-1', { app: { cpu: '250m', memory: '200Mi' } });
    const first = await startHeadless();
    await vi.waitFor(() => expect(samples()).toBeGreaterThan(0), PATIENCE);
    first.child.kill('SIGKILL');
    await first.ended;
    const kept = samples();

    const second = await startHeadless();
    await untilLearned(4, second.url);
    second.child.kill('SIGTERM');
    await second.ended;
    expect(samples()).toBeGreaterThan(kept);
  });

  it('does not start with parameters that no recommender takes', async () => {
    const { ended, errors } = await startHeadless({
      PLUMBLINE_RECOMMENDER_PARAMETERS: '{"adaptive": {"shortage": "fast"}}',
    });
    expect((await ended)[0]).toBe(1);
    expect(errors.join('')).toContain(
      'PLUMBLINE_RECOMMENDER_PARAMETERS cannot be used:\n  adaptive: shortage: must be saving or balanced or careful',
    );
  });

  it('answers under a version of the API by the same rules, and says what it does not have', async () => {
    const { url } = await startHeadless();
    const answered = async (path: string, init?: RequestInit) => (await fetch(url + path, init)).status;
    const body = JSON.stringify({ pod: 'a'.repeat(6 * 1024 * 1024) });
    expect(await answered('/api/v1/status?any=1')).toBe(200);
    expect(await answered('/api/v1/recommendation-query', { method: 'POST', body: '{}' })).toBe(415);
    expect(await answered('/api/v1/recommendation-query', { method: 'POST', headers: JSON_BODY, body })).toBe(
      413,
    );
    const unknown = await fetch(`${url}/api/v2/status`);
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      expect.objectContaining({ code: 'not-found' }),
    ]);
  });

  it('serves health, metrics and its status, even while the cluster is down', async () => {
    const { url } = await startHeadless({ PLUMBLINE_KUBECONFIG: '/nowhere' });
    expect(await (await fetch(`${url}/healthz`)).text()).toBe('ok\n');
    await vi.waitFor(async () => {
      const status = (await (await fetch(`${url}/api/status`)).json()) as StatusView;
      expect(status.cluster.kind).toBe('none');
      expect(status.problems.map((problem) => problem.code)).toEqual(['kubeconfig-missing']);
    }, PATIENCE);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain('process_cpu_seconds_total');
    const readiness = await fetch(`${url}/readyz`);
    expect(readiness.status).toBe(503);
    expect(await readiness.json()).toMatchObject({ waitsFor: ['a first answer of the API server'] });
    expect((await fetch(`${url}/elsewhere`)).status).toBe(404);
    expect((await fetch(`${url}/healthz`, { method: 'POST', headers: JSON_BODY })).status).toBe(405);
    expect(await sendRaw(url, `GET ${url}/healthz`, ['Host: evil.example'])).toMatchObject({ body: 'ok\n' });
    expect(await sendRaw(url, 'GET http://evil.example/healthz', ['Host: localhost'])).toMatchObject({
      status: 403,
    });
    expect(await sendRaw(url, 'TRACE /healthz', ['Host: localhost'])).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD' },
    });
  });

  it.each([
    [{ PLUMBLINE_RECOMMENDER_INTERVAL: 'soon' }, 'PLUMBLINE_RECOMMENDER_INTERVAL="soon"'],
    [{ PLUMBLINE_NO_SUCH: '1' }, 'PLUMBLINE_NO_SUCH is not a setting'],
    [{ PLUMBLINE_SANDBOX: 'true', PLUMBLINE_SANDBOX_SCENARIO: 'none-such' }, 'none-such'],
  ])('does not start with %o, and says why in one message', async (environment, message) => {
    const { ended, errors } = await startHeadless(environment);
    expect((await ended)[0]).toBe(1);
    expect(errors.join('')).toContain(message);
    expect(errors.join('')).not.toContain('    at ');
  });
});
