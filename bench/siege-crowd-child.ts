/**
 * Those who lay siege: `PHASE` is `connections`, half-sent bodies at both ports and silent connections, or `everything`,
 * also forged reviews, a crowded tenant and huge objects. Goes on until its parent ends it.
 */
import { connect as connectTcp, type Socket } from 'node:net';
import { connect } from 'node:tls';
import { wallClock } from '@/server/clock';
import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';
import { API_RESOURCES, apiVersionOf, pathOf } from '@/server/kube/resources';

const [phase, webhook, dashboard, kubeconfig = ''] = process.argv.slice(2);
const CONNECTIONS = 1_000;
const REOPENED_EACH_MS = 20;
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
  'POST /api/recommendation-query HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{',
  'GET / HTTP/1.1\r\nhost: localhost\r\n',
];

/** Keeps so many connections open as can be; each sends its part and then waits. */
async function hold(open: () => Socket, parts: readonly string[]): Promise<never> {
  const held = new Set<Socket>();
  for (let index = 0; ; index++) {
    if (held.size >= CONNECTIONS || index > CONNECTIONS) await wallClock.sleep(REOPENED_EACH_MS);
    if (held.size >= CONNECTIONS) continue;
    if (index % 50 === 0) await wallClock.sleep(REOPENED_EACH_MS);
    const socket = open();
    held.add(socket);
    const part = parts[index % parts.length] ?? '';
    socket
      .on('error', () => undefined)
      .on('close', () => held.delete(socket))
      .resume();
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
      socket.write(part);
      if (part.includes('5000000')) socket.write(HALF);
    });
  }
}

/** Reviews that nobody asked for, as fast as they are answered on four connections, at most 200 a second. */
async function forge(): Promise<never> {
  const body = JSON.stringify({
    kind: 'AdmissionReview',
    request: {
      uid: 'x',
      userInfo: { username: 'mallory' },
      object: { metadata: { name: 'n'.repeat(50_000) } },
    },
  });
  for (;;) {
    const socket = connect({ host: '127.0.0.1', port: Number(webhook), rejectUnauthorized: false });
    socket.on('error', () => undefined);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('data', () => void wallClock.sleep(REOPENED_EACH_MS).then(send));
    const send = () =>
      socket.writable &&
      socket.write(`POST /mutate HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    socket.once('secureConnect', send);
    await closed;
    await wallClock.sleep(REOPENED_EACH_MS);
  }
}

/** One tenant with more than its share: targets of kinds that are nowhere, pods of owners that are not, objects without end. */
async function crowd(): Promise<never> {
  const client = KubeClient.connect(loadAccess({ kubeconfig }), { qps: 1_000, burst: 1_000 });
  const vpas = pathOf(API_RESOURCES.vpas, 'crowd');
  const pods = pathOf(API_RESOURCES.pods, 'crowd');
  const attempt = (path: string, body: object, query?: Record<string, string>) =>
    client.request('POST', path, { body, ...(query && { query }) }).catch(() => undefined);
  for (let index = 0; ; index++) {
    const isHuge = index % 20 === 0;
    const name = isHuge ? `huge-${index}` : `unknown-${index}`;
    const filler = isHuge ? { annotations: { filler: 'x'.repeat(200_000) } } : {};
    const ownerReferences = [
      { apiVersion: `g${index}.example/v1`, kind: `Kind${index}`, name, uid: 'none', controller: true },
    ];
    if (index < 2_000)
      await attempt(vpas, {
        apiVersion: apiVersionOf(API_RESOURCES.vpas),
        kind: API_RESOURCES.vpas.kind,
        metadata: { name, namespace: 'crowd', ...filler },
        spec: {
          targetRef: {
            apiVersion: `g${index}.example/v1`,
            kind: `Kind${index}`,
            name: isHuge ? 'n'.repeat(900_000) : name,
          },
        },
      });
    await attempt(
      pods,
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name, namespace: 'crowd', ownerReferences },
        spec: { containers: [{ name: 'app', image: 'app' }] },
      },
      { dryRun: 'All' },
    );
    await wallClock.sleep(REOPENED_EACH_MS);
  }
}

void hold(() => connect({ host: '127.0.0.1', port: Number(webhook), rejectUnauthorized: false }), HEADS);
void hold(() => connectTcp(Number(dashboard), '127.0.0.1'), DASHBOARD_HEADS);
if (phase === 'everything') {
  for (let index = 0; index < 4; index++) void forge();
  void crowd();
}
process.on('disconnect', () => process.exit(0));
