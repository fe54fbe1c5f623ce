import { describe, expect, it } from 'vitest';
import { cleanUpAfterEach, cleanups } from '@/tests/support/cleanups';
import { refusal, ScriptedApi } from '@/tests/support/scripted-api';
import { until } from '@/tests/support/until';
import {
  agreement,
  cacheOf,
  diaryOf,
  identities,
  SPEED,
  seen,
  serverAndCache,
  stateOf,
} from '@/tests/support/watching';
import { Holdings } from './holdings';

cleanUpAfterEach();

describe('a watch cache', () => {
  it('lists page by page and reports that it is synced', async () => {
    const { api, cache } = await serverAndCache({ pageSize: 2 });
    for (const name of ['a', 'b', 'c', 'd', 'e']) api.put('shop', name);
    expect(cache.state.kind).toBe('idle');
    cache.start();
    await cache.synced();
    expect(cache.state.kind).toBe('synced');
    expect(identities(cache.list())).toEqual(identities(api.current()));
    const lists = api.requests.filter(({ url }) => !url.includes('watch'));
    expect(lists.map(({ url }) => new URL(url, 'http://x').searchParams.get('limit'))).toEqual([
      '2',
      '2',
      '2',
    ]);
  });

  it('asks for shorter pages where the objects are large', async () => {
    const { api, cache } = await serverAndCache({ pageSize: 100 });
    for (let index = 0; index < 100; index++)
      api.put('shop', `large-${index}`, { text: 'x'.repeat(200_000) });
    cache.start();
    await cache.synced();
    expect(cache.size).toBe(100);
    const lists = api.requests.filter(({ url }) => !url.includes('watch'));
    const limits = lists.map(({ url }) => new URL(url, 'http://x').searchParams.get('limit'));
    expect([...new Set(limits)]).toEqual(['100', '13']);
  });

  it('reads what had no room once its namespace has some', async () => {
    const holdings = new Holdings({ mostOfNamespace: 6_000, mostInAll: Infinity });
    const { api, cache } = await serverAndCache({ holdings });
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) api.put('shop', name);
    cache.start();
    await cache.synced();
    expect(cache.size).toBeLessThan(6);
    for (const name of ['a', 'b', 'c']) api.delete('shop', name);
    const whole = agreement(cache, api);
    const telling = setInterval(() => api.put('other', 'news'), 20);
    cleanups.push(() => clearInterval(telling));
    await whole;
    expect(identities(cache.list('shop'))).toHaveLength(3);
  });

  it('needs no list if the server begins a watch with the current objects', async () => {
    const { api, cache } = await serverAndCache({ streams: true });
    api.sendsInitialEvents = true;
    for (const name of ['a', 'b', 'c']) api.put('shop', name);
    const diary = diaryOf(cache);
    cache.start();
    await cache.synced();
    expect(identities(cache.list())).toEqual(identities(api.current()));
    api.put('shop', 'd');
    await seen(cache, 'd');
    expect(diary).toEqual(['added a', 'added b', 'added c', 'added d']);
    expect(api.requests.map(({ url }) => new URL(url, 'http://x').searchParams.get('watch'))).toEqual([
      'true',
    ]);
  });

  it('lists a single object, and asks for no other', async () => {
    const { api, cache } = await serverAndCache({ streams: true, name: 'a' });
    api.sendsInitialEvents = true;
    api.put('shop', 'a');
    cache.start();
    await cache.synced();
    const [list] = api.requests.map(({ url }) => new URL(url, 'http://x').searchParams);
    expect([list?.get('watch'), list?.get('fieldSelector')]).toEqual([null, 'metadata.name=a']);
  });

  it('lists if the server refuses that, and does not ask again', async () => {
    const { api, cache, client } = await serverAndCache({ streams: true });
    api.put('shop', 'a');
    cache.start();
    await cache.synced();
    expect(client.servesWatchLists).toBe(false);
    expect(identities(cache.list())).toEqual(identities(api.current()));
  });

  it('lists if such a watch ends before it has sent all objects', async () => {
    const { api, cache } = await serverAndCache({ streams: true });
    api.sendsInitialEvents = true;
    api.put('shop', 'a');
    api.next((_request, response) => {
      const { metadata } = api.put('shop', 'b');
      response.end(`${JSON.stringify({ type: 'ADDED', object: { metadata } })}\n`);
    });
    cache.start();
    await cache.synced();
    expect(identities(cache.list())).toEqual(identities(api.current()));
  });

  it('lists if the server ignores the option and marks no end', async () => {
    const { api, cache } = await serverAndCache({
      streams: true,
      timings: { initialSilenceMs: 20 * SPEED },
    });
    api.put('shop', 'a');
    api.next((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.flushHeaders();
    });
    cache.start();
    await cache.synced();
    expect(identities(cache.list())).toEqual(identities(api.current()));
  });

  it('forgets what such a watch no longer brings', async () => {
    const { api, cache } = await serverAndCache({ streams: true });
    api.sendsInitialEvents = true;
    api.put('shop', 'a');
    api.put('shop', 'b');
    cache.start();
    await cache.synced();
    api.goSilent();
    api.delete('shop', 'b');
    api.compact();
    api.dropConnections();
    await agreement(cache, api);
  });

  it('gives the items of a list the kind and apiVersion that only watch events carry', async () => {
    const { api, cache } = await serverAndCache();
    api.put('shop', 'a');
    cache.start();
    await cache.synced();
    expect(cache.get('shop', 'a')).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' });
  });

  it('follows additions, changes and deletions in order', async () => {
    const { api, cache } = await serverAndCache();
    const diary = diaryOf(cache);
    api.put('shop', 'a');
    cache.start();
    await cache.synced();
    api.put('shop', 'b');
    api.put('shop', 'a', { changed: 'yes' });
    api.delete('shop', 'b');
    api.put('shop', 'end');
    await seen(cache, 'end');
    expect(diary).toEqual(['added a', 'added b', 'updated a', 'deleted b', 'added end']);
    expect(cache.get('shop', 'a')?.metadata.labels).toEqual({ changed: 'yes' });
  });

  it('replays what is there to a late subscriber', async () => {
    const { api, cache } = await serverAndCache();
    api.put('shop', 'a');
    cache.start();
    await cache.synced();
    expect(diaryOf(cache)).toEqual(['added a']);
  });

  it('tells what a list shows from what a watch tells', async () => {
    const { api, cache } = await serverAndCache();
    const heard: string[] = [];
    cache.subscribe({
      added: ({ metadata }) => heard.push(`${metadata.name} ${cache.isListing ? 'listed' : 'watched'}`),
    });
    api.put('shop', 'a');
    cache.start();
    await cache.synced();
    api.put('shop', 'b');
    await seen(cache, 'b');
    api.putQuietly('shop', 'c');
    api.compact();
    api.dropConnections();
    await seen(cache, 'c');
    api.put('shop', 'd');
    await seen(cache, 'd');
    expect(heard).toEqual(['a listed', 'b watched', 'c listed', 'd watched']);
  });

  it('keeps calling the other listeners when one throws', async () => {
    const { api, cache } = await serverAndCache();
    cache.subscribe({
      added: () => {
        throw new Error('a listener at fault');
      },
    });
    const diary = diaryOf(cache);
    api.put('shop', 'a');
    cache.start();
    await cache.synced();
    expect(diary).toEqual(['added a']);
  });

  it('resumes a dropped watch where it was, without listing again', async () => {
    const { api, cache } = await serverAndCache();
    api.put('shop', 'a');
    cache.start();
    await cache.synced();
    api.put('shop', 'b');
    await seen(cache, 'b');
    const position = cache.resourceVersion;
    api.dropConnections();
    api.put('shop', 'c');
    await seen(cache, 'c');
    const urls = api.requests.map(({ url }) => url);
    expect(urls.filter((url) => url.includes('limit=500'))).toHaveLength(1);
    expect(urls.at(-1)).toContain(`resourceVersion=${position}`);
  });

  it('resumes from a bookmark rather than from the last change', async () => {
    const { api, cache } = await serverAndCache();
    cache.start();
    await cache.synced();
    api.put('other', 'x');
    await seen(cache, 'x');
    api.compact();
    api.bookmark();
    api.put('shop', 'after');
    await seen(cache, 'after');
    api.endWatches();
    api.put('shop', 'end');
    await seen(cache, 'end');
    expect(api.requests.filter(({ url }) => !url.includes('watch'))).toHaveLength(1);
  });

  it.each([
    ['an ERROR event in the watch', (api: ScriptedApi) => api.errorEvent(410, 'Expired')],
    [
      'a refusal of the watch',
      (api: ScriptedApi) => {
        api.refuseNext(410, 'Expired');
        api.endWatches();
      },
    ],
  ])('after a 410 (%s), lists again and reports only the differences', async (_, expire) => {
    const { api, cache } = await serverAndCache();
    for (const name of ['kept', 'changed', 'gone', 'replaced']) api.put('shop', name);
    cache.start();
    await cache.synced();
    api.put('shop', 'watched');
    await seen(cache, 'watched');
    const heard = diaryOf(cache);
    heard.splice(0);
    api.goSilent();
    api.put('shop', 'changed', { now: 'yes' });
    api.delete('shop', 'gone');
    api.recreate('shop', 'replaced');
    api.put('shop', 'new');
    api.compact();
    api.speakAgain();
    expire(api);
    await agreement(cache, api);
    expect(heard.sort()).toEqual(
      ['updated changed', 'deleted gone', 'deleted replaced', 'added replaced', 'added new'].sort(),
    );
  });

  it('lists everything if the list expired between two pages', async () => {
    const { api, cache } = await serverAndCache({ pageSize: 2 });
    for (const name of ['a', 'b', 'c']) api.put('shop', name);
    let lists = 0;
    api.onList = () => {
      if (++lists === 2) api.compact();
    };
    cache.start();
    await cache.synced();
    expect(identities(cache.list())).toEqual(identities(api.current()));
  });

  it('drops a watch that fell silent and picks up what it missed', async () => {
    const { api, cache } = await serverAndCache({ timings: { inactivityMs: 20 * SPEED } });
    cache.start();
    await cache.synced();
    api.put('shop', 'before');
    await seen(cache, 'before');
    api.goSilent();
    api.put('shop', 'missed');
    await seen(cache, 'missed');
    expect(cache.get('shop', 'missed')).toBeDefined();
  });

  it('reads the list anew where a watch was silent while it moved on, and lists instead of watching if that lasts', async () => {
    const { api, cache } = await serverAndCache({
      timings: { inactivityMs: 20 * SPEED, listEveryMs: 20 * SPEED, watchAgainMs: 200 * SPEED },
    });
    const states: string[] = [];
    cache.onState((state) => {
      const unheard = state.kind === 'synced' ? state.unheard : undefined;
      states.push([state.kind, unheard?.watches, unheard?.listedEveryMs].join(' ').trim());
    });
    api.holdBack = true;
    cache.start();
    await cache.synced();
    for (const name of ['one', 'two', 'three', 'four']) {
      api.put('shop', name);
      await seen(cache, name);
    }
    // On a busy machine the next watch may have been tried by now.
    expect(states.filter((state, index) => state !== states[index - 1]).slice(0, 6)).toEqual([
      'listing',
      'synced',
      'failing',
      'synced 1',
      'failing',
      `synced 2 ${20 * SPEED}`,
    ]);
    expect(identities(cache.list())).toEqual(identities(api.current()));

    api.holdBack = false;
    const bookmarks = setInterval(() => api.bookmark(), 5);
    cleanups.push(() => clearInterval(bookmarks));
    await until('a watch that is heard', () => states.at(-1) === 'synced');
    api.put('shop', 'five');
    await seen(cache, 'five');
  });

  it('lists instead of watching also where quiet watches lie between those that told nothing', async () => {
    const { api, cache } = await serverAndCache({
      timings: { inactivityMs: 20 * SPEED, listEveryMs: 20 * SPEED, watchAgainMs: 200 * SPEED },
    });
    api.put('shop', 'first');
    const unheard = () => (cache.state.kind === 'synced' ? cache.state.unheard : undefined);
    api.holdBack = true;
    cache.start();
    await cache.synced();
    api.put('shop', 'one');
    await until('a loss', () => unheard()?.watches === 1);
    const asked = api.requests.length;
    api.compact();
    await until('a quiet watch', () => api.requests.length > asked + 2);
    expect(unheard()?.watches).toBe(1);
    api.put('shop', 'two');
    await until('lists', () => unheard()?.listedEveryMs !== undefined);
    expect(identities(cache.list())).toEqual(identities(api.current()));
  });

  it('takes a silent watch of a kind that did not change for no loss, however the rest moves on', async () => {
    const { api, cache } = await serverAndCache({ timings: { inactivityMs: 10 * SPEED } });
    api.put('shop', 'a');
    cache.start();
    await cache.synced();
    for (let silent = 0; silent < 4; silent++) {
      const lists = api.requests.length;
      api.goSilent();
      api.compact();
      await until('another list', () => api.requests.length > lists + 2);
    }
    expect(cache.state).not.toHaveProperty('unheard');
  });

  it('survives a line that is no JSON and loses no event', async () => {
    const { api, cache } = await serverAndCache();
    cache.start();
    await cache.synced();
    api.put('shop', 'a');
    await seen(cache, 'a');
    api.sayRaw('{"type":"ADDED","object":{"meta\n');
    api.put('shop', 'b');
    await seen(cache, 'b');
    expect(identities(cache.list())).toEqual(identities(api.current()));
  });

  it('assembles an event that arrives byte by byte', async () => {
    const { api, cache } = await serverAndCache();
    cache.start();
    await cache.synced();
    api.put('shop', 'first');
    await seen(cache, 'first');
    const object = api.putQuietly('shop', 'slow-ä');
    for (const byte of Buffer.from(`${JSON.stringify({ type: 'ADDED', object })}\n`))
      api.sayRaw(Buffer.from([byte]));
    await seen(cache, 'slow-ä');
  });

  it('empties itself and reports absent while the kind is not installed, then fills by itself', async () => {
    const { api, cache } = await serverAndCache();
    for (let count = 0; count < 3; count++) api.refuseNext(404, 'NotFound');
    cache.start();
    expect((await cache.settled()).kind).toBe('absent');
    api.put('shop', 'a');
    await cache.synced();
    expect(cache.size).toBe(1);
  });

  it('reports every object as deleted when its kind is uninstalled', async () => {
    const { api, cache } = await serverAndCache();
    for (const name of ['a', 'b']) api.put('shop', name);
    cache.start();
    await cache.synced();
    const diary = diaryOf(cache).splice(0);
    const heard = diaryOf(cache);
    api.guard = () => [404, refusal(404, 'NotFound', 'the server could not find the requested resource')];
    api.endWatches();
    await stateOf(cache, 'absent');
    expect(diary).toEqual(['added a', 'added b']);
    expect(heard.slice(2)).toEqual(['deleted a', 'deleted b']);
    expect([cache.size, cache.seen]).toEqual([0, false]);
  });

  it('keeps what it saw while reading is forbidden, and reports that', async () => {
    const { api, cache } = await serverAndCache();
    api.put('shop', 'a');
    cache.start();
    await cache.synced();
    let allowed = false;
    api.guard = () => (allowed ? undefined : [403, refusal(403, 'Forbidden', 'pods is forbidden')]);
    api.endWatches();
    expect(await stateOf(cache, 'forbidden')).toMatchObject({ error: { kind: 'forbidden', status: 403 } });
    expect(cache.size).toBe(1);
    expect(cache.seen).toBe(true);
    allowed = true;
    await stateOf(cache, 'synced');
  });

  it('reports failing with the cause while the server is down and catches up when it is back', async () => {
    const api = await ScriptedApi.start();
    const { cache } = cacheOf(api);
    api.put('shop', 'a');
    cache.start();
    await cache.synced();
    const { port } = api;
    await api.close();
    const state = await stateOf(cache, 'failing');
    expect(state).toMatchObject({ error: { kind: 'unreachable' } });
    expect(cache.size).toBe(1);

    const back = await ScriptedApi.start(undefined, port);
    cleanups.push(() => back.close());
    back.put('shop', 'b');
    await agreement(cache, back);
    expect((await stateOf(cache, 'synced')).kind).toBe('synced');
  });

  it('lists again if the server comes back with an older history', async () => {
    const { api, cache } = await serverAndCache();
    for (const name of ['a', 'b']) api.put('shop', name);
    cache.start();
    await cache.synced();
    api.put('shop', 'c');
    await seen(cache, 'c');
    api.resetHistory();
    api.delete('shop', 'b');
    await agreement(cache, api);
    expect(cache.get('shop', 'b')).toBeUndefined();
  });

  it('keeps only what the projection keeps', async () => {
    const { api, cache } = await serverAndCache({
      keep: (object) => ({ ...object, metadata: { ...object.metadata, labels: undefined } }),
    });
    api.put('shop', 'a', { heavy: 'label' });
    cache.start();
    await cache.synced();
    expect(cache.get('shop', 'a')?.metadata.labels).toBeUndefined();
  });

  it('stops at once, even during a watch', async () => {
    const { api, cache } = await serverAndCache();
    cache.start();
    await cache.synced();
    await cache.stop();
    api.put('shop', 'late');
    expect(cache.size).toBe(0);
  });

  it('stops when told between listing and watching', async () => {
    const { api, cache } = await serverAndCache();
    api.put('shop', 'a');
    const stopped = new Promise<void>((resolve) => {
      cache.subscribe({ added: () => void cache.stop().then(resolve) });
    });
    cache.start();
    await stopped;
    expect(api.requests.filter(({ url }) => url.includes('watch'))).toHaveLength(0);
  });
});
