import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { POST as press } from '@/server/host/api/stop/route';
import type { Runtime } from '@/server/host/runtime';
import { startRuntime } from '@/server/host/start';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { KubeEvent, KubeList } from '@/server/objects/types';
import { TestReceiver } from '../support/receiver';
import { until } from '../support/until';

interface Value {
  stringValue?: string;
  intValue?: number;
  boolValue?: boolean;
}
interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Value }[];
  status: { code?: number; message?: string };
}
interface Sent {
  resourceSpans: { resource: { attributes: SentSpan['attributes'] }; scopeSpans: { spans: SentSpan[] }[] }[];
}

const STOP_TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

let folder: string;
let receiver: TestReceiver;
let running: Runtime;

const sent = () => receiver.received.flatMap(({ body }) => (body as unknown as Sent).resourceSpans);
const spans = () => sent().flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
const named = (name: string) => spans().filter((span) => span.name === name);
const attribute = ({ attributes }: Pick<SentSpan, 'attributes'>, key: string) =>
  Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0];
const childrenOf = ({ spanId }: SentSpan) => spans().filter(({ parentSpanId }) => parentSpanId === spanId);

const stop = (
  headers: Record<string, string>,
  body: unknown = { scope: { kind: 'namespace', namespace: 'x' } },
) =>
  press(
    new Request('http://localhost/api/stop', { method: 'POST', headers, body: JSON.stringify(body) }),
    {},
  );

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-traces-'));
  receiver = await TestReceiver.start();
  receiver.answer = (_one, before) => ({ status: before === 0 ? 400 : 200 });
  running = await startRuntime(
    defaultConfig({
      sandbox: true,
      clockSpeed: 300,
      dataDir: folder,
      roles: ['updater', 'recommender', 'admission'],
      logLevel: 'silent',
      identityHeader: 'x-user',
      operators: ['ada'],
      otlpEndpoint: `http://127.0.0.1:${receiver.port}/`,
      otlpHeaders: { authorization: 'Bearer for-the-receiver' },
      otlpReviewShare: 1,
    }),
  );
});
afterAll(async () => {
  await running.stop();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a process with an OpenTelemetry receiver', () => {
  it('says that the receiver refuses spans until it takes them', async () => {
    const isReported = () => running.problems.list().some(({ code }) => code === 'spans-not-sent');
    await until('a refused batch', () => receiver.received.length === 1 && isReported());
    await until('a batch that was taken', () => receiver.received.length > 1 && !isReported());
    expect(receiver.received[0]).toMatchObject({
      path: '/v1/traces',
      headers: { authorization: 'Bearer for-the-receiver' },
    });
  });

  it('sends each pass as a trace of its own, with its steps', async () => {
    // One that began before metrics were there has nothing to tell.
    const whole = () =>
      named('recommender pass').filter((span) => Number(attribute(span, 'plumbline.containers')) > 0);
    await until('passes', () => whole().length > 1 && named('updater pass').length > 1);
    const [first, second] = whole();
    if (!first || !second) throw new Error('no pass');
    expect(first.traceId).not.toBe(second.traceId);
    expect(first.parentSpanId).toBeUndefined();
    expect(childrenOf(second).map(({ name }) => name)).toEqual([
      'LoadVPAs',
      'LoadMetrics',
      'UpdateVPAs',
      'MaintainCheckpoints',
      'GarbageCollect',
    ]);
    const [update] = named('updater pass');
    expect(update && childrenOf(update).map(({ name }) => name)).toContain('plan');
    const [resource] = sent();
    expect(resource && attribute(resource.resource, 'service.name')).toBe('plumbline');
  });

  it('sends each action in the trace of its pass, which its events name', async () => {
    const done = () =>
      spans().find((span) => span.name === 'evict' && attribute(span, 'plumbline.outcome') === 'done');
    // A pass is sent once it has ended, after what it did.
    const passOf = (action = done()) =>
      named('updater pass').find(({ spanId }) => spanId === action?.parentSpanId);
    await until('an eviction, and the end of its pass', () => done() !== undefined && passOf() !== undefined);
    const action = done();
    if (!action) throw new Error('no eviction');
    expect(passOf(action)?.traceId).toBe(action.traceId);
    const namespace = String(attribute(action, 'k8s.namespace.name'));
    const events = await running.cluster?.client.request<KubeList<KubeEvent>>(
      'GET',
      pathOf(API_RESOURCES.events, namespace),
    );
    const told = events?.items.filter(
      ({ metadata }) => metadata.annotations?.['plumbline.dev/trace'] === action.traceId,
    );
    await running.store.flushed();
    const recorded = await running.store.audit({ kinds: ['action'], words: [action.traceId], limit: 10 });
    const evicted = { action: 'evict', namespace, trace: action.traceId };
    expect(recorded).toContainEqual(expect.objectContaining(evicted));
    expect(told?.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['EvictedByVPA', 'EvictedPod']));
  });

  it('sends the reviews of pods by the webhook', async () => {
    await until('a patched pod', () =>
      named('admission review').some((span) => attribute(span, 'plumbline.outcome') === 'patched'),
    );
  });

  it('sends each change that a person asks for, in the span of the click', async () => {
    const traceparent = `00-${STOP_TRACE}-00f067aa0ba902b7-01`;
    expect((await stop({ 'x-user': 'ada', traceparent })).status).toBe(200);
    expect((await stop({ 'x-user': 'eve', 'x-request-id': 'of-a-proxy-1' })).status).toBe(403);
    await until('both changes', () => named('change').length === 2);
    const [done, refused] = named('change');
    expect(done).toMatchObject({ traceId: STOP_TRACE, parentSpanId: '00f067aa0ba902b7' });
    expect(done && [attribute(done, 'url.path'), attribute(done, 'enduser.id')]).toEqual([
      '/api/stop',
      'ada',
    ]);
    expect(refused?.traceId).toMatch(/^[\da-f]{32}$/);
    expect(refused && attribute(refused, 'plumbline.trace')).toBe('of-a-proxy-1');
    expect(refused?.status.code).toBe(2);
  });
});
