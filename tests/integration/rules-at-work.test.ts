import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '@/sandbox/cluster';
import { defaultConfig } from '@/server/config';
import { markedRule } from '@/server/decide/pods/rule-marks';
import { compose } from '@/server/host/compose';
import type { Runtime } from '@/server/host/runtime';
import { silentLogger } from '@/server/lib/report/log';
import { wallClock } from '@/server/lib/time/clock';
import type { VerticalScalingPolicy } from '@/server/objects/plumbline-types';
import type { KubeObject, Workload } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { until } from '../support/until';

const VPAS = 'verticalpodautoscalers.autoscaling.k8s.io';
const POLICIES = 'verticalscalingpolicies.plumbline.dev';
const NIGHTS = 'timeZone: Europe/Berlin\nwindows:\n- {from: "22:00", for: 8h}\n';

let folder: string;
let sandbox: Sandbox;
let runtime: Runtime;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'plumbline-policies-'));
  sandbox = await startSandbox({
    port: 0,
    clock: wallClock,
    log: silentLogger,
    scenario: 'empty',
    seed: 1,
    dataDir: folder,
    scalesHorizontally: false,
  });
  await sandbox.registry.create('namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'shop', labels: { team: 'shop' } },
  } as KubeObject);
  for (const name of ['web', 'api']) await sandbox.registry.create('deployments.apps', deployment(name));
  runtime = await compose(
    defaultConfig({
      roles: ['rules', 'updater'],
      kubeconfig: sandbox.kubeconfigPath,
      dataDir: path.join(folder, 'data'),
      databaseUrl: '',
    }),
    { log: silentLogger },
  );
  await until('operations', () => runtime.operations !== undefined && runtime.handles.rules !== undefined);
});
afterEach(async () => {
  await runtime.stop();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

const operations = () => {
  if (!runtime.operations) throw new Error('no operations yet');
  return runtime.operations.rules;
};
const policy = (name: string) => sandbox.registry.get<VerticalScalingPolicy>(POLICIES, undefined, name);
const vpas = () => [...sandbox.registry.list<VerticalPodAutoscaler>(VPAS)];
const made = (count: number) => until(`${count} VPAs`, () => vpas().length === count);

function deployment(name: string): Workload {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'shop', labels: { app: name } },
    spec: {
      replicas: 0,
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: { containers: [{ name: 'app', image: 'none' }] },
      },
    },
  } as Workload;
}

describe('a policy of a form', () => {
  it('says before it is made what it matches, and makes it', async () => {
    const edit = {
      name: 'shop-defaults',
      namespaceSelector: 'team=shop',
      template: { updateMode: 'Off' as const },
      calendar: NIGHTS,
    };
    const { view: effect } = await operations().previewNew(edit);
    expect(effect).toMatchObject({
      errors: [],
      statements: ['2 workloads match now.', 'Plumbline makes 2 VPAs.'],
      trial: { matched: 2, made: 2, conflicts: 0, matchesEverything: false },
    });
    expect(effect.trial?.first.map(({ name, outcome }) => [name, outcome])).toEqual(
      expect.arrayContaining([
        ['web', 'made'],
        ['api', 'made'],
      ]),
    );
    expect(effect.yaml.after).toContain('updateMode: "Off"');
    expect(policy('shop-defaults')).toBeUndefined();
    await operations().create(edit, { who: 'ada' });
    await made(2);
    expect(policy('shop-defaults')?.spec).toMatchObject({
      namespaceSelector: { matchLabels: { team: 'shop' } },
      calendar: { timeZone: 'Europe/Berlin', windows: [{ from: '22:00', for: '8h' }] },
      template: { spec: { updatePolicy: { updateMode: 'Off' } } },
    });
    expect(vpas()[0]?.metadata.annotations).toMatchObject({
      'plumbline.dev/calendar': expect.stringContaining('22:00'),
    });
  });

  it('is changed only over the version that was edited', async () => {
    await operations().create(
      { name: 'all-shop', namespaceSelector: 'team=shop', template: { updateMode: 'Off' } },
      { who: 'ada' },
    );
    await made(2);
    const generation = policy('all-shop')?.metadata.generation ?? 0;
    const edit = { workloadSelector: 'app=web', template: { updateMode: 'Initial' as const } };
    const { view: effect } = await operations().preview('all-shop', edit);
    expect(effect.trial).toMatchObject({ matched: 1, changed: 1, removed: 1 });
    await operations().save('all-shop', { ...edit, generation }, { who: 'ada' });
    await made(1);
    await until('the new mode', () => vpas()[0]?.spec.updatePolicy?.updateMode === 'Initial');
    await expect(
      operations().save('all-shop', { ...edit, generation }, { who: 'bob' }),
    ).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('tells what becomes of the pods of a few VPAs that it changes, and of as many as are asked for', async () => {
    for (let index = 0; index < 6; index++)
      await sandbox.registry.create('deployments.apps', deployment(`more-${index}`));
    const rule = {
      name: 'all-shop',
      namespaceSelector: 'team=shop',
      template: { updateMode: 'Off' as const },
    };
    await operations().create(rule, { who: 'ada' });
    await made(8);
    const edit = { template: { updateMode: 'Recreate' as const } };
    await until('a plan of each', async () => {
      const { foreseen, trial } = (await operations().preview('all-shop', edit)).view;
      return trial?.changed === 8 && foreseen?.length === 5;
    });
    const { view: all, changes } = await operations().preview('all-shop', { ...edit, foresee: 8 });
    expect(
      changes.map(({ before, after }) =>
        [before, after].map(({ spec }) => spec.updatePolicy?.updateMode).join(' to '),
      ),
    ).toEqual(Array(8).fill('Off to Recreate'));
    expect(all.foreseen?.map(({ name, updateMode }) => `${name} ${updateMode}`).sort()).toEqual(
      vpas()
        .map(({ metadata }) => `${metadata.name} Recreate`)
        .sort(),
    );
    expect(all.yaml.after).not.toContain('foresee');
  });

  it.each([
    [{ namespaceSelector: 'team in (' }, 'namespaceSelector'],
    [
      { namespaceSelector: 'team=shop', calendar: 'timeZone: Mars\nwindows: [{from: "22:00", for: 8h}]' },
      'calendar',
    ],
    [{ namespaceSelector: 'team=shop', calendar: 'soon' }, 'calendar'],
    [{ namespaceSelector: 'team=shop', approvals: '- x' }, 'approvals'],
    [{ namespaceSelector: 'team=shop', approvals: 'growin: 1' }, 'approvals'],
    [{ namespaceSelector: 'team=shop', graduation: 'steps: [Up]' }, 'graduation'],
    [{}, 'everything'],
    [{ namespaceSelector: 'team=shop', template: { minReplicas: -1 } }, 'spec.updatePolicy.minReplicas'],
  ])('is refused at the field that is wrong: %o', async (edit, field) => {
    const { view: effect } = await operations().previewNew({ name: 'wrong', ...edit });
    expect(effect.errors.map((error) => error.field)).toContain(field);
    await expect(operations().create({ name: 'wrong', ...edit }, { who: 'ada' })).rejects.toMatchObject({
      code: 'invalid',
    });
    expect(policy('wrong')).toBeUndefined();
  });

  it('may take every workload once somebody confirmed it', async () => {
    const { view: effect } = await operations().previewNew({ name: 'all', everything: true });
    expect(effect.errors).toEqual([]);
    expect(effect.warnings.join()).toContain('takes every workload of every namespace');
  });

  it('names workloads that have a VPA of their own', async () => {
    await sandbox.registry.create(VPAS, {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata: { name: 'mine', namespace: 'shop' },
      spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } },
    } as VerticalPodAutoscaler);
    await until('the VPA in the cache', () => runtime.cluster?.caches.vpas.get('shop', 'mine') !== undefined);
    const { trial } = (await operations().previewNew({ name: 'x', namespaceSelector: 'team=shop' })).view;
    expect(trial).toMatchObject({ matched: 2, made: 1, conflicts: 1 });
    expect(trial?.first[0]).toEqual({
      namespace: 'shop',
      kind: 'Deployment',
      name: 'web',
      outcome: 'conflict',
      conflict: { reason: 'OwnVpa', with: 'mine' },
    });
  });

  it.each([['Keep', 2] as const, ['Remove', 0] as const])(
    'is deleted, its VPAs: %s',
    async (choice, left) => {
      await operations().create(
        { name: 'gone', namespaceSelector: 'team=shop', template: { updateMode: 'Off' } },
        { who: 'ada' },
      );
      await made(2);
      const { view: foretold } = await operations().previewRemoval('gone', choice);
      expect(foretold.trial).toMatchObject({ kept: left, removed: 2 - left, moved: 0 });
      expect((foretold.removed ?? []).map(({ name }) => name).sort()).toEqual(
        choice === 'Remove'
          ? vpas()
              .map(({ metadata }) => metadata.name)
              .sort()
          : [],
      );
      await operations().remove('gone', choice, { who: 'ada' });
      await until('no policy', () => policy('gone') === undefined);
      await made(left);
      expect(vpas().filter((vpa) => markedRule(vpa) !== undefined)).toEqual([]);
    },
  );

  it('says before it is deleted which VPAs another rule takes, and then does', async () => {
    const template = { updateMode: 'Off' as const };
    await operations().create(
      { name: 'strong', precedence: 9, namespaceSelector: 'team=shop', template },
      { who: 'ada' },
    );
    await made(2);
    await operations().create({ name: 'weak', workloadSelector: 'app=web', template }, { who: 'ada' });
    const { trial, removed, statements } = (await operations().previewRemoval('strong', 'Remove')).view;
    expect(trial).toMatchObject({ moved: 1, removed: 1, kept: 0 });
    expect(removed).toEqual([{ namespace: 'shop', name: expect.stringContaining('api') }]);
    expect(statements[0]).toBe('1 VPA goes over to another rule, which takes the workload too.');
    await operations().remove('strong', 'Remove', { who: 'ada' });
    await until('no policy', () => policy('strong') === undefined);
    await until('the other rule has it', () => vpas().map(markedRule).join() === 'weak');
  });
});
