import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { Hub } from '@/server/hub';
import { toAppError } from '@/server/lib/report/errors';
import { ShiftedClock, wallClock } from '@/server/lib/time/clock';
import { ruleFiles } from '@/server/pages/clusters/rules/rule-files';
import { clusterRuleView } from '@/server/pages/clusters/rules/rule-view';
import { clusterRulesView } from '@/server/pages/clusters/rules/rules-view';
import { HubOf } from '../support/hub-of';
import { describeWithProgram, output } from '../support/installed-program';
import { rulingMember, tellingMember, toldRules } from '../support/ruling-member';
import { until } from '../support/until';

const ADA = { name: 'ada', groups: [] };
const EVE = { name: 'eve', groups: [] };
const inMode = (updateMode: string, more = {}) => ({
  namespaceSelector: { matchLabels: { team: 'shop' } },
  template: { spec: { updatePolicy: { updateMode } } },
  ...more,
});
const SHOP = inMode('Recreate');

let rig: HubOf;
beforeEach(() => {
  rig = new HubOf();
});
afterEach(() => rig.close());

async function hubOver(members: Record<string, Parameters<HubOf['member']>[0]>, more = ''): Promise<Hub> {
  const addresses: Record<string, string> = {};
  for (const [name, answer] of Object.entries(members)) addresses[name] = await rig.member(answer);
  return rig.hub(addresses, { more });
}

const listOf = async (hub: Hub, query = '', asker = ADA) =>
  clusterRulesView(await hub.rules(asker), new URLSearchParams(query));
const oneOf = async (hub: Hub, name: string, query = '') =>
  clusterRuleView(await hub.rules(ADA), name, new URLSearchParams(query));
const filesOf = async (hub: Hub, query = '') =>
  Object.fromEntries(
    (await ruleFiles(await hub.rules(ADA), new URLSearchParams(query))).map((file) => [file.path, file.text]),
  );
const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (thrown: unknown) => toAppError(thrown).code,
  );

describe('the rules of several clusters', () => {
  it('are the same however their keys are ordered, another one, or missing', async () => {
    const reordered = Object.fromEntries(Object.entries(SHOP).reverse());
    const hub = await hubOver({
      a: rulingMember({ shop: SHOP, jobs: inMode('Off') }),
      b: rulingMember({ shop: reordered, jobs: inMode('Off') }),
      c: rulingMember({ shop: inMode('Initial'), jobs: inMode('Off') }),
      d: rulingMember({ jobs: inMode('Off') }),
    });
    const { rows, told, clusters, members } = await listOf(hub);
    expect({ told, clusters, members }).toEqual({ told: 4, clusters: 4, members: [] });
    expect(rows).toEqual([
      {
        name: 'shop',
        clusters: 3,
        versions: 2,
        same: 2,
        other: { count: 1, names: ['c'] },
        missing: { count: 1, names: ['d'] },
      },
      expect.objectContaining({ name: 'jobs', same: 4, versions: 1 }),
    ]);
    const ofCluster = async (query: string) => (await listOf(hub, query)).rows.map(({ name }) => name);
    expect(await ofCluster('standing=missing&cluster=d')).toEqual(['shop']);
    expect(await ofCluster('standing=other&cluster=d')).toEqual([]);
    expect(await ofCluster('q=job')).toEqual(['jobs']);
    expect(await ofCluster('sort=name&order=asc')).toEqual(['jobs', 'shop']);
  });

  it('are compared with the version of most clusters, or of one', async () => {
    const hub = await hubOver({
      a: rulingMember({ shop: SHOP }),
      b: rulingMember({ shop: inMode('Off', { precedence: 5 }) }),
      c: rulingMember({ shop: SHOP }),
    });
    const { base, others, missing } = await oneOf(hub, 'shop');
    expect([base.clusters, others.map(({ clusters }) => clusters), missing]).toEqual([
      ['a', 'c'],
      [['b']],
      [],
    ]);
    expect(base).not.toHaveProperty('patch');
    expect(parseAllDocuments(others[0]?.patch ?? '')[0]?.toJSON()).toEqual([
      { op: 'replace', path: '/spec/template/spec/updatePolicy/updateMode', value: 'Off' },
      { op: 'add', path: '/spec/precedence', value: 5 },
    ]);
    const turned = await oneOf(hub, 'shop', 'base=b');
    expect(parseAllDocuments(turned.others[0]?.patch ?? '')[0]?.toJSON()).toContainEqual({
      op: 'remove',
      path: '/spec/precedence',
    });
    expect(await refusalOf(oneOf(hub, 'shop', 'base=mars'))).toBe('bad-request');
    expect(await refusalOf(oneOf(hub, 'gone'))).toBe('not-found');
    expect(await refusalOf(listOf(hub, 'standing=odd'))).toBe('bad-request');
    expect(await refusalOf(listOf(hub, 'label=region=mars'))).toBe('bad-request');
  });

  it('are nowhere told to a person who may not read them there', async () => {
    const closed = tellingMember((user) =>
      user === 'eve'
        ? { without: 'right', all: 0, rules: [] }
        : { all: 1, rules: toldRules({ secret: inMode('Off') }) },
    );
    const hub = await hubOver({ a: rulingMember({ shop: SHOP }), b: closed });
    expect((await listOf(hub)).rows.map(({ name }) => name)).toEqual(['secret', 'shop']);
    const seen = await listOf(hub, '', EVE);
    expect(seen.rows.map(({ name, missing }) => [name, missing.count])).toEqual([['shop', 0]]);
    expect(seen.members).toEqual([{ name: 'b', without: 'right' }]);
    expect(seen.told).toBe(1);
  });

  it('cost a member that breaks only its own part, which is told', async () => {
    const nested = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
    const shop = toldRules({ shop: SHOP });
    const hub = await hubOver({
      fine: rulingMember({ shop: SHOP }),
      older: (_, response) => response.writeHead(404).end('{"code":"not-found"}'),
      garbage: (_, response) => response.end('<html>'),
      lists: tellingMember(() => ({ all: 'many', rules: 'none' })),
      large: (_, response) => response.end(`{"rules":["${'x'.repeat(5 * 1024 * 1024)}"]}`),
      liar: (_, response) => response.end(JSON.stringify({ user: 'eve', all: 1, rules: shop })),
      gone: (request) => request.socket.destroy(),
      elsewhere: (_, response) =>
        response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
      without: tellingMember(() => ({ without: 'role', all: 0, rules: [] })),
      // Deeper than any answer is read.
      deeper: tellingMember(() => ({ all: 1, rules: [{ ...shop[0], spec: nested(200) }] })),
      odd: tellingMember(() => ({
        all: 6,
        rules: [
          ...shop,
          ...shop,
          ...toldRules({ '../../etc/passwd': SHOP, 'a b': SHOP, __proto__x: SHOP }),
          { ...shop[0], name: 'deep', spec: nested(100) },
        ],
      })),
    });
    const view = await listOf(hub);
    expect(view.rows).toEqual([expect.objectContaining({ name: 'shop', clusters: 2, same: 2 })]);
    expect(
      Object.fromEntries(
        view.members.map(({ name, fault, odd, without }) => [name, fault ?? odd ?? without]),
      ),
    ).toEqual({
      older: 'older',
      garbage: 'unreadable',
      lists: 'unreadable',
      large: 'too-large',
      liar: 'someone-else',
      gone: 'unreachable',
      elsewhere: 'redirects',
      without: 'role',
      deeper: 'unreadable',
      odd: 5,
    });
    const files = await filesOf(hub);
    expect(Object.keys(files).every((file) => /^[\w./-]+$/.test(file) && !file.includes('..'))).toBe(true);
    for (const name of ['older', 'garbage', 'gone', 'odd'])
      expect(files['README.md']).toContain(`Cluster ${name}: `);
  });

  it('of ten thousand keep to the first, and the others are not said to be missing', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, i) => [`r${String(i).padStart(5, '0')}`, SHOP]),
    );
    const hub = await hubOver({ a: rulingMember({ zebra: SHOP }), b: rulingMember(many) });
    const view = await until('the rules of both', async () => {
      const seen = await listOf(hub, 'q=zebra');
      return seen.told === 2 && seen;
    });
    expect(view.all).toBe(1_001);
    expect(view.rows[0]?.missing.count).toBe(0);
    expect(view.members).toEqual([{ name: 'b', left: 9_000 }]);
  });

  it('that are too long are compared, and not shown', async () => {
    const huge = inMode('Off', { exclude: [{ names: ['x'.repeat(256 * 1024)] }] });
    const hub = await hubOver({
      a: rulingMember({ huge }),
      b: rulingMember({ huge }),
      c: rulingMember({ huge: SHOP }),
    });
    const { base, others } = await oneOf(hub, 'huge');
    expect(base).toMatchObject({ clusters: ['a', 'b'] });
    expect(base.bytes).toBeGreaterThan(256 * 1024);
    expect([base.yaml, others[0]?.yaml !== undefined, others[0]?.patch]).toEqual([
      undefined,
      true,
      undefined,
    ]);
    expect((await filesOf(hub))['README.md']).toContain('Rule huge: too long');
  });

  it('of a cluster that claims the hash of another are not shown what the other states', async () => {
    const [told] = toldRules({ shop: SHOP });
    const claim = { name: 'shop', sha256: told?.sha256, bytes: 1 };
    const hub = await hubOver({
      a: tellingMember((user) => ({
        ...(user === 'eve' && { without: 'right' }),
        all: 1,
        rules: user === 'eve' ? [] : [told],
      })),
      b: tellingMember(() => ({ all: 1, rules: [claim] })),
    });
    await hub.rules(ADA);
    const view = await clusterRuleView(await hub.rules(EVE), 'shop', new URLSearchParams());
    expect([view.base.clusters, view.base.yaml]).toEqual([['b'], undefined]);
  });

  it('stay, with their age, while a cluster is away', async () => {
    class SteppedClock extends ShiftedClock {
      atMs = 0;

      override steady(): number {
        return this.atMs;
      }
    }
    const clock = new SteppedClock(wallClock, { offMs: 0 });
    let isAway = false;
    const tell = rulingMember({ shop: SHOP });
    const url = await rig.member((request, response) =>
      isAway ? void request.socket.destroy() : tell(request, response),
    );
    const hub = rig.hub({ a: url }, { clock });
    expect((await listOf(hub)).rows).toHaveLength(1);
    isAway = true;
    clock.atMs += 31_000;
    await hub.rules(ADA);
    await expect
      .poll(async () => (await listOf(hub)).members)
      .toEqual([{ name: 'a', fault: 'unreachable', seenMs: expect.any(Number) }]);
    expect((await listOf(hub)).rows).toHaveLength(1);
  });
});

describeWithProgram('kubectl', 'kubernetes-client', 'rules exported to Git', (kubectl) => {
  const text = fc.constantFrom('Off', 'a', '22:00', '', 'yes', '1e3', '# no', "it's", 'two\nlines');
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.integer({ min: -5, max: 5 }),
      fc.boolean(),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c', 'name', 'matchLabels'), tie('value'), { maxKeys: 3 }),
    ),
  }));
  const spec = fc.dictionary(fc.constantFrom('precedence', 'exclude', 'template', 'calendar'), value);

  it('are of each cluster what it states, made by Kustomize of the base and its own folder', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(spec, { minLength: 3, maxLength: 4 }), async (specs) => {
        rig = new HubOf();
        const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-rules-'));
        try {
          // One has the name of a file of Kustomize, and one cluster lacks it.
          const stated = specs.map(
            (one, i): Record<string, object> => ({
              shop: one,
              ...(i > 0 && { kustomization: SHOP }),
            }),
          );
          const members = Object.fromEntries(stated.map((own, i) => [`c${i}`, rulingMember(own)]));
          for (const [place, content] of Object.entries(await filesOf(await hubOver(members)))) {
            mkdirSync(path.dirname(path.join(folder, place)), { recursive: true });
            writeFileSync(path.join(folder, place), content);
          }
          for (const [i, own] of stated.entries()) {
            const made = await output(kubectl, ['kustomize', path.join(folder, `clusters/c${i}`)], {});
            const objects = parseAllDocuments(made, { version: '1.1' }).map((one) => one.toJSON());
            expect(Object.fromEntries(objects.map((one) => [one.metadata.name, one.spec ?? {}]))).toEqual(
              own,
            );
          }
        } finally {
          rmSync(folder, { recursive: true });
          await rig.close();
        }
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });
});
