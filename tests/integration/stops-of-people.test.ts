import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StopsView } from '@/server/contract/operations';
import { keyOfScope, type StopScope } from '@/server/decide/pods/stop';
import { GET as getStatus } from '@/server/host/api/status/route';
import { GET as getNewPods } from '@/server/host/api/stop/new-pods/route';
import { GET as getEffect } from '@/server/host/api/stop/resume/route';
import { GET as getStops, POST as press, DELETE as resume } from '@/server/host/api/stop/route';
import { askHandler } from '../support/asked-handler';
import { ask, SECRET, TwoNamespaces } from '../support/two-namespaces';

const rules = (...verbs: string[]) => [{ apiGroups: ['plumbline.dev'], resources: ['stops'], verbs }];
const ALL: StopScope = { kind: 'all' };
const SHOP: StopScope = { kind: 'namespace', namespace: 'shop' };
const LEDGER: StopScope = { kind: 'vpa', namespace: 'shop', name: SECRET };
const OWN: StopScope = { kind: 'vpa', namespace: 'default', name: 'own' };

type Headers = Record<string, string>;

/** In both namespaces a stop is in force, see `TwoNamespaces`. */
let there: TwoNamespaces;
beforeAll(async () => {
  there = await TwoNamespaces.start();
});
afterAll(() => there?.close());

const press1 = (headers: Headers, scope: StopScope) => askHandler(press, { headers, body: { scope } });
const resume1 = (headers: Headers, scope: StopScope) =>
  askHandler(resume, { headers, method: 'DELETE', body: { scope } });
const scopesIn = (text: string) =>
  (JSON.parse(text) as StopsView).stops.map(({ scope }) => keyOfScope(scope)).sort();
const keys = (...scopes: StopScope[]) => scopes.map(keyOfScope).sort();

async function seenIn(headers: Headers) {
  const { status, text } = await ask(getStops, headers);
  const ofStatus = JSON.parse((await ask(getStatus, headers)).text) as { stops: StopsView };
  expect([status, JSON.parse(text)]).toEqual([200, ofStatus.stops]);
  return scopesIn(text);
}

describe('the answer to a stop', () => {
  it('tells somebody of one namespace nothing of another', async () => {
    const stopped = await press1(there.limited, OWN);
    expect([stopped.status, stopped.text.match(/shop|ledger/g)]).toEqual([200, null]);
    expect(JSON.parse(stopped.text)).toMatchObject({ progress: { affected: 0, done: 0 } });
    const resumed = await resume1(there.limited, OWN);
    expect([resumed.status, resumed.text.match(/shop|ledger/g)]).toEqual([200, null]);
  });

  it('tells of all to who may read all', async () => {
    const { text } = await press1(there.admin, OWN);
    expect(scopesIn(text)).toEqual(expect.arrayContaining(keys(SHOP, OWN)));
    await resume1(there.admin, OWN);
  });
});

describe('somebody who may stop and not read', () => {
  it('sees the stops of the namespace that they may stop, and those of everything', async () => {
    const headers = await there.holder('stops-shop', rules('stop'), 'shop');
    expect(await seenIn(headers)).toEqual(keys(SHOP));
    const stopped = await press1(headers, LEDGER);
    expect([stopped.status, scopesIn(stopped.text)]).toEqual([200, keys(SHOP, LEDGER)]);
    await press1(there.admin, ALL);
    expect(await seenIn(headers)).toEqual(keys(ALL, SHOP, LEDGER));
    for (const scope of [ALL, LEDGER]) await resume1(there.admin, scope);
  });

  it('sees every stop if they may stop everything, and how far it is', async () => {
    const headers = await there.holder('stops-all', rules('stop'));
    expect(await seenIn(headers)).toEqual(expect.arrayContaining(keys(SHOP)));
    const { text } = await press1(headers, ALL);
    expect(JSON.parse(text)).toMatchObject({ progress: { affected: 2 } });
    await resume1(there.admin, ALL);
  });

  it('sees what they may resume, and what that would do', async () => {
    const headers = await there.holder('resumes-shop', rules('resume'), 'shop');
    expect(await seenIn(headers)).toEqual(keys(SHOP));
    const effect = await ask(getEffect, headers, '?kind=namespace&namespace=shop');
    expect([effect.status, effect.body]).toMatchObject([200, { vpas: expect.any(Number) }]);
    expect((await ask(getEffect, headers, '?kind=namespace&namespace=default')).status).toBe(403);
    expect((await ask(getEffect, headers, '?kind=all')).status).toBe(403);
  });

  it('learns nothing of new pods, which whoever may read a namespace does', async () => {
    const stops = await there.holder('stops-only', rules('stop'), 'shop');
    const newPods = async (headers: Headers, query: string) => (await ask(getNewPods, headers, query)).status;
    expect(await newPods(stops, '?kind=namespace&namespace=shop')).toBe(403);
    expect(await newPods(there.limited, '?kind=namespace&namespace=default')).toBe(200);
    expect(await newPods(there.limited, '?kind=vpa&namespace=shop&name=ledger')).toBe(403);
    expect(await newPods(there.limited, '?kind=all')).toBe(403);
    expect(await newPods(there.viewer, '?kind=all')).toBe(200);
  });
});

it('shows somebody without any right the stops of everything alone', async () => {
  const headers = await there.serviceAccount('nobody');
  expect(await seenIn(headers)).toEqual([]);
  await press1(there.admin, ALL);
  expect(await seenIn(headers)).toEqual(keys(ALL));
  await resume1(there.admin, ALL);
});
