import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
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
import { containerRefs, LABEL_SETS, workload } from './population';

const SCRAPE_SECONDS = 300;
/** The API server says that it is this time, Unix seconds, whenever the bench runs. */
const END_SECONDS = Date.UTC(2026, 10, 27) / 1000;
/** Days that are written at once. */
const AT_ONCE = 2;

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

/** So many containers, of which that many days are known. */
export async function scanWorld(containers: number, days: number): Promise<ScanWorld> {
  const past = await pastFolder(containers, days);
  const server = await RealPrometheus.start('prometheus', async (data) =>
    symlinkSync(path.join(past, 'data'), data),
  );
  const api = await apiServer(containers);
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

/** Blocks of so many days, made once and kept in the temporary folder. */
async function pastFolder(containers: number, days: number): Promise<string> {
  const folder = path.join(os.tmpdir(), `plumbline-bench-scan-${containers}-${days}`);
  if (existsSync(folder)) return folder;
  const making = `${folder}.${process.pid}`;
  const data = path.join(making, 'data');
  mkdirSync(data, { recursive: true });
  const left = Array.from({ length: days }, (_, day) => day);
  const write = async (): Promise<void> => {
    for (let day = left.shift(); day !== undefined; day = left.shift()) {
      const file = path.join(making, `${day}.om`);
      const lines = pastText(containers, day, days, SCRAPE_SECONDS, END_SECONDS);
      await pipeline(Readable.from(lines), createWriteStream(file));
      await fillFromFile(data, file);
      rmSync(file);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, write));
  renameSync(making, folder);
  return folder;
}

/** An API server with the workloads of the population and a pod for each container. */
async function apiServer(containers: number) {
  const clock = new ManualClock(END_SECONDS * 1000);
  const registry = await createRegistry({ clock, log: silentLogger });
  const server = await startApiServer({ port: 0, clock, log: silentLogger, registry, isDated: true });
  const requests = { cpu: '500m', memory: '512Mi' };
  const spec = { containers: [{ name: 'app', image: 'app:1', resources: { requests } }] };
  const refs = containerRefs().slice(0, containers);
  const workloads = Math.min(LABEL_SETS, containers);
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
      metadata: { namespace, name: pod, labels: workload(index % LABEL_SETS).labels },
      spec,
      status: { phase: 'Running' },
    } as KubeObject);
  return server;
}
