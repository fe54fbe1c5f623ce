import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POST as decide } from '@/server/host/api/approvals/route';
import { PATCH as changeHpa } from '@/server/host/api/hpas/[namespace]/[name]/route';
import { POST as dismissItem, DELETE as restoreItem } from '@/server/host/api/inbox/dismissals/route';
import { POST as sendTest } from '@/server/host/api/messages/test/route';
import { GET as getNodes } from '@/server/host/api/nodes/route';
import { POST as cancelReplay } from '@/server/host/api/replays/[id]/cancel/route';
import { POST as previewReplay } from '@/server/host/api/replays/preview/route';
import { POST as startReplay } from '@/server/host/api/replays/route';
import { GET as getRights } from '@/server/host/api/rights/route';
import { POST as createPolicy } from '@/server/host/api/rule-drafts/route';
import { PATCH as changePolicy, DELETE as deletePolicy } from '@/server/host/api/rules/[name]/route';
import { POST as revert } from '@/server/host/api/stop/revert/route';
import { POST as press, DELETE as resume } from '@/server/host/api/stop/route';
import { PATCH as changeVpa } from '@/server/host/api/vpas/[namespace]/[name]/route';
import { GET as getWorkloads } from '@/server/host/api/workloads/route';
import type { KubeObject } from '@/server/objects/types';
import { VPAS } from '../support/api-cluster';
import { askHandler } from '../support/asked-handler';
import { ask, SECRET, TwoNamespaces } from '../support/two-namespaces';

let there: TwoNamespaces;
let admin: Record<string, string>;
let limited: Record<string, string>;
let viewer: Record<string, string>;

beforeAll(async () => {
  there = await TwoNamespaces.start();
  ({ admin, limited, viewer } = there);
});
afterAll(() => there?.close());

describe('somebody who may read everything and change nothing', () => {
  const inShop = { namespace: 'shop', name: SECRET };
  const gold = { name: 'gold' };
  const all = { scope: { kind: 'all' } };
  const ITEM = { key: 'capped shop/ledger', namespace: 'shop', vpa: SECRET };
  const vpas = () =>
    [...there.cluster.registry.list<KubeObject & { spec?: object }>(VPAS)].map(({ metadata, spec }) => [
      metadata,
      spec,
    ]);

  it('reads what is in every namespace', async () => {
    expect((await ask(getWorkloads, viewer)).text).toContain(SECRET);
    expect((await ask(getNodes, viewer)).status).toBe(200);
  });

  it.each([
    ['change-vpa/shop/ledger', changeVpa, 'PATCH', { updateMode: 'Off' }, inShop],
    ['change-hpa/shop/ledger', changeHpa, 'PATCH', { maxReplicas: 9 }, inShop],
    ['create-policy', createPolicy, 'POST', { name: 'gold', precedence: 1 }, {}],
    ['change-policy//gold', changePolicy, 'PATCH', { precedence: 1 }, gold],
    ['delete-policy//gold', deletePolicy, 'DELETE', { vpas: 'Keep' }, gold],
    ['stop', press, 'POST', all, {}],
    ['dismiss/shop/ledger', dismissItem, 'POST', { ...ITEM, hours: 1, reason: 'known' }, {}],
    ['dismiss', dismissItem, 'POST', { key: 'x', hours: 1, reason: 'known' }, {}],
    ['dismiss/shop/ledger', restoreItem, 'DELETE', ITEM, {}],
    ['resume', resume, 'DELETE', all, {}],
    ['revert', revert, 'POST', all, {}],
    ['replay', startReplay, 'POST', { scope: all.scope, days: 1, variants: [{ name: 'a' }] }, {}],
    ['replay', previewReplay, 'POST', { scope: all.scope, days: 1, variants: [{ name: 'a' }] }, {}],
    ['send-test', sendTest, 'POST', {}, {}],
  ] as const)('is refused, and told beforehand, to %s', async (deed, handler, method, body, params) => {
    const before = vpas();
    const refused = await askHandler(handler, { headers: viewer, method, body, params });
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    const { lacks } = (await ask(getRights, viewer, `?to=${deed}`)).body as {
      lacks?: Record<string, string>;
    };
    expect(refused.body.message).toBe(`You may not do this: ${lacks?.[deed]}`);
    expect((await ask(getRights, admin, `?to=${deed}`)).body).toEqual({ lacks: {} });
    expect(vpas()).toEqual(before);
    expect(there.process.running.operations?.stops.view().stops).toHaveLength(2);
  });

  it('cancels no replay of others', async () => {
    const body = { scope: { kind: 'all' }, days: 1, variants: [{ name: 'as it is' }] };
    const { id } = (await askHandler(startReplay, { headers: admin, body })).body as { id?: string };
    const asked = { headers: viewer, body: {}, params: { id } };
    expect(await askHandler(cancelReplay, asked)).toMatchObject({ status: 403 });
  });

  it.each([
    ['viewer', () => viewer],
    ['limited', () => limited],
  ])('decides about no change of others: %s', async (_, who) => {
    const changes = [{ namespace: 'shop', name: SECRET, containers: [{ name: 'app', target: { cpu: 1 } }] }];
    const { status, text } = await askHandler(decide, {
      headers: who(),
      body: { decision: 'Approved', changes },
    });
    expect([status, text]).toEqual([403, expect.stringContaining('changeapprovals.plumbline.dev in shop')]);
    expect([...there.cluster.registry.list('changeapprovals.plumbline.dev')]).toEqual([]);
  });
});

describe('what a person may be offered', () => {
  it('is told for each object by itself', async () => {
    const { body } = await ask(
      getRights,
      limited,
      '?to=change-vpa/shop/ledger&to=change-vpa/default/own&to=stop',
    );
    expect(body).toEqual({
      lacks: {
        'change-vpa/shop/ledger':
          'limited lacks the right to patch verticalpodautoscalers.autoscaling.k8s.io in shop',
        stop: 'limited lacks the right to stop stops.plumbline.dev in the whole cluster',
      },
    });
  });

  it.each([
    ['no deed', '?to=rule-the-world'],
    ['the name of a method of every object', '?to=constructor'],
    ['more than an object', '?to=stop/a/b/c'],
    ['too many', `?${Array.from({ length: 101 }, (_, index) => `to=decide/ns-${index}`).join('&')}`],
  ])('is not told of %s', async (_, query) => {
    expect((await ask(getRights, limited, query)).status).toBe(400);
  });
});
