import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { wallClock } from '@/server/lib/time/clock';
import { PrometheusApi } from './api';
import { PrometheusClient } from './client';
import { findTraits } from './find-traits';

const NOW_MS = Date.UTC(2026, 2, 2);
const DAY_MS = 86_400_000;

let server: Server;
let client: PrometheusClient;
let asked: URLSearchParams[];
let containers: Record<string, string>[];

beforeEach(async () => {
  asked = [];
  containers = [{ namespace: 'shop', pod: 'web', container: 'app' }];
  server = createServer(async (request, response) => {
    const params = new URLSearchParams(await text(request));
    const isSeries = request.url?.startsWith('/api/v1/series') === true;
    if (isSeries) asked.push(params);
    const isOfContainers = params.get('match[]')?.startsWith('container_');
    const data = isSeries
      ? isOfContainers
        ? containers
        : []
      : { resultType: 'vector', result: [] as object[] };
    response.end(JSON.stringify({ status: 'success', data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  client = new PrometheusClient(defaultConfig({ prometheusAddress: `http://127.0.0.1:${port}` }), wallClock);
});
afterEach(async () => {
  await client.close();
  await new Promise((resolve) => server.close(resolve));
});

const found = () =>
  findTraits({
    api: new PrometheusApi(client),
    names: defaultConfig(),
    span: { fromMs: NOW_MS - 8 * DAY_MS, toMs: NOW_MS },
  });
const askedOfContainers = () => asked.filter((one) => one.get('match[]')?.startsWith('container_'));

it('asks a store about its containers once, and for no more series than it looks at', async () => {
  expect((await found()).knowsContainers).toBe(true);
  expect(askedOfContainers().map((one) => one.get('limit'))).toEqual(['200']);
});

it('knows no container where none was told', async () => {
  containers = [];
  expect((await found()).knowsContainers).toBeFalsy();
});
