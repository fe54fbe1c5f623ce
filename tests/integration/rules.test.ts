import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '@/sandbox/cluster';
import { defaultConfig } from '@/server/config';
import { markedRule } from '@/server/decide/pods/rule-marks';
import { compose } from '@/server/host/compose';
import type { Runtime } from '@/server/host/runtime';
import { silentLogger } from '@/server/lib/report/log';
import { wallClock } from '@/server/lib/time/clock';
import type { VerticalScalingPolicy } from '@/server/objects/plumbline-types';
import type { KubeEvent, KubeObject, Workload } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { asking } from '../support/asking';
import { FaultyApi } from '../support/faulty-api';
import { HeadlessProcess } from '../support/headless-process';
import { describeWithProgram, output } from '../support/installed-program';
import { KUBECTL_PATIENCE } from '../support/patience';
import { until } from '../support/until';

const VPAS = 'verticalpodautoscalers.autoscaling.k8s.io';
const POLICIES = 'verticalscalingpolicies.plumbline.dev';
const CRD = 'customresourcedefinitions.apiextensions.k8s.io';

describeWithProgram('kubectl', 'kubernetes-client', 'a fleet of VPAs', (kubectlFile) => {
  let folder: string;
  let sandbox: Sandbox;
  let runtime: Runtime | undefined;
  let child: HeadlessProcess | undefined;

  const kubectl = (...args: string[]) =>
    output(kubectlFile, ['--cache-dir', path.join(folder, 'cache'), ...args], {
      KUBECONFIG: sandbox.kubeconfigPath,
    });
  const begin = async (scenario = 'empty') => {
    sandbox = await startSandbox({
      port: 0,
      clock: wallClock,
      log: silentLogger,
      scenario,
      seed: 1,
      dataDir: folder,
      scalesHorizontally: false,
    });
    if (!sandbox.registry.get('namespaces', undefined, 'shop'))
      await sandbox.registry.create('namespaces', namespace('shop', { team: 'shop' }));
  };
  const run = async (settings: object = {}) => {
    runtime = await compose(
      defaultConfig({
        roles: ['rules'],
        kubeconfig: sandbox.kubeconfigPath,
        dataDir: path.join(folder, 'data'),
        databaseUrl: '',
        rulesCollectAfterMs: 0,
        ...settings,
      }),
      { log: silentLogger },
    );
    return runtime;
  };
  /** As a person applies it. */
  const apply = async (...objects: object[]) => {
    const file = path.join(folder, 'applied.yaml');
    writeFileSync(file, objects.map((object) => JSON.stringify(object)).join('\n---\n'));
    return kubectl('apply', '-f', file);
  };
  const vpas = () => [...sandbox.registry.list<VerticalPodAutoscaler>(VPAS, undefined)];
  const vpa = (name: string) => sandbox.registry.get<VerticalPodAutoscaler>(VPAS, 'shop', name);
  const policy = (name: string) => sandbox.registry.get<VerticalScalingPolicy>(POLICIES, undefined, name);
  const conditionOf = (name: string, type: string) =>
    policy(name)?.status?.conditions?.find((one) => one.type === type);
  const readiness = (name: string) => conditionOf(name, 'Ready')?.reason;
  const workload = (name: string, labels: Record<string, string> = {}, spaceName = 'shop') =>
    sandbox.registry.create('deployments.apps', deployment(name, labels, spaceName));

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'fleet-'));
  });
  afterEach(async () => {
    await child?.kill();
    await runtime?.stop();
    runtime = undefined;
    child = undefined;
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('makes the VPAs of all others where a webhook fails for those of one namespace, and says so', async () => {
    await begin();
    await sandbox.registry.create('namespaces', namespace('locked', {}));
    const locked = Array.from({ length: 25 }, (_, index) => `w${index}`);
    for (const name of locked) await workload(name, {}, 'locked');
    await workload('web');
    const api = await FaultyApi.before(sandbox);
    api.fault = (method, url) =>
      method === 'POST' && url.includes('/namespaces/locked/verticalpodautoscalers')
        ? { status: 500, reason: 'InternalError' }
        : undefined;
    try {
      await apply(scalingPolicy('all', { exclude: [{ namespaces: ['kube-system'] }] }));
      await run({ kubeconfig: api.kubeconfig });
      await until('the VPA of the healthy workload', () => vpa('web-deployment') !== undefined);
      // What was made is counted once a watch has shown it, maybe in the next pass.
      await until('the status', () => {
        const { conflictCount, vpas } = policy('all')?.status ?? {};
        return conflictCount === locked.length && vpas === 1;
      });
      expect(policy('all')?.status?.conflicts).toEqual(
        expect.arrayContaining([expect.objectContaining({ name: 'w0', reason: 'Refused' })]),
      );
      await runtime?.stop();
    } finally {
      await api.close();
    }
  });

  it('makes the VPA of a workload whose owner could not be read at first', async () => {
    await begin();
    const owner = await sandbox.registry.create<KubeObject>('configmaps', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'owner', namespace: 'shop' },
    });
    const { uid = '' } = owner.metadata;
    const web = deployment('web', {}, 'shop');
    web.metadata.ownerReferences = [
      { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid, controller: true },
    ];
    await sandbox.registry.create('deployments.apps', web);
    const api = await FaultyApi.before(sandbox);
    let refused = 0;
    api.fault = (_method, url) =>
      refused === 0 && url.endsWith('/configmaps/owner') && ++refused
        ? { status: 500, reason: 'InternalError' }
        : undefined;
    try {
      await apply(scalingPolicy('shop', { namespaceSelector: { matchLabels: { team: 'shop' } } }));
      await run({ kubeconfig: api.kubeconfig });
      await until('the VPA', () => vpa('web-deployment') !== undefined);
      expect(refused).toBe(1);
      await runtime?.stop();
    } finally {
      await api.close();
    }
  });

  it('tells a policy how it stands although the API server went away in the middle', async () => {
    await begin();
    await workload('web');
    const api = await FaultyApi.before(sandbox);
    const status = `/${POLICIES.split('.')[0]}/shop/status`;
    let asked = 0;
    let isAway = true;
    api.fault = (method, url) => {
      if (method !== 'PATCH' || !url.endsWith(status)) return undefined;
      asked++;
      return isAway ? { status: 401, reason: 'Unauthorized' } : undefined;
    };
    try {
      await apply(scalingPolicy('shop', { namespaceSelector: { matchLabels: { team: 'shop' } } }));
      await run({ kubeconfig: api.kubeconfig });
      await until('the VPA', () => vpa('web-deployment') !== undefined);
      const before = asked;
      await until('several attempts', () => asked > before + 2);
      isAway = false;
      await until('the status', () => readiness('shop') === 'UpToDate');
      await runtime?.stop();
    } finally {
      await api.close();
    }
  });

  it('gives every matching workload one VPA, leaves what a person made alone, and shows it in kubectl', async () => {
    await begin();
    await workload('web');
    await workload('own');
    await workload('cache', { tier: 'cache' });
    await workload('out', { 'plumbline.dev/opt-out': 'true' });
    await sandbox.registry.create(VPAS, handMade('mine', 'own'));
    const mine = vpa('mine');
    await run();
    await apply(
      scalingPolicy('shop', {
        namespaceSelector: { matchLabels: { team: 'shop' } },
        workloadSelector: { matchExpressions: [{ key: 'tier', operator: 'DoesNotExist' }] },
        template: {
          spec: {
            updatePolicy: { updateMode: 'Initial' },
            resourcePolicy: { containerPolicies: [{ containerName: '*', maxAllowed: { cpu: '2' } }] },
          },
        },
      }),
    );
    await until('the status', () => readiness('shop') === 'Conflicts');
    expect(vpas().map(({ metadata }) => metadata.name)).toEqual(['mine', 'web-deployment']);
    expect(vpa('mine')).toEqual(mine);
    expect(policy('shop')?.status).toMatchObject({
      workloads: 2,
      vpas: 1,
      conflicts: [{ namespace: 'shop', kind: 'Deployment', name: 'own', reason: 'OwnVpa', with: 'mine' }],
    });
    expect(policy('shop')?.metadata.finalizers).toEqual(['plumbline.dev/vpas-of-policy']);
    expect(await kubectl('get', 'vsp')).toMatch(/shop +0 +Initial +2 +1 +1 +Conflicts/);
    await until('an event', () =>
      [...sandbox.registry.list<KubeEvent>('events', undefined)].some(
        ({ reason, involvedObject }) => reason === 'VpasMade' && involvedObject.name === 'shop',
      ),
    );

    await kubectl(
      'patch',
      'vpa',
      '-n',
      'shop',
      'web-deployment',
      '--type=merge',
      '-p',
      patchOf('minReplicas', 5),
    );
    await until('the edit is named', () => policy('shop')?.status?.editedCount === 1);
    await kubectl(
      'patch',
      'vsp',
      'shop',
      '--type=merge',
      '-p',
      '{"spec":{"template":{"spec":{"updatePolicy":{"updateMode":"Off"}}}}}',
    );
    await until('the new mode', () => vpa('web-deployment')?.spec.updatePolicy?.updateMode === 'Off');
    expect(vpa('web-deployment')?.spec.updatePolicy?.minReplicas).toBe(5);

    const { pages, handles } = runtime ?? {};
    if (!pages || !handles?.rules) throw new Error('there are no pages');
    const { rules } = handles;
    const list = await until('the list', async () => {
      const found = await pages.policies.list(rules, asking('sort=workloads&state=conflicts'));
      return found.matching === 1 && found;
    });
    expect(list).toMatchObject({
      isInstalled: true,
      rows: [{ name: 'shop', workloads: 2, vpas: 1, edited: 1 }],
    });
    const one = await pages.policies.one(rules, 'shop', asking('sort=name'));
    expect(one.workloads.rows).toEqual([
      {
        namespace: 'shop',
        kind: 'Deployment',
        name: 'own',
        state: 'conflict',
        edited: [],
        conflict: { reason: 'OwnVpa', with: 'mine' },
      },
      {
        namespace: 'shop',
        kind: 'Deployment',
        name: 'web',
        state: 'edited',
        vpa: 'web-deployment',
        mode: 'Off',
        edited: ['spec.updatePolicy.minReplicas'],
      },
    ]);
  });

  it('collects the VPA of a deleted workload, and keeps that of one made again', async () => {
    await begin();
    await workload('web');
    await workload('again');
    await run({ rulesCollectAfterMs: 1_500 });
    await apply(scalingPolicy('all'));
    await until('two VPAs', () => vpas().length === 2);
    const kept = vpa('again-deployment')?.metadata.uid;
    await kubectl('delete', 'deployment', '-n', 'shop', 'web', 'again');
    await workload('again');
    await until('one VPA', () => vpas().length === 1);
    expect(vpa('again-deployment')?.metadata.uid).toBe(kept);
    await kubectl('delete', 'namespace', 'shop');
    await until('none', () => vpas().length === 0);
  });

  it.each(['Keep', 'Remove'] as const)('asks before a policy goes: %s', async (onDelete) => {
    await begin();
    await workload('web');
    await run();
    await apply(scalingPolicy('all'));
    await until('a VPA', () => readiness('all') === 'UpToDate');
    await kubectl('delete', 'vsp', 'all', '--wait=false');
    await until('the question', () => readiness('all') === 'AwaitsDecision');
    expect(conditionOf('all', 'Ready')?.message).toContain('kubectl patch vsp all');
    await until('the problem', () =>
      runtime?.problems.list().some(({ code }) => code === 'scaling-policy-awaits-decision'),
    );
    expect(vpas()).toHaveLength(1);
    await kubectl('patch', 'vsp', 'all', '--type=merge', '-p', JSON.stringify({ spec: { onDelete } }));
    await until('no policy', () => !policy('all'));
    if (onDelete === 'Remove') {
      expect(vpas()).toEqual([]);
    } else {
      expect(vpas()).toHaveLength(1);
      expect(markedRule(vpas()[0] as VerticalPodAutoscaler)).toBeUndefined();
      expect(vpas()[0]?.metadata.ownerReferences ?? []).toEqual([]);
    }
  });

  it('makes the VPAs of a kind of another controller, and says which kinds it cannot follow', async () => {
    await begin();
    await workload('web');
    await sandbox.registry.create(CRD, definitionOf('Fleet', 'Namespaced', true));
    await sandbox.registry.create(CRD, definitionOf('Crew', 'Namespaced', false));
    await sandbox.registry.create(CRD, definitionOf('World', 'Cluster', true));
    await run();
    const custom = ['Fleet', 'Crew', 'World', 'Ghost'].map((kind) => `example.com/v1/${kind}`);
    await apply(
      scalingPolicy('mixed', {
        kinds: ['Deployment', ...custom],
        workloadSelector: { matchExpressions: [{ key: 'tier', operator: 'NotIn', values: ['cache'] }] },
      }),
    );
    const said = () => conditionOf('mixed', 'KindUnusable')?.message ?? '';
    await until('what is wrong', () =>
      /Crew has no scale subresource.*World has no namespace.*Ghost is not served/.test(said()),
    );
    expect(said()).not.toContain('Fleet');
    await until('the problem', () =>
      runtime?.problems.list().some(({ code }) => code === 'scaling-policy-kind-unusable'),
    );
    const rules = (name: string, labels: Record<string, string> = {}) =>
      sandbox.registry.create<KubeObject>('fleets.example.com', {
        apiVersion: 'example.com/v1',
        kind: 'Fleet',
        metadata: { name, namespace: 'shop', labels },
      });
    await rules('ships');
    await rules('redis', { tier: 'cache' });
    await rules('kept', { 'plumbline.dev/opt-out': 'true' });
    await until('the VPA of the fleet', () => vpa('ships-fleet') !== undefined);
    expect(vpa('ships-fleet')?.spec.targetRef).toEqual({
      apiVersion: 'example.com/v1',
      kind: 'Fleet',
      name: 'ships',
    });
    expect(
      vpas()
        .map(({ metadata }) => metadata.name)
        .sort(),
    ).toEqual(['ships-fleet', 'web-deployment']);
    await sandbox.registry.delete('fleets.example.com', 'shop', 'ships');
    await until('the collected VPA', () => vpa('ships-fleet') === undefined);
    expect(vpa('web-deployment')).toBeDefined();
  });

  it('lets the older of two equal policies have a workload, and tells both', async () => {
    await begin();
    await workload('web');
    await run();
    await apply(scalingPolicy('older'));
    await until('a VPA', () => vpas().length === 1);
    await wallClock.sleep(1_000);
    await apply(scalingPolicy('a-newer'));
    await until('the conflict', () => policy('a-newer')?.status?.conflictCount === 1);
    expect(policy('a-newer')?.status?.conflicts).toMatchObject([
      { name: 'web', reason: 'EqualPrecedence', with: 'older' },
    ]);
    expect(vpas().map(markedRule)).toEqual(['older']);
    await until('the problem', () =>
      runtime?.problems.list().some(({ code }) => code === 'scaling-policies-conflict'),
    );
    await kubectl('patch', 'vsp', 'a-newer', '--type=merge', '-p', '{"spec":{"precedence":1}}');
    await until('the move', () => vpas().map(markedRule)[0] === 'a-newer');
  });

  it('refuses by schema what is no template, and says by condition what the schema cannot', async () => {
    await begin();
    await workload('web');
    await run();
    const wrong = (template: object) => scalingPolicy('wrong', { template });
    await expect(apply(wrong({ spec: { updatePolicy: { updateMode: 'Sometimes' } } }))).rejects.toThrow(
      'Unsupported value: "Sometimes"',
    );
    await expect(apply(scalingPolicy('wrong', { kinds: ['Rollout'] }))).rejects.toThrow('spec.kinds[0]');
    await apply(
      wrong({
        spec: {
          resourcePolicy: {
            containerPolicies: [{ containerName: '*', minAllowed: { cpu: '2' }, maxAllowed: { cpu: '1' } }],
          },
        },
      }),
    );
    await until('the condition', () => conditionOf('wrong', 'TemplateInvalid')?.status === 'True');
    expect(conditionOf('wrong', 'MatchesEverything')?.status).toBe('True');
    expect(readiness('wrong')).toBe('TemplateInvalid');
    expect(vpas()).toEqual([]);
    await apply(wrong({ spec: {} }));
    await until('a VPA', () => vpas().length === 1);
    await until('no more problems', () => runtime?.problems.list().length === 0);
  });

  it('waits for its definition, which may come and go', async () => {
    await begin('without-crds');
    await kubectl(
      'apply',
      '-f',
      'deploy/crds/verticalpodautoscalers.yaml',
      '-f',
      'deploy/crds/verticalpodautoscalercheckpoints.yaml',
    );
    await workload('web');
    const { handles, problems } = await run();
    await until('it is known to be absent', () => runtime?.handles.rules?.isInstalled === false);
    expect(problems.list()).toEqual([]);
    expect(handles).toBeDefined();
    await kubectl('apply', '-f', 'deploy/crds/verticalscalingpolicies.yaml');
    await kubectl(
      'wait',
      '--for=condition=Established',
      KUBECTL_PATIENCE,
      'crd/verticalscalingpolicies.plumbline.dev',
    );
    await apply(scalingPolicy('all'));
    await until('a VPA', () => vpas().length === 1);
    await sandbox.registry.delete(CRD, undefined, 'verticalscalingpolicies.plumbline.dev');
    await until('it is absent again', () => runtime?.handles.rules?.isInstalled === false);
    expect(problems.list()).toEqual([]);
  });

  it('does to the scenario of policies what their words say', async () => {
    await begin('policies');
    await run();
    await until('every policy settled', () =>
      ['everything', 'shop', 'front', 'bank'].every((name) =>
        ['UpToDate', 'Conflicts'].includes(readiness(name) ?? ''),
      ),
    );
    const modes = Object.fromEntries(
      vpas().map(({ metadata, spec }) => [
        `${metadata.namespace}/${metadata.name}`,
        `${metadata.labels?.['plumbline.dev/policy'] ?? 'a person'} ${spec.updatePolicy?.updateMode}`,
      ]),
    );
    expect(modes).toMatchObject({
      'bank/ledger-deployment': 'bank Recreate',
      'bank/postgres-statefulset': 'bank Recreate',
      'platform/log-agent-daemonset': 'everything Off',
      'shop/cart-deployment': 'shop InPlaceOrRecreate',
      'shop/legacy-deployment': 'everything Off',
      'shop/search-by-hand': 'a person Off',
    });
    expect(Object.keys(modes)).toHaveLength(11);
    expect(
      sandbox.registry.get<VerticalPodAutoscaler>(VPAS, 'bank', 'ledger-deployment')?.metadata.annotations,
    ).toMatchObject({
      'plumbline.dev/calendar':
        '{"timeZone":"Europe/Berlin","windows":[{"days":["Mon-Fri"],"from":"22:00","to":"06:00"}]}',
      'plumbline.dev/approvals': '{"growing":"always"}',
    });
    for (const name of ['bank', 'everything']) expect(conditionOf(name, 'PartInvalid')?.status).toBe('False');
  });

  it('makes VPAs while everything is stopped, with their mode held, and takes that for no edit', async () => {
    await begin();
    await workload('web');
    const { operations } = await run({ roles: ['rules', 'updater'], useAdmissionControllerStatus: false });
    await apply(scalingPolicy('all', { template: { spec: { updatePolicy: { updateMode: 'Recreate' } } } }));
    const mode = (name: string) => vpa(name)?.spec.updatePolicy?.updateMode;
    await until('a VPA', () => mode('web-deployment') === 'Recreate');
    await (await until('operations', () => runtime?.operations ?? operations)).stops.press(
      { kind: 'all' },
      'a test',
    );
    await until('the stop', () => mode('web-deployment') === 'Off');
    await workload('new');
    await until('its mode held', () => mode('new-deployment') === 'Off');
    await kubectl(
      'patch',
      'vsp',
      'all',
      '--type=merge',
      '-p',
      '{"spec":{"template":{"spec":{"updatePolicy":{"updateMode":"Initial","minReplicas":3}}}}}',
    );
    await until('the rest follows', () => vpa('web-deployment')?.spec.updatePolicy?.minReplicas === 3);
    await until(
      'the status',
      () =>
        policy('all')?.status?.observedGeneration === policy('all')?.metadata.generation &&
        readiness('all') === 'UpToDate',
    );
    expect(mode('web-deployment')).toBe('Off');
    expect(policy('all')?.status?.editedCount).toBe(0);
    await runtime?.operations?.stops.resume({ kind: 'all' }, 'a test');
    await until('the mode of the policy', () =>
      ['web-deployment', 'new-deployment'].every((name) => mode(name) === 'Initial'),
    );
    await until('no edit', () => readiness('all') === 'UpToDate' && policy('all')?.status?.editedCount === 0);
  });

  it('says which VPA the API server refuses, and makes the others', async () => {
    await begin();
    await sandbox.registry.create('resourcequotas', {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'few', namespace: 'shop' },
      spec: { hard: { [`count/${VPAS}`]: '0' } },
    } as KubeObject);
    await sandbox.registry.create('namespaces', namespace('bank', {}));
    await workload('web');
    await workload('web', {}, 'bank');
    await run();
    await apply(scalingPolicy('all'));
    await until('the refusal', () =>
      policy('all')?.status?.conflicts?.some(({ reason }) => reason === 'Refused'),
    );
    expect(policy('all')?.status?.conflicts).toMatchObject([
      { namespace: 'shop', name: 'web', with: expect.stringContaining('exceeded quota') },
    ]);
    await until('the problem', () =>
      runtime?.problems.list().some(({ code }) => code === 'scaling-policy-not-carried-out'),
    );
    expect(vpas().map(({ metadata }) => metadata.namespace)).toEqual(['bank']);
  });

  it('understands the labels of Goldilocks without a single policy', async () => {
    await begin();
    await workload('web');
    await run({ goldilocksLabels: true });
    await kubectl(
      'label',
      'namespace',
      'shop',
      'goldilocks.fairwinds.com/enabled=true',
      'goldilocks.fairwinds.com/vpa-update-mode=initial',
    );
    await until('a VPA', () => vpa('web-deployment')?.spec.updatePolicy?.updateMode === 'Initial');
    await kubectl('label', 'namespace', 'shop', 'goldilocks.fairwinds.com/enabled-');
    await until('none', () => vpas().length === 0);
  });

  it('makes a VPA for each of 1,000 workloads, and none twice after kill -9', async () => {
    await begin();
    const COUNT = 1_000;
    for (let index = 0; index < COUNT; index++) await workload(`web-${index}`);
    let made = 0;
    const end = sandbox.registry.watch<VerticalPodAutoscaler>(VPAS, ({ type }) => {
      if (type === 'ADDED') made++;
    });
    await apply(scalingPolicy('all'));
    const start = () =>
      HeadlessProcess.start({
        PLUMBLINE_ROLES: 'rules',
        PLUMBLINE_KUBECONFIG: sandbox.kubeconfigPath,
        PLUMBLINE_DATA_DIR: path.join(folder, 'child'),
      });
    const startedAt = performance.now();
    child = await start();
    await until('some', () => made > 150);
    await child.kill();
    const before = made;
    expect(before).toBeLessThan(COUNT);
    child = await start();
    for (const share of [0.25, 0.5, 0.75, 1]) await until(`${share} of them`, () => made >= share * COUNT);
    const seconds = (performance.now() - startedAt) / 1000;
    await until('the status', () => readiness('all') === 'UpToDate');
    end();
    if (process.env.TIMES) console.info({ seconds, before });
    const targets = vpas().map(({ spec }) => spec.targetRef?.name);
    expect(new Set(targets).size).toBe(COUNT);
    expect(targets).toHaveLength(COUNT);
    expect(made).toBe(COUNT);
    expect(policy('all')?.status).toMatchObject({ workloads: COUNT, vpas: COUNT, conflictCount: 0 });
  });
});

function namespace(name: string, labels: Record<string, string>): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } };
}

function definitionOf(kind: string, scope: 'Namespaced' | 'Cluster', scales: boolean): KubeObject {
  const plural = `${kind.toLowerCase()}s`;
  const scale = { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: 'example.com',
      names: { plural, kind },
      scope,
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          ...(scales && { subresources: { scale } }),
        },
      ],
    },
  } as KubeObject;
}

function deployment(name: string, labels: Record<string, string>, spaceName: string): Workload {
  const own = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: spaceName, labels },
    spec: {
      replicas: 0,
      selector: { matchLabels: own },
      template: { metadata: { labels: own }, spec: { containers: [{ name: 'app', image: 'app:1' }] } },
    },
  };
}

function handMade(name: string, target: string): VerticalPodAutoscaler {
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name, namespace: 'shop' },
    spec: {
      targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: target },
      updatePolicy: { updateMode: 'Off' },
    },
  };
}

function scalingPolicy(name: string, spec: object = {}): object {
  return {
    apiVersion: 'plumbline.dev/v1alpha1',
    kind: 'VerticalScalingPolicy',
    metadata: { name },
    spec: { template: { spec: { updatePolicy: { updateMode: 'Off' } } }, ...spec },
  };
}

function patchOf(field: string, value: unknown): string {
  return JSON.stringify({ spec: { updatePolicy: { [field]: value } } });
}
