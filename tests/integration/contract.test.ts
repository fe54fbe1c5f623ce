import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '@/sandbox/cluster';
import { silentLogger } from '@/server/lib/report/log';
import { acceleratedClock } from '@/server/lib/time/clock';
import { TestWebhook } from '../support/test-webhook';
import { isJsonObject, normalize } from './contract/normalize';
import { type Exchange, readRecording } from './contract/recording';
import { Replay, type ReplayOptions } from './contract/replay';
import {
  asIfEnded,
  asKindsOfEvent,
  firstItem,
  healthFormat,
  narrowColumns,
  onlyServed,
  shapeOf,
  sharedResources,
  withConditionsSorted,
  withoutGenerations,
  withoutGoDiff,
  withoutPodCount,
  withoutRemaining,
} from './contract/views';

const SPEED = 20;
const START_MS = Date.parse('2026-11-21T09:00:00Z');

let folder: string;
let sandbox: Sandbox;
let replay: Replay;
let webhook: TestWebhook;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'contract-'));
  sandbox = await startSandbox({
    port: 0,
    clock: acceleratedClock(START_MS, SPEED),
    log: silentLogger,
    scenario: 'empty',
    seed: 1,
    dataDir: folder,
  });
  replay = new Replay(sandbox);
  webhook = await TestWebhook.start();
});

afterAll(async () => {
  await webhook.close();
  await replay.api.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

const VPA = '/apis/autoscaling.k8s.io/v1/namespaces/contract/verticalpodautoscalers/web';
const LEASE = '/apis/coordination.k8s.io/v1/namespaces/contract/leases/rec';
const HOOK = '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/contract';
const PATCHING = {
  patch: [
    { op: 'add', path: '/metadata/annotations', value: { vpaUpdates: 'x' } },
    { op: 'add', path: '/spec/containers/0/resources/requests/cpu', value: '163m' },
  ],
};

/** How an exchange is replayed when sending what was recorded and comparing what comes is not enough. */
type Special = (exchange: Exchange) => Promise<void>;

const view =
  (reduce: ReplayOptions['view']): Special =>
  (exchange) =>
    replay.expectAgreement(exchange, { view: reduce });

/** Gives the body of a PUT the identity of the live object, and its version when `current`. */
const asLive =
  (url: string, current: boolean): Special =>
  async (exchange) => {
    const live = await replay.api.get<{ metadata: { uid: string; resourceVersion: string } }>(url);
    await replay.expectAgreement(exchange, {
      request: (request) => {
        const body = structuredClone(request.body) as { metadata: { uid: string; resourceVersion: string } };
        body.metadata.uid = live.metadata.uid;
        if (current) body.metadata.resourceVersion = live.metadata.resourceVersion;
        return { ...request, body };
      },
    });
  };

async function setFailurePolicy(failurePolicy: string): Promise<void> {
  await replay.api.exchange('PATCH', HOOK, {
    contentType: 'application/json-patch+json',
    body: [{ op: 'replace', path: '/webhooks/0/failurePolicy', value: failurePolicy }],
  });
}

const SPECIAL: Record<string, Special> = {
  version: view(shapeOf),
  'discovery core versions': view(normalize),
  'discovery groups': view(onlyServed),
  'put VPA with stale resourceVersion': asLive(VPA, false),
  'renew lease': asLive(LEASE, true),
  'renew lease with stale resourceVersion': asLive(LEASE, false),
  'watch pods during an eviction': async (exchange) => {
    // The eviction was replayed before; the same watch from the start shows what it brought about.
    const evicted = replay.liveName('web-75b4dd4c64-2wbgb', 'web', 'contract');
    const events = await replay.api.watch(
      '/api/v1/namespaces/contract/pods?watch=1&allowWatchBookmarks=true&resourceVersion=1&labelSelector=app%3Dweb',
      (seen) => replacementRuns(seen, evicted),
    );
    const story = storyOf(events).filter(([, name]) => name === evicted);
    const recorded = storyOf(exchange.response?.lines ?? []).filter(
      ([, name]) => name === 'web-75b4dd4c64-2wbgb',
    );
    const told = (lines: string[][]) => lines.map(([type, , phase, grace]) => [type, phase, grace]);
    expect(told(story.slice(-recorded.length))).toEqual(told(recorded));
  },
  'watch from a compacted or too old resourceVersion': async (exchange) => {
    const events = await replay.api.watch(exchange.request?.path ?? '', (seen) => seen.length > 0);
    expect(normalize(events[0])).toEqual(normalize(exchange.response?.lines?.[0]));
  },
  'watch from a future resourceVersion': async (exchange) => {
    const events = await replay.api.watch(exchange.request?.path ?? '', () => true);
    expect(events).toEqual([]);
  },
  'no credentials': (exchange) => replay.expectAgreement(exchange, { token: null }),
  'bad token': (exchange) => replay.expectAgreement(exchange, { token: 'wrong' }),
  'forbidden by RBAC': (exchange) =>
    replay.expectAgreement(exchange, { token: sandbox.server.tokens.viewer }),
  'token review, good': (exchange) =>
    replay.expectAgreement(exchange, {
      request: (request) => ({
        ...request,
        body: { ...(request.body as object), spec: { token: sandbox.server.tokens.viewer } },
      }),
      view: (body) => (isJsonObject(body) ? { ...body, spec: {} } : body),
    }),
  'self subject access review': (exchange) =>
    replay.expectAgreement(exchange, { token: sandbox.server.tokens.viewer }),
  'create mutating webhook configuration': (exchange) =>
    replay.expectAgreement(exchange, {
      request: (request) => {
        const body = structuredClone(request.body) as { webhooks: { clientConfig: object }[] };
        for (const hook of body.webhooks)
          hook.clientConfig = { url: webhook.url, caBundle: webhook.caBundle };
        return { ...request, body };
      },
    }),
  'create pod through a patching webhook': async (exchange) => {
    webhook.mood = PATCHING;
    await replay.expectAgreement(exchange);
  },
  'admission reviews as the API server sends them': async (exchange) => {
    const wanted = (exchange.reviews ?? []).filter(({ body }) => body.request.name !== undefined);
    for (const review of wanted) {
      const { name, operation } = review.body.request;
      const seen = webhook.seen.find(
        ({ body }) => body.request.name === name && body.request.operation === operation,
      );
      expect(normalize(seen)).toEqual(normalize(review));
    }
  },
  'create pod, webhook answers an inapplicable patch, failurePolicy Ignore': async (exchange) => {
    webhook.mood = { patch: [{ op: 'replace', path: '/spec/nope/0', value: 1 }] };
    await replay.expectAgreement(exchange);
  },
  'create pod, webhook denies': async (exchange) => {
    webhook.mood = { deny: 'pod requires a VPA', code: 403 };
    await replay.expectAgreement(exchange);
  },
  'create pod, webhook times out after 3 s, failurePolicy Ignore': async (exchange) => {
    webhook.mood = 'silent';
    await replay.expectAgreement(exchange);
  },
  'create pod, webhook down, failurePolicy Ignore': async (exchange) => {
    await webhook.close();
    await replay.expectAgreement(exchange);
  },
  'create pod, webhook down, failurePolicy Fail': async (exchange) => {
    await setFailurePolicy('Fail');
    await replay.expectAgreement(exchange);
    await setFailurePolicy('Ignore');
  },
  'pod events during that rolling update: type, name, template hash, phase, deleting, ready': async (
    exchange,
  ) => {
    const events = await replay.api.watch(
      '/api/v1/namespaces/contract2/pods?watch=1&resourceVersion=1&labelSelector=app%3Dweb',
      (seen) => seen.filter((event) => (event as { type: string }).type === 'DELETED').length >= ROLLED_PODS,
    );
    const gone = new Set(events.filter(isDeletion).map(podName));
    const ends = events
      .filter((event) => gone.has(podName(event)))
      .map(ending)
      .filter((each) => each !== undefined);
    const lines = (exchange.response?.lines ?? []) as [string, string, string, string, boolean][];
    const recorded = lines.filter(([, , , , deleting]) => deleting);
    expect(ends.map(([type, phase]) => [type, phase]).sort()).toEqual(
      recorded.map(([type, , , phase]) => [type, phase]).sort(),
    );
  },
  'events of the deployment': view(asKindsOfEvent),
  'job after a while': view(asIfEnded),
  'a pod of the job': view(asIfEnded),
  'quota with usage': view(withoutPodCount),
  'pod above the quota': async (exchange) => {
    await replay.api.exchange('DELETE', '/api/v1/namespaces/contract2/limitranges/lr');
    await replay.expectAgreement(exchange);
  },
  'replica set that the quota holds back': async (exchange) => {
    await replay.api.exchange('PATCH', '/apis/apps/v1/namespaces/contract2/deployments/web/scale', {
      contentType: 'application/merge-patch+json',
      body: { spec: { replicas: 12 } },
    });
    await replay.expectAgreement(exchange, { view: withoutGenerations });
  },
  'its deployment': view(withConditionsSorted),
  'pods as a Table': view(withoutRemaining),
  'VPAs as a Table (CRD printer columns)': view(narrowColumns),
  'discovery core v1': view(sharedResources),
  'discovery policy/v1': view(sharedResources),
  'delete collection': view(firstItem),
  health: view(healthFormat),
  'change resources of a running pod through the pod (immutable)': view(withoutGoDiff),
};

/** Of each event: its type, the pod, its phase, and how long it is given to end. */
function storyOf(events: unknown[]): string[][] {
  return events.map((event) => {
    const { type, object } = event as {
      type: string;
      object: { metadata: Record<string, unknown>; status?: Record<string, unknown> };
    };
    return [
      type,
      String(object.metadata.name),
      String(object.status?.phase),
      String(object.metadata.deletionGracePeriodSeconds),
    ];
  });
}

const ROLLED_PODS = 4;

function isDeletion(event: unknown): boolean {
  return (event as { type: string }).type === 'DELETED';
}

function podName(event: unknown): string {
  return (event as { object: { metadata: { name: string } } }).object.metadata.name;
}

/** Type and phase of an event of a pod that is being deleted. */
function ending(event: unknown): [string, string] | undefined {
  const { type, object } = event as {
    type: string;
    object: { metadata: { deletionTimestamp?: string }; status: { phase: string } };
  };
  return object.metadata.deletionTimestamp ? [type, object.status.phase] : undefined;
}

function replacementRuns(events: unknown[], evicted: string): boolean {
  const story = storyOf(events);
  return story.some(([type, name]) => type === 'DELETED' && name === evicted);
}

describe('the embedded cluster answers as a recorded Kubernetes API server', () => {
  it.each(readRecording('kubernetes-1.24').map((each) => [each.name, each] as const))(
    '%s',
    async (name, exchange) => {
      const special = SPECIAL[name];
      if (special) await special(exchange);
      else await replay.expectAgreement(exchange);
    },
  );
});

describe('controllers, admission and odd requests as recorded', () => {
  beforeAll(async () => {
    await replay.api.exchange('POST', '/api/v1/namespaces', {
      body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'contract2' } },
    });
  });

  it.each(readRecording('kubernetes-1.24-controllers').map((each) => [each.name, each] as const))(
    '%s',
    async (name, exchange) => {
      const special = SPECIAL[name];
      if (special) await special(exchange);
      else await replay.expectAgreement(exchange);
    },
  );
});
