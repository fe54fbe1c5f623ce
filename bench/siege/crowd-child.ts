/** Those who lay siege, in one phase of it; goes on until its parent ends it. */
import { connect as connectTcp, type Socket } from 'node:net';
import { connect, createSecureContext } from 'node:tls';
import { wallClock } from '@/server/clock';
import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';
import { API_RESOURCES, apiVersionOf, pathOf } from '@/server/kube/resources';
import type { Attempts, Phase } from './crowd';

const [phase = 'everything', webhook, dashboard, kubeconfig = ''] = process.argv.slice(2) as [
  Phase,
  ...string[],
];
const CONNECTIONS = 1_000;
const REOPENED_EACH_MS = 20;
/** As fast as an API server of one process takes huge objects and still answers others. */
const HUGE_EACH_MS = 200;
/** They come from other addresses than the API server and people do. */
const PODS = 8;
const HALF = Buffer.alloc(2_500_000, 'x');
const HEAD = 'content-type: application/json\r\ncontent-length: 5000000\r\n\r\n';
/** What people and pods on the network might send, by turns. */
const HEADS = [
  `POST /mutate HTTP/1.1\r\nhost: x\r\n${HEAD}`,
  'POST /mutate HTTP/1.1\r\nhost: x\r\ncontent-length: 60000\r\n\r\n{',
  'POST /mutate HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n100000\r\n',
  'POST /mutate HTTP/1.1\r\nhost:',
  '',
];
const DASHBOARD_HEADS = [
  `POST /api/recommendation-query HTTP/1.1\r\nhost: localhost\r\n${HEAD}`,
  `POST /api/recommendation-query HTTP/1.1\r\nhost: evil.example\r\n${HEAD}`,
  `POST /nowhere HTTP/1.1\r\nhost: localhost\r\n${HEAD}`,
  'POST /api/session HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{',
  'GET / HTTP/1.1\r\nhost: localhost\r\n',
];

const attempts: Attempts = { connections: 0, reviews: 0, objects: 0 };

const from = (index: number) => ({ host: '127.0.0.1', localAddress: `127.0.0.${2 + (index % PODS)}` });
/** One for all: to make one takes longer than the handshake. */
const secureContext = createSecureContext();
const toWebhook = (index: number) =>
  connect({ ...from(index), port: Number(webhook), rejectUnauthorized: false, secureContext });
const toDashboard = (index: number) => connectTcp({ ...from(index), port: Number(dashboard) });

/** Keeps so many connections open as can be; each sends its part and then waits. */
async function hold(open: (index: number) => Socket, parts: readonly string[]): Promise<never> {
  const held = new Set<Socket>();
  for (let index = 0; ; index++) {
    if (held.size >= CONNECTIONS || index > CONNECTIONS) await wallClock.sleep(REOPENED_EACH_MS);
    if (held.size >= CONNECTIONS) continue;
    if (index % 50 === 0) await wallClock.sleep(REOPENED_EACH_MS);
    const socket = open(index);
    held.add(socket);
    const part = parts[index % parts.length] ?? '';
    socket
      .on('error', () => undefined)
      .on('close', () => held.delete(socket))
      .resume();
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
      attempts.connections++;
      socket.write(part);
      if (part.includes('5000000')) socket.write(HALF);
    });
  }
}

/** Reviews that nobody asked for, each as soon as the last is answered, at most fifty a second. */
async function forge(index: number): Promise<never> {
  const body = JSON.stringify({
    kind: 'AdmissionReview',
    request: {
      uid: 'x',
      userInfo: { username: 'mallory' },
      object: { metadata: { name: 'n'.repeat(50_000) } },
    },
  });
  for (;;) {
    const socket = toWebhook(index);
    socket.on('error', () => undefined);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    const send = () =>
      socket.writable &&
      socket.write(`POST /mutate HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    socket.on('data', () => {
      attempts.reviews++;
      void wallClock.sleep(REOPENED_EACH_MS).then(send);
    });
    socket.once('secureConnect', send);
    await closed;
    await wallClock.sleep(REOPENED_EACH_MS);
  }
}

const client = KubeClient.connect(loadAccess({ kubeconfig }), { qps: 1_000, burst: 1_000 });
async function attempt(path: string, body: object, query?: Record<string, string>): Promise<void> {
  await client.request('POST', path, { body, ...(query && { query }) }).catch(() => undefined);
  attempts.objects++;
}

function vpaOf(name: string, kind: string, target: string, annotations = {}) {
  return {
    apiVersion: apiVersionOf(API_RESOURCES.vpas),
    kind: API_RESOURCES.vpas.kind,
    metadata: { name, namespace: 'crowd', annotations },
    spec: { targetRef: { apiVersion: `${kind.toLowerCase()}.example/v1`, kind, name: target } },
  };
}

function podOf(name: string, kind: string, labels = {}) {
  const owner = {
    apiVersion: `${kind.toLowerCase()}.example/v1`,
    kind,
    name,
    uid: 'none',
    controller: true,
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'crowd', ownerReferences: [owner], labels },
    spec: { containers: [{ name: 'app', image: 'app' }] },
  };
}

/** One tenant with targets of kinds that are nowhere, and pods whose owners are not. */
async function crowd(): Promise<never> {
  for (let index = 0; ; index++) {
    const [name, kind] = [`${phase}-${index}`, `Kind${index}`];
    if (index < 2_000) await attempt(pathOf(API_RESOURCES.vpas, 'crowd'), vpaOf(name, kind, name));
    await attempt(pathOf(API_RESOURCES.pods, 'crowd'), podOf(name, kind), { dryRun: 'All' });
    await wallClock.sleep(REOPENED_EACH_MS);
  }
}

/** The same tenant with objects as large as the API server takes, and very many below any bound on one. */
async function crowdWithHugeOnes(): Promise<never> {
  const many = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`l${index}`, 'x'.repeat(60)]));
  for (let index = 0; ; index++) {
    const name = `${phase}-huge-${index}`;
    const filler = 'x'.repeat(200_000);
    if (index < 1_000)
      await attempt(pathOf(API_RESOURCES.vpas, 'crowd'), vpaOf(name, 'Kind', name, { filler }));
    if (index < 90)
      await attempt(
        pathOf(API_RESOURCES.vpas, 'crowd'),
        vpaOf(`${name}-name`, 'Kind', 'n'.repeat(1_100_000)),
      );
    if (index < 2_000) await attempt(pathOf(API_RESOURCES.pods, 'crowd'), podOf(name, 'Kind', many));
    await wallClock.sleep(HUGE_EACH_MS);
  }
}

if (phase === 'connections' || phase === 'everything') {
  void hold(toWebhook, HEADS);
  void hold(toDashboard, DASHBOARD_HEADS);
}
if (phase === 'reviews' || phase === 'everything')
  for (let index = 0; index < PODS; index++) void forge(index);
if (phase === 'tenant' || phase === 'everything') void crowd();
if (phase === 'huge' || phase === 'everything') void crowdWithHugeOnes();
process.on('disconnect', () => process.exit(0));
setInterval(() => process.connected && process.send?.(attempts, undefined, {}, () => undefined), 500);
