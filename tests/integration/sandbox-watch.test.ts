import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { KubeObject } from '@/server/objects/types';
import { type ApiOnly, configMapNamed, startApiOnly } from '../support/api-only';
import { PATIENCE } from '../support/patience';

const MAPS = '/api/v1/namespaces/default/configmaps';
const CONNECTIONS = 1000;
const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';

let cluster: ApiOnly;

beforeAll(async () => {
  cluster = await startApiOnly();
});

afterAll(() => cluster.close());

interface WatchEvent {
  type: string;
  object: KubeObject & { code?: number; reason?: string };
}

const asEvents = (events: unknown[]) => events as WatchEvent[];
const told = (events: unknown[]) =>
  asEvents(events).map(({ type, object }) => `${type} ${object.metadata.name ?? object.code}`);

async function create(name: string, labels?: Record<string, string>): Promise<KubeObject> {
  return cluster.registry.create('configmaps', configMapNamed(name, labels ? { labels } : {}));
}

function relabel(name: string, labels: Record<string, string>): void {
  cluster.registry.mutate('configmaps', 'default', name, (draft) => {
    draft.metadata.labels = labels;
  });
}

describe('watches of the embedded API server', () => {
  it('begin with the existing objects, then send the changes', async () => {
    await create('first');
    const events = cluster.api.watch(`${MAPS}?watch=1`, (seen) => {
      if (seen.length === 1) void create('second');
      return seen.length === 2;
    });
    expect(told(await events)).toEqual(['ADDED first', 'ADDED second']);
  });

  it('resume after a resource version without repeating or missing anything', async () => {
    const { metadata } = await create('third');
    relabel('third', { a: 'b' });
    cluster.registry.delete('configmaps', 'default', 'third');
    const events = await cluster.api.watch(
      `${MAPS}?watch=1&resourceVersion=${metadata.resourceVersion}`,
      (seen) => seen.length === 2,
    );
    expect(told(events)).toEqual(['MODIFIED third', 'DELETED third']);
  });

  it('show an object that starts to match as added and one that stops matching as deleted', async () => {
    const { metadata } = await create('moving', { tier: 'back' });
    relabel('moving', { tier: 'front' });
    relabel('moving', { tier: 'front', more: 'yes' });
    relabel('moving', { tier: 'back' });
    const events = await cluster.api.watch(
      `${MAPS}?watch=1&labelSelector=tier%3Dfront&resourceVersion=${metadata.resourceVersion}`,
      (seen) => seen.length === 3,
    );
    expect(told(events)).toEqual(['ADDED moving', 'MODIFIED moving', 'DELETED moving']);
    expect(asEvents(events)[2]?.object.metadata.labels).toEqual({ tier: 'front', more: 'yes' });
  });

  it('send all existing objects, however large they are together', async () => {
    const most = 22;
    for (let index = 0; index < most; index++)
      cluster.registry.create('configmaps', {
        ...configMapNamed(`large-${index}`, { labels: { size: 'large' } }),
        data: { text: 'x'.repeat(900_000) },
      } as KubeObject);
    const events = await cluster.api.watch(
      `${MAPS}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&labelSelector=size%3Dlarge`,
      (seen) => asEvents(seen).some(({ type }) => type === 'BOOKMARK'),
    );
    expect(asEvents(events).filter(({ type }) => type === 'ADDED')).toHaveLength(most);
    for (let index = 0; index < most; index++)
      cluster.registry.delete('configmaps', 'default', `large-${index}`);
  });

  it('follow one object by its name', async () => {
    const { metadata } = await create('followed');
    relabel('first', { x: 'y' });
    relabel('followed', { x: 'y' });
    const events = await cluster.api.watch(
      `${MAPS}?watch=1&fieldSelector=metadata.name%3Dfollowed&resourceVersion=${metadata.resourceVersion}`,
      (seen) => seen.length === 1,
    );
    expect(told(events)).toEqual(['MODIFIED followed']);
  });

  it('mark the end of the existing objects with a bookmark, for clients that list by watching', async () => {
    const events = await cluster.api.watch(
      `${MAPS}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
      (seen) => asEvents(seen).some(({ type }) => type === 'BOOKMARK'),
    );
    const last = asEvents(events).at(-1);
    expect(last?.object.metadata.annotations).toEqual({ 'k8s.io/initial-events-end': 'true' });
    expect(Number(last?.object.metadata.resourceVersion)).toBeGreaterThan(0);
  });

  it('end with 410 when the requested history is forgotten', async () => {
    const { storage } = cluster.registry;
    await create('old');
    storage.eventLog('configmaps').compact(storage.revision);
    const [event] = asEvents(
      await cluster.api.watch(`${MAPS}?watch=1&resourceVersion=1`, (seen) => seen.length === 1),
    );
    expect(event).toMatchObject({ type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } });
  });

  it('end by themselves after timeoutSeconds', async () => {
    const { revision } = cluster.registry.storage;
    const response = await cluster.api.send(
      'GET',
      `${MAPS}?watch=1&timeoutSeconds=1&resourceVersion=${revision}`,
    );
    expect(await response.text()).toBe('');
  });

  it('end when their kind is deleted, after its last object', async () => {
    const definition = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'things.example.com' },
      spec: {
        group: 'example.com',
        names: { plural: 'things', kind: 'Thing' },
        scope: 'Namespaced',
        versions: [
          { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
        ],
      },
    };
    await cluster.registry.create<KubeObject>(DEFINITIONS, definition);
    await cluster.registry.create('things.example.com', {
      apiVersion: 'example.com/v1',
      kind: 'Thing',
      metadata: { name: 'only', namespace: 'default' },
    });
    const events = cluster.api.watch('/apis/example.com/v1/things?watch=1', (seen) => {
      if (seen.length === 1) cluster.registry.delete(DEFINITIONS, undefined, definition.metadata.name);
      return false;
    });
    expect(told(await events)).toEqual(['ADDED only', 'DELETED only']);
    expect((await cluster.api.exchange('GET', '/apis/example.com/v1/things')).status).toBe(404);
  });

  it('leave nothing behind when the watcher vanishes', async () => {
    const { storage } = cluster.registry;
    await eventually(() => storage.subscriberCount('configmaps') === 0);
    const { revision } = storage;
    // The answers are kept: undici cancels one that is collected as garbage.
    const watches = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const stop = new AbortController();
        const { signal } = stop;
        const path = `${MAPS}?watch=1&resourceVersion=${revision}`;
        return { stop, answer: await cluster.api.send('GET', path, { signal }) };
      }),
    );
    expect(storage.subscriberCount('configmaps')).toBe(20);
    for (const { stop, answer } of watches) {
      expect(answer.status).toBe(200);
      stop.abort();
    }
    await eventually(() => storage.subscriberCount('configmaps') === 0);
  });

  it('disconnect a watcher that does not read, and keep serving the others', async () => {
    const { storage } = cluster.registry;
    await eventually(() => storage.subscriberCount('configmaps') === 0);
    const socket = openWatch(storage.revision);
    socket.on('error', () => undefined);
    await eventually(() => storage.subscriberCount('configmaps') === 1);
    socket.pause();
    const filling = 'x'.repeat(500_000);
    await create('large');
    for (let round = 0; round < 200 && storage.subscriberCount('configmaps') > 0; round++) {
      cluster.registry.mutate<KubeObject & { data?: object }>('configmaps', 'default', 'large', (draft) => {
        draft.data = { filling: `${round}${filling}` };
      });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(storage.subscriberCount('configmaps')).toBe(0);
    socket.destroy();
    cluster.registry.delete('configmaps', 'default', 'large');
    expect((await cluster.api.exchange('GET', MAPS)).status).toBe(200);
  });

  it('work a thousand at once, all with the same change', async () => {
    const { storage } = cluster.registry;
    await eventually(() => storage.subscriberCount('configmaps') === 0);
    const sockets: TLSSocket[] = [];
    const firsts: Promise<unknown>[] = [];
    // A server that greets a thousand takes too long for the last of them.
    while (sockets.length < CONNECTIONS) {
      const begun = Array.from({ length: CONNECTIONS / 10 }, () => openWatch(storage.revision));
      sockets.push(...begun);
      firsts.push(...begun.map(firstEvent));
      await eventually(() => storage.subscriberCount('configmaps') === sockets.length);
    }
    await create('seen-by-all');
    expect(new Set(told(await Promise.all(firsts)))).toEqual(new Set(['ADDED seen-by-all']));
    for (const socket of sockets) socket.destroy();
    await eventually(() => storage.subscriberCount('configmaps') === 0);
  });
});

/** A watch on its own bare connection: an HTTP client cannot connect a thousand in time. */
function openWatch(revision: number): TLSSocket {
  const port = Number(new URL(cluster.server.url).port);
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
  socket.write(
    `GET ${MAPS}?watch=1&resourceVersion=${revision} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${cluster.server.tokens.admin}\r\n\r\n`,
  );
  return socket;
}

/** @throws the error of the connection, or that it ended without an event */
async function firstEvent(socket: TLSSocket): Promise<unknown> {
  const failed = once(socket, 'error').then(([error]) => Promise.reject(error));
  const found = (async () => {
    for await (const line of createInterface({ input: socket }))
      if (line.startsWith('{')) return JSON.parse(line);
    throw new Error('the watch ended without an event');
  })();
  return Promise.race([found, failed]);
}

function eventually(holds: () => boolean): Promise<void> {
  return vi.waitFor(() => expect(holds()).toBe(true), PATIENCE);
}
