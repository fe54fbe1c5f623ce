import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '@/bin/root.mjs';
import { readConfig, SETTINGS } from '@/server/config';
import { hiding } from '@/server/config/secrets';
import type { Setting } from '@/server/config/setting';
import type { Runtime } from '@/server/host/runtime';
import { startRuntime } from '@/server/host/start';
import { loggerTo } from '@/server/lib/report/log';
import { ApiCluster } from '../support/api-cluster';
import { askHandler } from '../support/asked-handler';
import { everyChange } from '../support/every-change';
import { until } from '../support/until';

/** Pages link to them; whoever opens a page sees all of them. */
const PUBLIC = new Set(['PLUMBLINE_GRAFANA_URL', 'PLUMBLINE_EXTERNAL_URL']);
const PARAMS = { namespace: 'shop', name: 'web', kind: 'Deployment', id: 'none' };

let cluster: ApiCluster;
/** What every address leads to: it takes whatever is sent, and refuses it. */
let receiver: ReturnType<typeof createServer>;
let received: string[];
let running: Runtime;
let lines: string[];
let secrets: Map<string, string>;

const secretOf = (env: string) => `hidden-${env.toLowerCase().replaceAll('_', '-')}-of-this-test-alone`;

/** A value with a secret in it that the setting takes; undefined if it takes none. */
function valueFor({ env, parse, isSecret }: Setting<unknown>): string | undefined {
  const secret = secretOf(env);
  const where = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const address = `http://me:${secret}@${where}/path?token=${secret}`;
  const isAddress = !parse.safeParse('none').success && parse.safeParse(address).success;
  if (isAddress) return PUBLIC.has(env) ? undefined : address;
  if (env === 'PLUMBLINE_DATABASE_URL') return `postgres://me:${secret}@127.0.0.1:9/x`;
  const ways = [secret, `Authorization: Bearer ${secret}`];
  return isSecret ? ways.find((value) => parse.safeParse(value).success) : undefined;
}

beforeAll(async () => {
  received = [];
  receiver = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    received.push(Buffer.concat(parts).toString());
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  cluster = await ApiCluster.start();
  await cluster.workload('web', ['web-1']);
  await cluster.autoscaler('web');
  const all = Object.values<Setting<unknown>>(SETTINGS);
  const given = new Map(
    all.flatMap((one) => [[one.env, valueFor(one) ?? '']] as const).filter(([, value]) => value),
  );
  secrets = new Map([...given.keys()].map((env) => [env, secretOf(env)]));
  const config = readConfig({
    ...Object.fromEntries(given),
    PLUMBLINE_KUBECONFIG: cluster.kubeconfig,
    PLUMBLINE_DATA_DIR: cluster.folder,
    PLUMBLINE_LEADER_ELECT: 'false',
    PLUMBLINE_TELL_GRACE: '0s',
    PLUMBLINE_TELL_INSECURE: 'true',
    PLUMBLINE_TELL_PROXY: '',
    PLUMBLINE_SERVER: '',
    PLUMBLINE_ROLES: 'recommender,updater,messages,hpa,nodes,rules',
    PLUMBLINE_LOG_LEVEL: 'trace',
  });
  lines = [];
  const hide = hiding(config);
  const log = loggerTo({ write: (line) => lines.push(hide(line)) }, 'trace');
  running = await startRuntime(config, { clock: cluster.clock, log });
  await until('a first pass', () => running.handles.recommender?.lastPass);
  await until('a message', () => received.some((text) => text.includes('"items"')));
});
afterAll(async () => {
  await running?.stop();
  await cluster?.close();
  receiver?.closeAllConnections();
  await new Promise((resolve) => receiver?.close(resolve));
});

const leaksIn = (texts: Iterable<string>) =>
  [...texts].flatMap((text) =>
    [...secrets].flatMap(([env, secret]) =>
      text.includes(secret)
        ? [`${env}: …${text.slice(Math.max(0, text.indexOf(secret) - 80), text.indexOf(secret) + 60)}`]
        : [],
    ),
  );

/** What every reading route answers, whatever its parameters name. */
async function answers(): Promise<string[]> {
  const found: string[] = [];
  const folders = readdirSync(path.join(root, 'server/host/api'), { recursive: true, encoding: 'utf8' });
  for (const file of folders.filter((one) => one.endsWith('route.ts'))) {
    const { GET } = (await import(path.join(root, 'server/host/api', file))) as { GET?: unknown };
    if (!GET) continue;
    const { text } = await askHandler(GET, { params: PARAMS, address: 'http://localhost/api?format=csv' });
    found.push(`${file}\n${text}`);
  }
  return found;
}

describe('a secret in every setting that takes one', () => {
  it('is in each that is marked as secret, and in the addresses', () => {
    const marked = Object.values<Setting<unknown>>(SETTINGS).filter(({ isSecret }) => isSecret);
    expect([...secrets.keys()]).toEqual(expect.arrayContaining(marked.map(({ env }) => env)));
    expect([...secrets.keys()]).toEqual(
      expect.arrayContaining([
        'PLUMBLINE_PROMETHEUS_ADDRESS',
        'PLUMBLINE_OTLP_ENDPOINT',
        'PLUMBLINE_DATABASE_URL',
      ]),
    );
  });

  it('is in no answer to pages and programs, no diagnostics, no bundle and no metrics', async () => {
    const texts = await answers();
    expect(texts.join('')).toContain('PLUMBLINE_PROMETHEUS_ADDRESS');
    expect(texts.join('')).toContain('plumbline_');
    expect(leaksIn(texts)).toEqual([]);
  });

  it('is in no refusal of a change', async () => {
    const texts: string[] = [];
    for (const { handler, method } of await everyChange())
      texts.push((await askHandler(handler, { method, body: { a: 1 }, params: PARAMS })).text);
    expect(leaksIn(texts)).toEqual([]);
  });

  it('is in no body that is sent to receivers of messages and of spans, and in no problem', () => {
    const problems = JSON.stringify(running.problems.list());
    expect(problems).toMatch(/prometheus|database/);
    expect(leaksIn([problems, ...received])).toEqual([]);
  });

  it('is in no line of the log', () => {
    expect(lines.length).toBeGreaterThan(10);
    expect(leaksIn(lines)).toEqual([]);
  });

  it('is in no message about a setting that cannot be used', () => {
    for (const env of secrets.keys()) {
      const secret = secretOf(env);
      for (const value of [`x://me:${secret}@y z`, `http://me:${secret}@[`, `"${secret}`]) {
        let said = '';
        try {
          readConfig({ [env]: value });
        } catch (error) {
          said = String(error);
        }
        const { isSecret } = Object.values<Setting<unknown>>(SETTINGS).find((one) => one.env === env) ?? {};
        if (isSecret || value.includes('@')) expect(leaksIn([said])).toEqual([]);
      }
    }
  });
});
