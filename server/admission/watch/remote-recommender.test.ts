import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Clock, ManualClock, wallClock } from '../../lib/time/clock';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { HttpRecommender } from './remote-recommender';

const VPA: VerticalPodAutoscaler = {
  apiVersion: 'autoscaling.k8s.io/v1',
  kind: 'VerticalPodAutoscaler',
  metadata: { name: 'web', namespace: 'ns' },
  spec: {},
};
const RECOMMENDATION = { containerRecommendations: [{ containerName: 'app', target: { cpu: '1' } }] };

const servers: Server[] = [];
const clients: HttpRecommender[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function recommender(answer: RequestListener, clock: Clock = wallClock): Promise<HttpRecommender> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = new HttpRecommender(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    200,
    clock,
  );
  clients.push(client);
  return client;
}

describe('a recommender in another process', () => {
  it('is asked by the name of the VPA', async () => {
    let asked = '';
    const inUse = [{ containerName: 'app', usage: { cpu: '1', memory: '1Gi' } }];
    const client = await recommender((request, response) => {
      request.setEncoding('utf8').on('data', (text) => {
        asked += text;
      });
      request.on('end', () => response.end(JSON.stringify({ recommendation: RECOMMENDATION, inUse })));
    });
    expect(await client.ask(VPA)).toEqual({
      recommendation: RECOMMENDATION,
      inUse: new Map([['app', { cpu: 1000, memory: 2 ** 30 }]]),
    });
    expect(JSON.parse(asked)).toEqual({ vpa: { namespace: 'ns', name: 'web' } });
  });

  it('is waited for only within the budget, and then not asked for a while', async () => {
    const clock = new ManualClock(0);
    const client = await recommender(() => {}, clock);
    const asking = client.ask(VPA);
    await clock.advance(200);
    expect(await asking).toBeUndefined();
    expect(client.isWorthAsking()).toBe(false);
    await clock.advance(1_000);
    expect(client.isWorthAsking()).toBe(true);
  });

  it('has no answer if it refuses, and is asked again at once', async () => {
    const client = await recommender((_request, response) => response.writeHead(404).end('{}'));
    expect(await client.ask(VPA)).toBeUndefined();
    expect(client.isWorthAsking()).toBe(true);
  });

  it('is not asked for a while if it answers nonsense', async () => {
    const client = await recommender((_request, response) => response.end('<html>'));
    expect(await client.ask(VPA)).toBeUndefined();
    expect(client.isWorthAsking()).toBe(false);
  });
});
