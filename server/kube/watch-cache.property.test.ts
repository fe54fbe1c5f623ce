import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanUpAfterEach } from '@/tests/support/cleanups';
import { runs } from '@/tests/support/property-runs';
import { ScriptedApi } from '@/tests/support/scripted-api';
import { agreement, cacheOf, identities, SPEED } from '@/tests/support/watching';
import type { KubeObject } from '../objects/types';

cleanUpAfterEach();

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Everything that can happen to a server and its connection. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('put' as const), name: fc.constantFrom(...NAMES) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('delete' as const), name: fc.constantFrom(...NAMES) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('recreate' as const), name: fc.constantFrom(...NAMES) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'drop' as const,
        'end' as const,
        'silence' as const,
        'compact' as const,
        'bookmark' as const,
        'error' as const,
        'expire' as const,
        'malformed' as const,
        'refuse' as const,
        'throttle' as const,
        'reset' as const,
        'cut' as const,
      ),
      name: fc.constant(''),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), name: fc.constant('') }) },
);

async function perform(api: ScriptedApi, { do: action, name }: { do: string; name: string }): Promise<void> {
  switch (action) {
    case 'put':
      api.put('shop', name);
      break;
    case 'delete':
      api.delete('shop', name);
      break;
    case 'recreate':
      api.recreate('shop', name);
      break;
    case 'drop':
      api.dropConnections();
      break;
    case 'end':
      api.endWatches();
      break;
    case 'silence':
      api.goSilent();
      break;
    case 'compact':
      api.compact();
      break;
    case 'bookmark':
      api.bookmark();
      break;
    case 'error':
      api.errorEvent(500, 'InternalError');
      break;
    case 'expire':
      api.errorEvent(410, 'Expired');
      break;
    case 'malformed':
      api.sayRaw('{"type":\n');
      break;
    case 'refuse':
      api.refuseNext(503, 'ServiceUnavailable');
      break;
    case 'throttle':
      api.refuseNext(429, 'TooManyRequests', { 'retry-after': '1' });
      break;
    case 'reset':
      api.resetHistory();
      break;
    case 'cut':
      api.next((request) => request.socket.destroy());
      break;
    case 'wait':
      await new Promise((resolve) => setImmediate(resolve));
      break;
  }
}

/** After a second reset versions would come again with other objects, which nobody can tell apart. */
function withOneReset<Step extends { do: string }>(steps: readonly Step[]): Step[] {
  const first = steps.findIndex((one) => one.do === 'reset');
  return steps.filter((one, index) => one.do !== 'reset' || index === first);
}

describe.each([
  ['knows only lists', false],
  ['begins watches with all there is', true],
])('whatever happens to a server that %s, and to the connection', (_kind, sendsInitialEvents) => {
  it('the cache ends equal to the server, and listeners hear each change once and in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        const api = await ScriptedApi.start();
        api.sendsInitialEvents = sendsInitialEvents;
        const { cache, client } = cacheOf(api, {
          pageSize: 2,
          timings: { inactivityMs: 15 * SPEED },
          streams: true,
        });
        const heard = new Map<string, KubeObject>();
        const faults: string[] = [];
        const check = (holds: boolean, fault: string) => holds || faults.push(fault);
        cache.subscribe({
          added: (object) => {
            check(!heard.has(object.metadata.name), `${object.metadata.name} added twice`);
            heard.set(object.metadata.name, object);
          },
          updated: (former, object) => {
            const { name, uid, resourceVersion } = object.metadata;
            check(heard.get(name) === former, `${name} updated from what was never told`);
            check(uid === former.metadata.uid, `${name} became another object in an update`);
            check(resourceVersion !== former.metadata.resourceVersion, `${name} updated to the same`);
            heard.set(name, object);
          },
          deleted: (object) => {
            check(heard.get(object.metadata.name) === object, `${object.metadata.name} deleted unheard of`);
            heard.delete(object.metadata.name);
          },
        });
        try {
          cache.start();
          for (const one of withOneReset(steps)) await perform(api, one);
          api.put('shop', 'end');
          await agreement(cache, api);
          expect(faults).toEqual([]);
          expect(identities(heard.values())).toEqual(identities(api.current()));
        } finally {
          await cache.stop();
          await client.close();
          await api.close();
        }
      }),
      { numRuns: runs(100) },
    );
  });
});
