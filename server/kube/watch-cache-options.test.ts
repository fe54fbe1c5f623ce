import { describe, expect, it } from 'vitest';
import { cleanUpAfterEach, cleanups } from '@/tests/support/cleanups';
import { ScriptedApi } from '@/tests/support/scripted-api';
import { until } from '@/tests/support/until';
import { seen } from '@/tests/support/watching';
import { silentLogger } from '../lib/report/log';
import { ManualClock } from '../lib/time/clock';
import { API_RESOURCES, type KubeResource } from '../objects/resources';
import { KubeClient } from './client';
import { WatchCache } from './watch-cache';
import { DEFAULT_TIMINGS, timingsFor } from './watch-cache-options';

cleanUpAfterEach();

/** A cache that has one object, and a clock that moves by hand alone. */
async function watching(resource: KubeResource) {
  const api = await ScriptedApi.start();
  const client = KubeClient.connect(api.access());
  client.servesWatchLists = false;
  const clock = new ManualClock(0);
  const cache = new WatchCache(client, resource, { log: silentLogger, clock });
  cleanups.push(async () => {
    await cache.stop();
    await client.close();
    await api.close();
  });
  api.put('shop', 'first');
  cache.start();
  await seen(cache, 'first');
  const watches = () =>
    api.requests
      .map(({ url }) => new URL(url, api.url))
      .filter(({ searchParams }) => searchParams.has('watch'));
  await until('a watch', () => watches().length === 1);
  // Only a watch that is open brings this.
  api.put('shop', 'second');
  await seen(cache, 'second');
  return { api, cache, clock, watches };
}

describe('a watch without a word from the API server', () => {
  it('of events, which get no bookmarks, is kept for its whole time', async () => {
    const { api, cache, clock, watches } = await watching(API_RESOURCES.events);
    const longestSeconds = 2 * timingsFor(API_RESOURCES.events).watchSeconds;
    expect(Number(watches()[0]?.searchParams.get('timeoutSeconds'))).toBeLessThanOrEqual(longestSeconds);
    await clock.advance(longestSeconds * 1000);
    api.put('shop', 'late');
    await seen(cache, 'late');
    expect(watches()).toHaveLength(1);
    expect(cache.state.kind).toBe('synced');
  });

  it('of events is dead beyond that, and made anew', async () => {
    const { clock, watches } = await watching(API_RESOURCES.events);
    await clock.advance(timingsFor(API_RESOURCES.events).inactivityMs);
    await until('another watch', () => watches().length === 2);
  });

  it('of any other kind is made anew after a bookmark was due', async () => {
    const { clock, watches } = await watching(API_RESOURCES.configMaps);
    expect(timingsFor(API_RESOURCES.configMaps)).toEqual(DEFAULT_TIMINGS);
    await clock.advance(DEFAULT_TIMINGS.inactivityMs);
    await until('another watch', () => watches().length === 2);
  });
});
