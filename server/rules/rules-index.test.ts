import { describe, expect, it } from 'vitest';
import { RulesWorld } from '@/tests/support/rules-world';
import { RULE_LABEL } from '../decide/pods/rule-label';
import { GOLDILOCKS_RULE, LAST_APPLIED_ANNOTATION, OPT_OUT_LABEL } from '../decide/pods/rule-marks';
import { ruleStatus } from './rule-status';

const DELETED = { deletionTimestamp: '2026-03-01T00:00:00Z' };

function shop(settings?: ConstructorParameters<typeof RulesWorld>[0]): RulesWorld {
  const world = new RulesWorld(settings);
  world.namespace('shop', { labels: { team: 'shop' } });
  world.namespace('bank', { labels: { team: 'bank' } });
  return world;
}

function statusOf(world: RulesWorld, name: string) {
  world.steps();
  const [policy, object] = [world.rulesIndex.policies.named(name), world.rulesIndex.policies.objectOf(name)];
  if (!policy || !object) throw new Error('no such policy');
  const tally = world.rulesIndex.tallies.find(name);
  return ruleStatus({ policy, object, tally, nowMs: 0, placeOf: (key) => world.rulesIndex.placeOf(key) });
}

function condition(world: RulesWorld, name: string, type: string) {
  const { status, reason, message } =
    statusOf(world, name).conditions?.find((one) => one.type === type) ?? {};
  return { status, reason, message };
}

describe('kinds of other controllers', () => {
  const ROLLOUT = 'argoproj.io/v1alpha1/Rollout';
  const rollout = (name: string, labels: Record<string, string> = {}) => ({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Rollout',
    metadata: { name, namespace: 'shop', labels },
  });

  it('get VPAs, whatever version of the kind a rule names, and lose them once they are known to be gone', () => {
    const world = shop();
    world.policy('all', { kinds: ['argoproj.io/v1/Rollout', 'Deployment'] });
    world.rulesIndex.setWorkload(ROLLOUT, undefined, rollout('web'));
    world.rulesIndex.setWorkload(ROLLOUT, undefined, rollout('kept', { [OPT_OUT_LABEL]: 'true' }));
    world.rulesIndex.setWorkload('example.com/v1/Rollout', undefined, {
      ...rollout('other'),
      apiVersion: 'example.com/v1',
    });
    world.run();
    expect([...world.vpas.values()].map(({ spec }) => spec.targetRef)).toEqual([
      { apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout', name: 'web' },
    ]);
    world.rulesIndex.dropWorkload(ROLLOUT, rollout('web'));
    world.run();
    expect(world.vpas.size).toBe(1);
    expect([...world.rulesIndex.wantedKinds()]).toContain(ROLLOUT);
    world.rulesIndex.kindIsKnown(ROLLOUT);
    world.run();
    expect(world.vpas.size).toBe(0);
  });

  it('are told where they cannot be followed, while the rule applies to its other kinds', () => {
    const world = shop();
    world.policy('all', { kinds: [ROLLOUT, 'Deployment'] });
    world.workload('shop/web');
    expect(world.rulesIndex.setKindFault(ROLLOUT, 'may not be listed')).toBe(true);
    expect(world.rulesIndex.setKindFault(ROLLOUT, 'may not be listed')).toBe(false);
    expect(condition(world, 'all', 'KindUnusable')).toEqual({
      status: 'True',
      reason: 'NotFollowed',
      message: 'may not be listed',
    });
    expect(world.run()).toHaveLength(1);
    world.rulesIndex.setKindFault(ROLLOUT, undefined);
    expect(condition(world, 'all', 'KindUnusable').status).toBe('False');
  });

  it.each(['Rollout', 'Secret', 'v1/Secret', 'policy.k8s.io/v1/Any', 'a/b/c/d', '', 'x'.repeat(10_000)])(
    'are named by group, version and kind, not as %s',
    (kind) => {
      const world = shop();
      world.policy('all', { kinds: [kind, 'Deployment'] });
      expect(condition(world, 'all', 'KindUnusable').message).toContain('is no kind that rules take');
      world.workload('shop/web');
      expect(world.run()).toHaveLength(1);
    },
  );
});

describe('the fleet', () => {
  it('makes one VPA for every workload that a policy matches, and then does nothing', () => {
    const world = shop();
    world.policy('shop', {
      namespaceSelector: { matchLabels: { team: 'shop' } },
      workloadSelector: { matchExpressions: [{ key: 'tier', operator: 'NotIn', values: ['cache'] }] },
      exclude: [{ names: ['legacy'] }, { selector: { matchLabels: { app: 'x' } }, namespaces: ['shop'] }],
      template: { metadata: { labels: { by: 'us' } }, spec: { updatePolicy: { updateMode: 'Initial' } } },
      calendar: { windows: [] },
    });
    world.workload('shop/web');
    world.workload('shop/web', {}, 'statefulSets');
    world.workload('shop/batch', {}, 'cronJobs');
    world.workload('shop/redis', { labels: { tier: 'cache' } });
    world.workload('shop/legacy');
    world.workload('shop/x', { labels: { app: 'x' } });
    world.workload('bank/web');
    world.run();
    expect([...world.vpas.keys()].sort()).toEqual(['shop/web-deployment', 'shop/web-statefulset']);
    expect(world.vpas.get('shop/web-deployment')).toMatchObject({
      metadata: {
        labels: { by: 'us', [RULE_LABEL]: 'shop' },
        annotations: { 'plumbline.dev/calendar': '{"windows":[]}' },
        ownerReferences: [{ kind: 'VerticalScalingPolicy', name: 'shop', uid: 'policy-shop' }],
      },
      spec: {
        targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        updatePolicy: { updateMode: 'Initial' },
      },
    });
    expect(world.run()).toEqual([]);
    expect(statusOf(world, 'shop')).toMatchObject({
      workloads: 2,
      vpas: 2,
      conflictCount: 0,
      editedCount: 0,
    });
  });

  it('names what keeps a workload without a VPA of the policy', () => {
    const world = shop();
    world.policy('older', {}, { creationTimestamp: '2026-01-01T00:00:00Z' });
    world.policy('newer', {}, { creationTimestamp: '2026-02-01T00:00:00Z' });
    world.policy('weak', { precedence: -1 }, { creationTimestamp: '2025-01-01T00:00:00Z' });
    world.workload('shop/web');
    world.workload('shop/own');
    world.handMade('shop/mine', 'own');
    world.run();
    expect(world.of('shop/web').map(({ metadata }) => metadata.labels?.[RULE_LABEL])).toEqual(['older']);
    expect(statusOf(world, 'older')).toMatchObject({
      workloads: 2,
      vpas: 1,
      conflictCount: 2,
      conflicts: [
        { namespace: 'shop', kind: 'Deployment', name: 'own', reason: 'EqualPrecedence', with: 'newer' },
        { name: 'web', reason: 'EqualPrecedence', with: 'newer' },
      ],
    });
    expect(statusOf(world, 'newer')).toMatchObject({ workloads: 0, vpas: 0, conflictCount: 2 });
    expect(statusOf(world, 'weak')).toMatchObject({ workloads: 0, vpas: 0, conflictCount: 0 });
    world.policy('newer', { precedence: 1 });
    world.run();
    expect(world.of('shop/web').map(({ metadata }) => metadata.labels?.[RULE_LABEL])).toEqual(['newer']);
    expect(statusOf(world, 'newer').conflicts).toEqual([
      { namespace: 'shop', kind: 'Deployment', name: 'own', reason: 'OwnVpa', with: 'mine' },
    ]);
  });

  it('gives way to a VPA that a person makes, and never touches that one', () => {
    const world = shop();
    world.policy('all');
    world.workload('shop/web');
    world.run();
    world.handMade('shop/mine', 'web');
    const before = world.vpas.get('shop/mine');
    expect(world.run().map(({ kind, vpa }) => [kind, vpa.metadata.name])).toEqual([
      ['remove', 'web-deployment'],
    ]);
    expect(world.of('shop/web')).toEqual([before]);
  });

  it('takes another name if a VPA of something else has the usual one', () => {
    const world = shop();
    world.handMade('shop/web-deployment', 'other');
    world.policy('all');
    world.workload('shop/web');
    world.run();
    expect(world.of('shop/web')[0]?.metadata.name).toMatch(/^web-deployment-[0-9a-f]{8}$/);
    world.deleteVpa('shop/web-deployment');
    expect(world.run()).toEqual([]);
  });

  it('gives VPAs valid names, also where a long name is cut off, and each its own', () => {
    const world = shop();
    world.policy('shop');
    const dotted = `${'a'.repeat(159)}.${'b'.repeat(93)}`;
    const others = [`${'a'.repeat(159)}.${'c'.repeat(93)}`, 'd'.repeat(253), `${'d'.repeat(252)}e`];
    for (const name of [dotted, ...others]) world.workload(`shop/${name}`);
    world.run();
    const names = [dotted, ...others]
      .flatMap((name) => world.of(`shop/${name}`))
      .map(({ metadata }) => metadata.name);
    expect(new Set(names).size).toBe(4);
    for (const name of names)
      expect(name).toMatch(/^(?=.{1,180}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/);
  });

  it('collects the VPA of a workload once that has been gone for long enough, and not before', () => {
    const world = shop({ collectAfterMs: 60_000 });
    world.policy('all');
    world.workload('shop/web');
    world.run();
    world.delete('shop/web');
    expect(world.run()).toEqual([]);
    world.nowMs = 59_000;
    world.workload('shop/web', { uid: 'made again' });
    expect(world.run()).toEqual([]);
    world.delete('shop/web');
    expect(world.run()).toEqual([]);
    world.nowMs = 118_000;
    expect(world.run()).toEqual([]);
    world.nowMs = 119_000;
    expect(world.run()).toMatchObject([{ kind: 'remove', why: 'workload-gone' }]);
    expect(world.vpas.size).toBe(0);
  });

  it.each([
    [
      'the workload',
      (world: RulesWorld) => world.workload('shop/web', { labels: { [OPT_OUT_LABEL]: 'true' } }),
    ],
    [
      'the namespace',
      (world: RulesWorld) => world.namespace('shop', { labels: { [OPT_OUT_LABEL]: 'true' } }),
    ],
  ])('takes its VPA away if %s opts out', (_, optOut) => {
    const world = shop();
    world.policy('all');
    world.workload('shop/web');
    world.run();
    optOut(world);
    expect(world.run()).toMatchObject([{ kind: 'remove', why: 'opted-out' }]);
  });

  it('targets only what no other controller owns', () => {
    const world = shop();
    world.policy('all');
    const owner = {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Rollout',
      name: 'web',
      uid: '1',
      controller: true,
    };
    world.workload('shop/web', { ownerReferences: [owner] });
    expect(world.run()).toEqual([]);
  });

  it('keeps what was edited by hand and says so', () => {
    const world = shop();
    world.policy('all');
    world.workload('shop/web');
    world.run();
    const [vpa] = world.of('shop/web');
    if (!vpa) throw new Error('there is no VPA');
    world.putVpa({ ...vpa, spec: { ...vpa.spec, updatePolicy: { updateMode: 'Recreate' } } });
    world.policy('all', { template: { spec: { updatePolicy: { updateMode: 'Initial', minReplicas: 3 } } } });
    world.run();
    expect(world.of('shop/web')[0]?.spec.updatePolicy).toEqual({ updateMode: 'Recreate', minReplicas: 3 });
    expect(statusOf(world, 'all')).toMatchObject({
      editedCount: 1,
      edited: [{ namespace: 'shop', name: 'web-deployment', fields: ['spec.updatePolicy.updateMode'] }],
    });
  });

  it.each([
    ['Keep', 'release'],
    ['Remove', 'remove'],
  ] as const)('asks what becomes of the VPAs of a deleted policy; %s does that', (onDelete, kind) => {
    const world = shop();
    world.policy('all');
    world.workload('shop/web');
    world.run();
    world.policy('all', {}, DELETED);
    world.workload('shop/new');
    expect(world.run()).toEqual([]);
    expect(condition(world, 'all', 'Ready')).toMatchObject({
      status: 'False',
      reason: 'AwaitsDecision',
      message: expect.stringContaining('kubectl patch vsp all'),
    });
    world.policy('all', { onDelete }, DELETED);
    expect(world.run().map((step) => step.kind)).toEqual([kind]);
    const [left] = world.of('shop/web');
    if (onDelete === 'Remove') expect(left).toBeUndefined();
    else {
      expect(left?.metadata.labels).toEqual({});
      expect(left?.metadata.annotations).not.toHaveProperty(LAST_APPLIED_ANNOTATION);
      expect(left?.metadata.ownerReferences).toEqual([]);
    }
    expect(world.rulesIndex.tallies.find('all')?.vpas.size ?? 0).toBe(0);
  });

  it('tells of an equal policy also behind a deleted one that awaits a decision', () => {
    const world = shop();
    world.policy('older', {}, { creationTimestamp: '2026-01-01T00:00:00Z' });
    world.policy('going', {}, { creationTimestamp: '2026-02-01T00:00:00Z', ...DELETED });
    world.policy('newer', {}, { creationTimestamp: '2026-03-01T00:00:00Z' });
    world.workload('shop/web');
    world.run();
    expect(statusOf(world, 'older').conflicts).toMatchObject([{ reason: 'EqualPrecedence', with: 'newer' }]);
    expect(statusOf(world, 'newer').conflicts).toMatchObject([{ reason: 'EqualPrecedence', with: 'older' }]);
    expect(statusOf(world, 'going').conflictCount).toBe(0);
  });

  it('hands the VPAs of a deleted policy to the next that matches, as they are', () => {
    const world = shop();
    world.policy('first', { precedence: 1 });
    world.policy('second');
    world.workload('shop/web');
    world.run();
    const [before] = world.of('shop/web');
    world.policy('first', { precedence: 1, onDelete: 'Remove' }, DELETED);
    expect(world.run().map(({ kind }) => kind)).toEqual(['patch']);
    const [left] = world.of('shop/web');
    expect(left?.metadata).toMatchObject({
      name: before?.metadata.name,
      labels: { [RULE_LABEL]: 'second' },
    });
  });

  it.each([
    [
      'minAllowed above maxAllowed',
      {
        template: {
          spec: {
            resourcePolicy: {
              containerPolicies: [{ containerName: '*', minAllowed: { cpu: '2' }, maxAllowed: { cpu: '1' } }],
            },
          },
        },
      },
      'spec.template.spec.resourcePolicy.containerPolicies[0]',
    ],
    [
      'a mode that there is not',
      { template: { spec: { updatePolicy: { updateMode: 'Sometimes' as 'Off' } } } },
      'updateMode',
    ],
    ['a target', { template: { spec: { targetRef: {} } as object } }, 'targetRef'],
    ['no object', { template: { spec: 7 as unknown as object } }, 'spec.template.spec'],
    ['our own label', { template: { metadata: { labels: { [RULE_LABEL]: 'x' } } } }, 'is set by Plumbline'],
    [
      'two recommenders',
      { template: { spec: { recommenders: [{ name: 'a' }, { name: 'b' }] } } },
      'recommenders',
    ],
  ])('leaves its VPAs as they are while the template has %s, and says so', (_, spec, named) => {
    const world = shop();
    world.policy('all');
    world.workload('shop/web');
    world.run();
    world.policy('all', spec);
    world.workload('shop/new');
    expect(world.run()).toEqual([]);
    expect(condition(world, 'all', 'TemplateInvalid')).toMatchObject({
      status: 'True',
      message: expect.stringContaining(named),
    });
    expect(condition(world, 'all', 'Ready').reason).toBe('TemplateInvalid');
  });

  it('leaves its VPAs as they are while a selector cannot be read', () => {
    const world = shop();
    world.policy('all');
    world.workload('shop/web');
    world.run();
    world.policy('all', { workloadSelector: { matchExpressions: [{ key: 'a', operator: 'Near' as 'In' }] } });
    world.workload('shop/new');
    expect(world.run()).toEqual([]);
    expect(condition(world, 'all', 'Ready')).toMatchObject({
      reason: 'SelectorInvalid',
      message: expect.stringContaining('Near'),
    });
  });

  it('makes VPAs although a part with a safe reading is wrong, and says so', () => {
    const world = shop();
    world.policy('all', { template: { metadata: { annotations: { 'plumbline.dev/with-hpa': 'never' } } } });
    world.workload('shop/web');
    expect(world.run()).toHaveLength(1);
    expect(condition(world, 'all', 'PartInvalid')).toMatchObject({ status: 'True', reason: 'ReadSafely' });
  });

  it('says that it matches everything', () => {
    const world = shop();
    world.policy('all', { namespaceSelector: {}, workloadSelector: { matchLabels: {} } });
    world.policy('some', { exclude: [{ namespaces: ['kube-system'] }] });
    expect(condition(world, 'all', 'MatchesEverything').status).toBe('True');
    expect(condition(world, 'some', 'MatchesEverything').status).toBe('False');
  });

  it('collects nothing while it cannot know: policies away, or a kind that nobody follows', () => {
    const world = shop();
    world.policy('all', { kinds: ['CronJob', 'Deployment'] });
    world.workload('shop/web');
    world.workload('shop/night', {}, 'cronJobs');
    world.run();
    expect(world.vpas.size).toBe(2);
    world.delete('shop/night', 'cronJobs');
    expect(world.run()).toEqual([]);
    world.rulesIndex.setKnowsPolicies(false);
    world.rulesIndex.dropPolicy('all');
    expect(world.run()).toEqual([]);
    world.rulesIndex.setKnowsPolicies(true);
    expect(world.run()).toMatchObject([{ kind: 'remove', why: 'no-policy' }]);
  });

  it('leaves a VPA alone whose label was taken off', () => {
    const world = shop();
    world.policy('all');
    world.workload('shop/web');
    world.run();
    const [vpa] = world.of('shop/web');
    if (!vpa) throw new Error('there is no VPA');
    world.putVpa({ ...vpa, metadata: { ...vpa.metadata, labels: {} } });
    expect(world.run()).toEqual([]);
    world.delete('shop/web');
    expect(world.run()).toEqual([]);
  });

  it.each([
    ['labels that are no texts', { labels: { app: 7 } }],
    ['no labels', { labels: null }],
    ['owners that are no list', { ownerReferences: 'none' }],
  ])('goes on with all others if a workload has %s', (_, metadata) => {
    const world = shop();
    world.policy('shop', { workloadSelector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] } });
    world.policy('all', { precedence: -1 });
    try {
      world.workload('shop/odd', metadata as object);
    } catch {
      // A listener that fails on an object is told of the next.
    }
    world.workload('shop/web');
    world.run();
    expect(world.of('shop/web')).toHaveLength(1);
  });

  it.each([
    ['no spec at all', undefined],
    ['exclusions that are no list', { exclude: 7 }],
    ['kinds that are no list', { kinds: 'Deployment' }],
    ['a template that is a text', { template: 'x' }],
    ['labels that are a number', { template: { metadata: { labels: { a: 1 } } } }],
  ])('survives a policy with %s, as a definition without a schema lets it in', (_, spec) => {
    const world = shop();
    world.policy('odd', spec as object);
    world.workload('shop/web');
    world.policy('all', { precedence: -1 });
    expect(() => world.run()).not.toThrow();
    expect(statusOf(world, 'odd').conditions).toBeDefined();
  });

  it('makes none in a namespace that goes, nor for a workload that goes', () => {
    const world = shop();
    world.policy('all');
    world.namespace('shop', DELETED);
    world.workload('shop/web');
    world.workload('bank/web', DELETED);
    expect(world.run()).toEqual([]);
  });

  it('understands the labels of Goldilocks, beneath every policy', () => {
    const world = shop({ goldilocks: true });
    world.namespace('shop', {
      labels: {
        'goldilocks.fairwinds.com/enabled': 'true',
        'goldilocks.fairwinds.com/vpa-update-mode': 'initial',
      },
    });
    world.workload('shop/web');
    world.workload('shop/off', { annotations: { 'goldilocks.fairwinds.com/vpa-update-mode': 'off' } });
    world.workload('bank/web');
    world.run();
    const [web, off] = [world.of('shop/web')[0], world.of('shop/off')[0]];
    expect(web?.spec.updatePolicy?.updateMode).toBe('Initial');
    expect(off?.spec.updatePolicy?.updateMode).toBe('Off');
    expect(web?.metadata.labels?.[RULE_LABEL]).toBe(GOLDILOCKS_RULE);
    expect(web?.metadata.ownerReferences).toBeUndefined();
    expect(world.vpas.size).toBe(2);
    world.policy('shop', { precedence: -5 });
    world.run();
    expect(world.of('shop/web')[0]?.metadata.labels?.[RULE_LABEL]).toBe('shop');
    world.policy('shop', { precedence: -5, onDelete: 'Remove' }, DELETED);
    world.run();
    world.namespace('shop', {});
    expect(world.run().map(({ kind }) => kind)).toEqual(['remove', 'remove']);
  });
});
