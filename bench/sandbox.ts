import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { type Bench, median, quantile } from './bench';

const LISTS = 9;
const WATCHERS = 20;
const CHANGES = 200;
const PACE_MS = 10;
const PODS_PATH = '/api/v1/pods';
const OBJECT_PATH = '/api/v1/namespaces/default/configmaps';

interface Access {
  url: string;
  caPem: string;
  token: string;
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

/** Over HTTPS, from another process: all 5,000 pods in one list, and the delay of a change to 20 watchers. */
export const sandboxBench: Bench = {
  name: 'sandbox-list-pods',
  async run() {
    const child: Child = spawn(process.execPath, ['bin/run.mjs', 'bench/sandbox-child.ts'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    try {
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
      const client = new Client(JSON.parse(line) as Access);
      const seconds = await medianListSeconds(client);
      const p99Ms = await watchP99Ms(client);
      await client.close();
      return [
        { name: 'sandbox-list-pods', value: seconds, unit: 's', reach: '≤ 0.5' },
        { name: 'sandbox-watch-p99', value: p99Ms, unit: 'ms', reach: '≤ 20' },
      ];
    } finally {
      child.stdin.end();
    }
  },
};

class Client {
  private readonly agent: Agent;

  constructor(private readonly access: Access) {
    this.agent = new Agent({ connect: { ca: access.caPem }, bodyTimeout: 0 });
  }

  async send(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<Readable> {
    const answer = await request(new URL(path, this.access.url), {
      method,
      dispatcher: this.agent,
      headers: {
        authorization: `Bearer ${this.access.token}`,
        'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (answer.statusCode >= 300)
      throw new Error(`${method} ${path}: ${answer.statusCode} ${await answer.body.text()}`);
    return answer.body;
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }
}

async function medianListSeconds(client: Client): Promise<number> {
  const seconds: number[] = [];
  for (let round = 0; round < LISTS; round++) {
    const started = performance.now();
    for await (const _chunk of await client.send('GET', PODS_PATH)) {
      // The answer counts once all of it is here.
    }
    seconds.push((performance.now() - started) / 1000);
  }
  return median(seconds);
}

/** From the moment a change is sent until a watcher has it, over all changes and watchers. */
async function watchP99Ms(client: Client): Promise<number> {
  const delays: number[] = [];
  await drain(
    await client.send('POST', OBJECT_PATH, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'watched' },
    }),
  );
  const watches = await Promise.all(
    Array.from({ length: WATCHERS }, () => client.send('GET', `${OBJECT_PATH}?watch=1`)),
  );
  for (const watch of watches) {
    const lines = createInterface({ input: watch });
    // A watch ends with its connection, which closes at the end of the bench.
    lines.on('error', () => undefined);
    lines.on('line', (line) => {
      const { object } = JSON.parse(line) as { object: { data?: { sentMs?: string } } };
      if (object.data?.sentMs) delays.push(performance.now() - Number(object.data.sentMs));
    });
  }
  for (let change = 0; change < CHANGES; change++) {
    await drain(
      await client.send('PATCH', `${OBJECT_PATH}/watched`, { data: { sentMs: String(performance.now()) } }),
    );
    await pause(PACE_MS);
  }
  while (delays.length < CHANGES * WATCHERS) await pause(PACE_MS);
  return quantile(delays, 0.99);
}

async function drain(body: Readable): Promise<void> {
  for await (const _chunk of body) {
    // Read to its end, so that the connection can be used again.
  }
}
