import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BulkStep } from '@/server/contract/requests/bulk';
import { GRADUATION_ANNOTATION } from '@/server/decide/features/graduation/rules';
import { RULE_LABEL } from '@/server/decide/pods/rule-label';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { until } from '../support/until';
import { type Updating, UpdatingCluster } from '../support/updating';

const ADA = { author: { who: 'ada' }, lacks: async () => undefined };

let cluster: UpdatingCluster;
let process: Updating;

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
  process = await cluster.updating();
});
afterEach(() => cluster.close());

const bulk = () => process.operations.bulk;
const mode = (name: string, to: 'Off' | 'Initial' | 'Recreate' = 'Off'): BulkStep => ({
  kind: 'mode',
  namespace: NAMESPACE,
  name,
  mode: to,
});
const make = (name: string): BulkStep => ({
  kind: 'make',
  namespace: NAMESPACE,
  target: { apiVersion: 'apps/v1', kind: 'Deployment', name },
});
const modeOf = (name: string) => cluster.vpa(name).spec.updatePolicy?.updateMode;
const edit = (name: string, change: (draft: VerticalPodAutoscaler) => void) =>
  cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(VPAS, NAMESPACE, name, change);
const changes = () =>
  process.records.flatMap((record) =>
    record.kind === 'change' && record.change !== 'edited-in-cluster'
      ? [`${record.who} ${record.change} ${record.name} ${record.outcome}`]
      : [],
  );
/** The VPAs as the process sees them. */
const vpas = () => process.context.caches.vpas;

it('changes the modes of many, leaves out who must be and says why, and undoes exactly that', async () => {
  for (const name of ['a', 'b', 'ours', 'rises', 'off']) {
    await cluster.workload(name, { replicas: 2 });
    await cluster.autoscaler(name, { updatePolicy: { updateMode: name === 'off' ? 'Off' : 'Recreate' } });
  }
  edit('ours', ({ metadata }) => {
    metadata.labels = { [RULE_LABEL]: 'all' };
  });
  edit('rises', ({ metadata }) => {
    metadata.annotations = { ...metadata.annotations, [GRADUATION_ANNOTATION]: '' };
  });
  await process.caughtUp(cluster);
  const steps = ['a', 'b', 'ours', 'rises', 'off', 'absent'].map((name) => mode(name));

  const { results: forecasts } = await bulk().preview(steps, ADA);
  expect(forecasts).toEqual([
    { kind: 'changes', from: 'Recreate', pods: { evict: 0, resize: 0, wait: 0, leave: 2 } },
    { kind: 'changes', from: 'Recreate', pods: { evict: 0, resize: 0, wait: 0, leave: 2 } },
    { kind: 'skipped', reason: 'kept-by-policy', detail: 'It is of policy all.' },
    { kind: 'skipped', reason: 'graduates' },
    { kind: 'skipped', reason: 'same-mode' },
    { kind: 'skipped', reason: 'gone' },
  ]);
  expect(changes()).toEqual([]);

  const { results } = await bulk().change(steps, ADA);
  expect(results.map(({ kind }) => kind)).toEqual([
    'done',
    'done',
    'skipped',
    'skipped',
    'skipped',
    'skipped',
  ]);
  expect(['a', 'b', 'ours', 'rises'].map(modeOf)).toEqual(['Off', 'Off', 'Recreate', 'Recreate']);
  expect(changes().sort()).toEqual(['ada update-mode a done', 'ada update-mode b done']);

  // Somebody else changes one meanwhile: the undo leaves that alone.
  edit('b', ({ spec }) => {
    spec.updatePolicy = { updateMode: 'Initial' };
  });
  await process.caughtUp(cluster);
  const undo = results.flatMap((one) => (one.kind === 'done' ? [one.undo] : []));
  const undone = await bulk().change(undo, ADA);
  expect(undone.results).toMatchObject([
    { kind: 'done' },
    { kind: 'skipped', reason: 'changed-since', detail: 'Its mode is Initial.' },
  ]);
  expect([modeOf('a'), modeOf('b')]).toEqual(['Recreate', 'Initial']);
});

it('foretells what the plan does to the pods once the mode lets it', async () => {
  await cluster.admitting();
  await cluster.workload('web', { replicas: 2 });
  await cluster.autoscaler('web', { updatePolicy: { updateMode: 'Off' } });
  await process.caughtUp(cluster);
  const [forecast] = (await bulk().preview([mode('web', 'Recreate')], ADA)).results;
  expect(forecast).toMatchObject({ kind: 'changes', from: 'Off', pods: { evict: 1, wait: 1, leave: 0 } });
  const change = { container: 'app', from: { cpu: expect.any(Number) }, to: { cpu: expect.any(Number) } };
  expect(forecast).toMatchObject({
    foreseen: [
      { decision: 'evict', count: 1, changes: [change], pods: [{ name: expect.stringMatching(/^web-/) }] },
      { decision: 'wait', count: 1, changes: [change] },
    ],
  });
});

it('gives a stopped VPA the mode that counts once it is resumed', async () => {
  await cluster.workload('web');
  await cluster.autoscaler('web', { updatePolicy: { updateMode: 'Recreate' } });
  await process.caughtUp(cluster);
  await process.operations.stops.press({ kind: 'vpa', namespace: NAMESPACE, name: 'web' }, 'bob');
  await until('the stop', () => vpas().get(NAMESPACE, 'web')?.spec.updatePolicy?.updateMode === 'Off');
  const [forecast] = (await bulk().preview([mode('web', 'Initial')], ADA)).results;
  expect(forecast).toMatchObject({ kind: 'changes', from: 'Recreate', isStopped: true });
  expect((await bulk().preview([mode('web', 'Recreate')], ADA)).results).toEqual([
    { kind: 'skipped', reason: 'same-mode' },
  ]);
  const [outcome] = (await bulk().change([mode('web', 'Initial')], ADA)).results;
  expect(outcome).toMatchObject({ kind: 'done', undo: { mode: 'Recreate', from: 'Initial' } });
  expect(modeOf('web')).toBe('Off');
  await process.operations.stops.resume({ kind: 'vpa', namespace: NAMESPACE, name: 'web' }, 'bob');
  await until('the new mode', () => modeOf('web') === 'Initial');
});

it('makes VPAs in mode Off for workloads without one, once, and takes them away again', async () => {
  await cluster.workload('web');
  await cluster.workload('has');
  await cluster.autoscaler('has');
  await process.caughtUp(cluster);
  const steps = [make('web'), make('has'), make('absent')];
  expect((await bulk().preview(steps, ADA)).results).toEqual([
    { kind: 'changes' },
    { kind: 'skipped', reason: 'has-vpa', detail: 'It is has.' },
    { kind: 'skipped', reason: 'target-gone' },
  ]);
  const { results } = await bulk().change(steps, ADA);
  expect(results.map(({ kind }) => kind)).toEqual(['done', 'skipped', 'skipped']);
  expect(cluster.vpa('web-deployment').spec).toEqual({
    targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
    updatePolicy: { updateMode: 'Off' },
  });
  await until('the VPA', () => vpas().get(NAMESPACE, 'web-deployment') !== undefined);
  expect((await bulk().change([make('web')], ADA)).results).toMatchObject([
    { kind: 'skipped', reason: 'has-vpa' },
  ]);

  const edited = () =>
    process.records.flatMap((record) =>
      record.kind === 'change' && record.change === 'edited-in-cluster' ? [record.name] : [],
    );
  const undo = results.flatMap((one) => (one.kind === 'done' ? [one.undo] : []));
  expect((await bulk().change(undo, ADA)).results).toMatchObject([{ kind: 'done', undo: make('web') }]);
  await until('no VPA', () => vpas().get(NAMESPACE, 'web-deployment') === undefined);
  expect(changes()).toEqual(['ada vpa-made web-deployment done', 'ada vpa-removed web-deployment done']);
  expect(edited()).toEqual(['has']);

  await bulk().change([make('web')], ADA);
  await until('it again', () => vpas().get(NAMESPACE, 'web-deployment') !== undefined);
  edit('web-deployment', ({ spec }) => {
    spec.updatePolicy = { updateMode: 'Initial' };
  });
  await process.caughtUp(cluster);
  const { uid = '' } = cluster.vpa('web-deployment').metadata;
  const remove: BulkStep = {
    kind: 'remove',
    namespace: NAMESPACE,
    name: 'web-deployment',
    uid,
    generation: 1,
  };
  expect((await bulk().change([remove], ADA)).results).toEqual([
    { kind: 'skipped', reason: 'changed-since' },
  ]);
});

it('judges each object by what the person may do there', async () => {
  for (const name of ['a', 'b']) {
    await cluster.workload(name);
    await cluster.autoscaler(name);
  }
  await process.caughtUp(cluster);
  const eve = {
    author: { who: 'eve' },
    lacks: async (step: BulkStep) =>
      'name' in step && step.name === 'b' ? 'It takes the right.' : undefined,
  };
  const { results } = await bulk().change([mode('a'), mode('b')], eve);
  expect(results).toMatchObject([
    { kind: 'done' },
    { kind: 'skipped', reason: 'forbidden', detail: 'It takes the right.' },
  ]);
  expect([modeOf('a'), modeOf('b')]).toEqual(['Off', 'Recreate']);
});
