import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EffectView, RecommendersView } from '@/server/contract/operations';
import type { Handler } from '@/server/host/api/handlers';
import { GET as getRecommenders } from '@/server/host/api/recommenders/route';
import { POST as preview } from '@/server/host/api/vpas/[namespace]/[name]/preview/route';
import { PATCH as save } from '@/server/host/api/vpas/[namespace]/[name]/route';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { ApiCluster, VPAS } from '../support/api-cluster';
import { Recommending } from '../support/recommending';
import { stored } from '../support/updating';

const ANNOTATION = 'plumbline.dev/recommender';

let cluster: ApiCluster;
let recommending: Recommending;

beforeEach(async () => {
  cluster = await ApiCluster.start();
  await cluster.workload('web', ['web-1', 'web-2']);
});

afterEach(async () => {
  await recommending.stop();
  await cluster.close();
});

async function start(config = {}): Promise<void> {
  recommending = await Recommending.start(cluster, config);
}

function usage(cpu: string, memory: string): void {
  for (const pod of ['web-1', 'web-2']) cluster.usage.set(`shop/${pod}`, { app: { cpu, memory } });
}

/** Half an hour of little, half an hour of much, half an hour of little. */
async function burst(): Promise<void> {
  usage('250m', '200Mi');
  await recommending.passes(30);
  usage('1900m', '900Mi');
  await recommending.passes(30);
  usage('250m', '200Mi');
  await recommending.passes(30);
}

async function ask<T>(handler: unknown, edit?: object): Promise<{ status: number; body: T }> {
  const request = new Request('http://localhost/api', {
    method: edit ? 'POST' : 'GET',
    body: edit && JSON.stringify(edit),
  });
  const params = { namespace: 'shop', name: 'web' } as never;
  const response = await (handler as Handler)(request, params);
  return { status: response.status, body: (await response.json()) as T };
}

const effectOf = async (edit: object) => (await ask<EffectView>(preview, edit)).body;
const errorsOf = async (edit: object) =>
  (await effectOf(edit)).errors.map(({ field, message }) => `${field}: ${message}`);
const target = () => {
  const [app] = recommending.running.workload('shop', 'web').containers;
  return { cpu: app?.cpu.target, memory: app?.memory.target };
};
const written = () => {
  const vpa = cluster.registry.get<VerticalPodAutoscaler>(VPAS, 'shop', 'web');
  return { recommenders: vpa?.spec.recommenders, annotation: vpa?.metadata.annotations?.[ANNOTATION] };
};
function annotate(annotation: string | undefined): void {
  cluster.registry.mutate<VerticalPodAutoscaler>(VPAS, 'shop', 'web', (vpa) => {
    vpa.metadata.annotations = { team: 'a', ...(annotation !== undefined && { [ANNOTATION]: annotation }) };
  });
}
const seenAnnotation = () => recommending.running.workload('shop', 'web').policy.recommender.annotation;

describe('the recommenders that a VPA can choose', () => {
  it('come with their parameters, what each does, and what applies without', async () => {
    await cluster.autoscaler('web');
    await start({
      recommenders: ['adaptive'],
      recommenderParameters: { adaptive: { priceHalfLife: '1d' } },
      recommenderName: 'ours',
    });
    await recommending.firstPass();
    const { body } = await ask<RecommendersView>(getRecommenders);
    expect(body.recommenders.map(({ name }) => name)).toEqual(['ours', 'adaptive']);
    const adaptive = body.recommenders.find(({ name }) => name === 'adaptive');
    expect(adaptive?.fields).toContainEqual({
      path: 'priceHalfLife',
      label: 'Price half-life',
      help: 'Age at which the cost of an expert has half its weight.',
      kind: 'time',
      usual: '24h',
      isCommon: false,
    });
    expect(adaptive?.fields).toContainEqual(
      expect.objectContaining({
        path: 'shortage',
        kind: 'choice',
        choices: ['saving', 'balanced', 'careful'],
        usual: 'balanced',
      }),
    );
    expect(adaptive?.fields.find(({ path }) => path === 'podMinimum.memoryMb')).toMatchObject({
      kind: 'number',
      unit: 'MiB',
      usual: '250',
      isCommon: true,
    });
    const kinds = body.recommenders.flatMap(({ fields }) => fields.filter(({ help }) => help === ''));
    expect(kinds).toEqual([]);
  });
});

describe('the effect of another recommender', () => {
  it.each([
    ['adaptive', {}],
    ['adaptive', { shortage: 'careful', ceiling: '3' }],
  ])('is what saving %s with %o then recommends', async (recommender, parameters) => {
    await cluster.autoscaler('web');
    await start();
    await burst();
    const before = target();
    const effect = await effectOf({ recommender, parameters });
    expect(effect.errors).toEqual([]);
    expect(effect.containers[0]?.before).toEqual(before);
    const after = effect.containers[0]?.after;
    expect(effect.containers[0]?.bounds?.upperBound.before.cpu).toBeGreaterThan(before.cpu ?? 0);
    expect(effect.statements[0]).toBe(`The recommender changes from default to ${recommender}.`);
    expect(target()).toEqual(before);

    const saved = await ask<EffectView>(save, { recommender, parameters });
    expect(saved.status).toBe(200);
    expect(written().recommenders).toEqual([{ name: recommender }]);
    // A minute later it has one more sample.
    await recommending.until(() => {
      expect((target().cpu ?? 0) / (after?.cpu ?? 0)).toBeCloseTo(1, 1);
      expect(target().memory).toBe(after?.memory);
    });
    await ask(save, { recommender: null, parameters: null });
    expect(written()).toEqual({ recommenders: undefined, annotation: undefined });
    await recommending.until(() => expect(target()).toEqual(before));
  });

  it('differs from today if the parameters do', async () => {
    await cluster.autoscaler('web');
    await start();
    await burst();
    const { containers } = await effectOf({ parameters: { 'cpu.target': '0.5' } });
    const { before, after } = containers[0] ?? {};
    expect(after?.cpu).toBeLessThan((before?.cpu ?? 0) / 2);
  });

  it('goes on from what the running one knows if only its parameters change', async () => {
    await cluster.autoscaler('web');
    await start();
    await burst();
    const { containers, statements } = await effectOf({ parameters: { marginFraction: '1' } });
    const { before, after } = containers[0] ?? {};
    expect((after?.cpu ?? 0) / (before?.cpu ?? 0)).toBeCloseTo(2 / 1.15, 1);
    expect(statements).toContain('marginFraction is 1 instead of 0.15.');
    expect(statements.join()).not.toContain('The recommender changes');
  });

  it('says how long one needs to learn, and that it recommends as default until then', async () => {
    await cluster.autoscaler('web');
    await start();
    await burst();
    const { statements, containers } = await effectOf({ recommender: 'adaptive' });
    expect(statements).toContainEqual(expect.stringMatching(/day.* as default/));
    expect(containers[0]?.after).toEqual(containers[0]?.before);
  });

  it('takes a VPA over from another program, whose name stays as it is otherwise', async () => {
    await cluster.autoscaler('web', { recommenders: [{ name: 'theirs' }] });
    await start();
    await recommending.passes(1);
    expect(recommending.running.workload('shop', 'web').policy.recommender).toMatchObject({
      named: 'theirs',
    });
    expect(recommending.running.workload('shop', 'web').policy.recommender.serving).toBeUndefined();
    expect((await effectOf({ recommender: 'default' })).statements.slice(0, 2)).toEqual([
      'The recommender changes from another program to default.',
      'What its containers use is known here only from now on.',
    ]);
    await ask(save, { updateMode: 'Off' });
    expect(written().recommenders).toEqual([{ name: 'theirs' }]);
  });
});

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, '1']));

describe('parameters that are saved', () => {
  it.each([
    [{ recommender: 'theirs' }, ['recommender: "theirs" is not served here; choose default, adaptive']],
    [
      { recommender: 'adaptive', parameters: { 'memory.peakMargin': '20' } },
      ['parameters.memory.peakMargin: must be at most 10'],
    ],
    [
      { recommender: 'adaptive', parameters: { rest: '6', pause: '1h' } },
      [
        expect.stringMatching(
          /^parameters.pause: is no parameter of recommender "adaptive"; it takes marginFraction, podMinimum, crashes, shortage,/,
        ),
        'parameters.rest: must be a time with a unit, such as 30m or 12h',
      ],
    ],
    [
      { parameters: { shortage: 'saving' } },
      [expect.stringMatching(/^parameters.shortage: is no parameter of recommender "default"/)],
    ],
    [{ parameters: { 'constructor.prototype.x': '1' } }, [expect.stringContaining('is no parameter')]],
  ])('are refused with the field and the remedy: %o', async (edit, errors) => {
    await cluster.autoscaler('web');
    await start();
    await recommending.passes(1);
    expect((await errorsOf(edit)).sort()).toEqual([...errors].sort());
    expect((await ask(save, edit)).status).toBe(422);
    expect(written()).toEqual({ recommenders: undefined, annotation: undefined });
  });

  it('are refused before they reach the annotation, and so are more than a hundred', async () => {
    await cluster.autoscaler('web');
    await start();
    await recommending.firstPass();
    const statusOf = async (parameters: object) =>
      (await ask(preview, { recommender: 'adaptive', parameters })).status;
    const refused = [
      { 'a b': '1' },
      { __proto__x: '1' },
      { ceiling: '1\nshortage: saving' },
      { ceiling: '' },
      { ceiling: 7 },
    ];
    for (const parameters of refused)
      expect([parameters, await statusOf(parameters)]).toEqual([parameters, 422]);
    expect([await statusOf(many(100)), await statusOf(many(101))]).toEqual([200, 422]);
  });

  it('leave the rest of the annotation as it was written', async () => {
    await cluster.autoscaler('web', { recommenders: [{ name: 'adaptive' }] });
    annotate('# nights are quiet\npriceHalfLife: 2h\nshortage: careful\n');
    await start();
    await recommending.until(() => expect(seenAnnotation()).toContain('priceHalfLife'));
    await ask(save, { parameters: { priceHalfLife: '3h', 'memory.peakMargin': '0.1' } });
    expect(written().annotation).toBe(
      '# nights are quiet\npriceHalfLife: 3h\nshortage: careful\nmemory.peakMargin: 0.1\n',
    );
  });

  it('never take the place of an annotation that cannot be read, unless it is removed', async () => {
    await cluster.autoscaler('web', { recommenders: [{ name: 'adaptive' }] });
    annotate('{"priceHalfLife": ');
    await start();
    await recommending.until(() => expect(seenAnnotation()).toContain('priceHalfLife'));
    expect(recommending.running.workload('shop', 'web').policy.recommender.fault).toContain('it is no JSON');
    expect(await errorsOf({ parameters: { priceHalfLife: '3h' } })).toEqual([
      expect.stringMatching(/^parameters: .*cannot be read, so remove it or correct it first: it is no JSON/),
    ]);
    expect((await ask(save, { updateMode: 'Off' })).status).toBe(200);
    expect(written().annotation).toBe('{"priceHalfLife": ');
    expect((await ask(save, { parameters: null })).status).toBe(200);
    expect(written().annotation).toBeUndefined();
  });

  it('are not saved over what someone else wrote meanwhile', async () => {
    await cluster.autoscaler('web', { recommenders: [{ name: 'adaptive' }] });
    annotate('priceHalfLife: 2h');
    await start();
    await recommending.until(() => expect(seenAnnotation()).toBe('priceHalfLife: 2h'));
    const edit = { parameters: { shortage: 'saving' }, annotation: 'priceHalfLife: 2h' };
    annotate('priceHalfLife: 4h');
    const refused = await ask<{ error: { code: string } }>(save, edit);
    expect(refused.status).toBe(409);
    expect(written().annotation).toBe('priceHalfLife: 4h');
  });

  it('are in the record, with who changed what', async () => {
    await cluster.autoscaler('web');
    await start();
    await recommending.passes(1);
    await ask(save, { recommender: 'adaptive', parameters: { shortage: 'saving' } });
    const { store } = recommending.running;
    await stored(store);
    const [record] = await store.audit({ kinds: ['change'], limit: 10 });
    expect(record).toMatchObject({
      change: 'recommender',
      name: 'web',
      outcome: 'done',
      after: { recommenders: [{ name: 'adaptive' }], [ANNOTATION]: 'shortage: saving' },
    });
  });
});
