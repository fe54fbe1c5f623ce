import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createRegistry } from '@/sandbox/api/create-registry';
import { startApiServer } from '@/sandbox/api/server';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import type { KubeObject } from '@/server/objects/types';
import { fillFromFile, RealPrometheus } from '@/tests/support/prometheus';
import { pastText } from './past-text';
import { containerRefs, workload, workloadsOf } from './population';

const HOUR_SECONDS = 3600;
/** A past that ended longer ago is written anew: KRR asks for days before now, whatever time the API server says it is. */
const KEPT_SECONDS = 6 * HOUR_SECONDS;
/** The end of the name of a folder that is not complete. */
const MAKING = '.making';
/** Days that are written at once. */
const AT_ONCE = 2;

/** What is known of a cluster: so many containers, days, and seconds between two samples. */
export interface WorldSize {
  readonly containers: number;
  readonly days: number;
  readonly scrapeSeconds: number;
}

/** A cluster with a past in a real Prometheus, for whoever scans it. */
export interface ScanWorld {
  /** Of Prometheus, through a counter of what it sends. */
  readonly url: string;
  readonly prometheusPid: number;
  /** A file; and a folder for what is scanned with it to write into. */
  readonly kubeconfig: string;
  readonly home: string;
  /** Bytes that Prometheus has sent so far, as they go over the network. */
  sentBytes(): number;
  /** Queries that it has answered so far. */
  queries(): Promise<number>;
  close(): Promise<void>;
}

/** The API server says that it is the end of the past. */
export async function scanWorld(size: WorldSize): Promise<ScanWorld> {
  const { folder, endSeconds } = await pastFolder(size);
  const server = await RealPrometheus.start('prometheus', async (data) =>
    symlinkSync(path.join(folder, 'data'), data),
  );
  const api = await apiServer(size.containers, endSeconds);
  const home = mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-home-'));
  const kubeconfig = path.join(home, 'kubeconfig');
  writeFileSync(kubeconfig, api.kubeconfig('admin'));
  const counter = await countingProxy(Number(new URL(server.url).port));
  return {
    url: `http://127.0.0.1:${counter.port}`,
    prometheusPid: server.pid,
    kubeconfig,
    home,
    sentBytes: counter.sentBytes,
    queries: () => queriesOf(server.url),
    async close() {
      counter.close();
      await api.close();
      await server.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Passes connections on, and counts what comes back. */
async function countingProxy(port: number) {
  let bytes = 0;
  const sockets = new Set<net.Socket>();
  const proxy = net.createServer((near) => {
    const far = net.connect(port, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
    far.on('data', (chunk) => {
      bytes += chunk.length;
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    port: (proxy.address() as net.AddressInfo).port,
    sentBytes: () => bytes,
    close() {
      proxy.close();
      for (const one of sockets) one.destroy();
    },
  };
}

async function queriesOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const counts = text.matchAll(/^prometheus_http_requests_total\{[^}]*handler="\/api\/v1\/[^}]*\} (\S+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Blocks of so many days that end with a whole hour, kept in the temporary folder. */
async function pastFolder(size: WorldSize): Promise<{ folder: string; endSeconds: number }> {
  const { containers, days, scrapeSeconds } = size;
  const nowSeconds = Date.now() / 1000;
  const name = `plumbline-bench-scan-${containers}-${days}-${scrapeSeconds}-`;
  const kept = readdirSync(os.tmpdir()).filter((one) => one.startsWith(name) && !one.endsWith(MAKING));
  for (const one of kept) {
    const endSeconds = Number(one.slice(name.length));
    const folder = path.join(os.tmpdir(), one);
    if (nowSeconds - endSeconds < KEPT_SECONDS) return { folder, endSeconds };
    rmSync(folder, { recursive: true });
  }
  const endSeconds = Math.floor(nowSeconds / HOUR_SECONDS) * HOUR_SECONDS;
  const folder = path.join(os.tmpdir(), `${name}${endSeconds}`);
  const making = `${folder}${MAKING}`;
  rmSync(making, { recursive: true, force: true });
  const data = path.join(making, 'data');
  mkdirSync(data, { recursive: true });
  const left = Array.from({ length: days }, (_, day) => day);
  const write = async (): Promise<void> => {
    for (let day = left.shift(); day !== undefined; day = left.shift()) {
      const file = path.join(making, `${day}.om`);
      const lines = pastText(containers, day, days, scrapeSeconds, endSeconds);
      await pipeline(Readable.from(lines), createWriteStream(file));
      await fillFromFile(data, file);
      rmSync(file);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, write));
  renameSync(making, folder);
  return { folder, endSeconds };
}

/** An API server with the workloads of the population and a pod for each container. */
async function apiServer(containers: number, nowSeconds: number) {
  const clock = new ManualClock(nowSeconds * 1000);
  const registry = await createRegistry({ clock, log: silentLogger });
  const server = await startApiServer({ port: 0, clock, log: silentLogger, registry, isDated: true });
  const requests = { cpu: '500m', memory: '512Mi' };
  const spec = { containers: [{ name: 'app', image: 'app:1', resources: { requests } }] };
  const refs = containerRefs(containers);
  const labelSets = workloadsOf(containers);
  const workloads = Math.min(labelSets, containers);
  for (const namespace of new Set(refs.map((one) => one.namespace)))
    await registry.create('namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: namespace },
    });
  for (let index = 0; index < workloads; index++) {
    const { namespace, name, labels } = workload(index);
    await registry.create('deployments.apps', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { namespace, name },
      spec: {
        replicas: containers / workloads,
        selector: { matchLabels: { app: name } },
        template: { metadata: { labels }, spec },
      },
    } as KubeObject);
  }
  for (const [index, { namespace, pod }] of refs.entries())
    await registry.create('pods', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { namespace, name: pod, labels: workload(index % labelSets).labels },
      spec,
      status: { phase: 'Running' },
    } as KubeObject);
  return server;
}
