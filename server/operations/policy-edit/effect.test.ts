import { describe, expect, it } from 'vitest';
import { NO_STOPS } from '@/tests/support/no-stops';
import { input, pod, vpa, workload } from '../../../tests/support/plan-input';
import { defaultConfig } from '../../config';
import { NO_LIMITS } from '../../decide/pods/limit-bounds';
import { stopStateOf } from '../../decide/pods/stop';
import { outlookOf } from '../../decide/running/outlook';
import { edited, editPatch, isStill } from './edit';
import { effectOf, failedEffect } from './effect';

const pods = [pod('a'), pod('b')];
const { nowMs, cluster } = input([]);
const largestNodes = [{ cpu: 4000, memory: 16 * 2 ** 30 }];
const scope = { nowMs, cluster };

const KNOWN = { settings: defaultConfig(), nowMs, limits: NO_LIMITS, stops: NO_STOPS };

async function effect(
  edit: Parameters<typeof edited>[1],
  before = vpa(),
  stops = NO_STOPS,
  overruling: Parameters<typeof outlookOf>[2] = () => undefined,
) {
  const outlook = await outlookOf(workload(pods, before, { largestNodes }), scope, overruling);
  return effectOf(before, () => edited(before, edit), {
    ...KNOWN,
    stops,
    pods: { kind: 'planned', outlook },
  });
}

const patchOf = (...[before, edit, isHeld]: Parameters<typeof edited>) =>
  editPatch(before, edit, edited(before, edit, isHeld));

describe('the effect of an edit, computed before it is saved', () => {
  it('equals what the plan will say', async () => {
    const { before, after, statements } = await effect({ updateMode: 'Off' });
    expect(before).toEqual({ updateMode: 'Recreate', evict: 1, resize: 0, wait: 1, leave: 0 });
    expect(after).toEqual({ updateMode: 'Off', evict: 0, resize: 0, wait: 0, leave: 2 });
    expect(statements).toEqual([
      'The update mode changes from Recreate to Off.',
      'The next pass changes no pod.',
      'Neither running nor new pods are changed.',
    ]);
  });

  it('tells which pods change, and what they request and are limited to, now and after', async () => {
    const limited = [pod('db-0', { limits: { cpu: '400m', memory: '400Mi' } }), pod('db-1')];
    const [was, next] = [edited(vpa(), { updateMode: 'Off' }), vpa()];
    const outlook = await outlookOf(workload(limited, was), scope, () => undefined);
    const { foreseen } = await effectOf(was, () => next, { ...KNOWN, pods: { kind: 'planned', outlook } });
    const MiB = 2 ** 20;
    const change = {
      container: 'app',
      from: { cpu: 100, memory: 100 * MiB },
      to: { cpu: 200, memory: 200 * MiB },
    };
    expect(foreseen).toMatchObject([
      {
        decision: 'evict',
        count: 1,
        pods: [{ name: 'db-0' }],
        changes: [
          {
            ...change,
            limits: { cpu: 800, memory: 800 * MiB },
            formerLimits: { cpu: 400, memory: 400 * MiB },
          },
        ],
      },
      { decision: 'wait', count: 1, pods: [{ name: 'db-1' }], changes: [change] },
    ]);
    expect((await effect({ updateMode: 'Off' })).foreseen).toEqual([]);
  });

  it('lets others run while it looks at thousands of pods', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => pod(`pod-${index}`));
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const outlook = await outlookOf(workload(many, vpa()), scope, () => undefined);
    const beside = turns;
    await effectOf(vpa(), () => edited(vpa(), { minReplicas: 2 }), {
      ...KNOWN,
      pods: { kind: 'planned', outlook },
    });
    isOver = true;
    expect([beside > 1, turns > beside + 1]).toEqual([true, true]);
  });

  it('considers another VPA that acts, before the edit or after it', async () => {
    const leaving = await effect({ updateMode: 'Off' }, vpa(), NO_STOPS, () => 'other');
    expect(leaving.statements).toContain('VPA other acts on the pods of this target, so this one does not.');
    const overruled = workload(pods, vpa(), { overruledBy: 'other' });
    const outlook = await outlookOf(overruled, scope, () => undefined);
    const { before, after } = await effectOf(vpa(), () => edited(vpa(), { minReplicas: 2 }), {
      ...KNOWN,
      pods: { kind: 'planned', outlook },
    });
    expect([before.leave, after.evict]).toEqual([2, 1]);
  });

  it('shows how the target changes with a bound', async () => {
    const containerPolicies = [{ containerName: 'app', maxAllowed: { cpu: '180m' } }];
    const { containers, statements } = await effect({ containerPolicies });
    expect(containers).toEqual([
      { container: 'app', before: { cpu: 200, memory: 209715200 }, after: { cpu: 180, memory: 209715200 } },
    ]);
    expect(statements).toContain('The target changes for app.');
  });

  it.each([
    ['plans no pods', { kind: 'elsewhere' } as const, 'This process plans no pods'],
    ['cannot plan these', failedEffect(new Error('no such node')), 'cannot be computed: no such node'],
    [
      'cannot plan them as they would be',
      {
        kind: 'planned',
        outlook: {
          atMs: 0,
          largestNodes: [],
          now: { evict: 1, resize: 0, wait: 0, leave: 0 },
          under: async () => {
            throw new Error('no such node');
          },
        },
      } as const,
      'cannot be computed: no such node',
    ],
  ])('is computed without the pods by a process that %s', async (_name, known, words) => {
    const before = vpa();
    const containerPolicies = [{ containerName: 'app', maxAllowed: { cpu: '180m' } }];
    const edit = { containerPolicies, updateMode: 'Off' as const };
    const told = await effectOf(before, () => edited(before, edit), { ...KNOWN, pods: known });
    expect(told.errors).toEqual([]);
    expect(told.after).toEqual({ updateMode: 'Off' });
    expect(told.statements.join(' ')).toContain(words);
    expect(told.statements.join(' ')).not.toContain('The next pass');
    expect(told.containers[0]?.after.cpu).toBe(180);
  });

  it('says that a mode saved during a stop waits for the resume', async () => {
    const stops = stopStateOf(new Map([['all', { who: 'ada', atMs: 1 }]]));
    const stop = { scope: 'all', who: 'ada', atMs: 1 };
    const was = edited(vpa(), { updateMode: 'Recreate' }, true);
    const next = edited(was, { updateMode: 'InPlaceOrRecreate' }, true);
    expect(next.spec.updatePolicy?.updateMode).toBe('Off');
    const outlook = await outlookOf(workload(pods, was, { stop }), scope, () => undefined);
    const told = await effectOf(was, () => next, { ...KNOWN, stops, pods: { kind: 'planned', outlook } });
    expect([told.before.updateMode, told.after.updateMode]).toEqual(['Recreate', 'InPlaceOrRecreate']);
    expect(told.after).toMatchObject({ evict: 0, resize: 0, wait: 2, leave: 0 });
    expect(told.statements.slice(0, 3)).toEqual([
      'A stop holds for this VPA: its mode is Off until someone resumes.',
      'After the resume its mode is InPlaceOrRecreate instead of Recreate.',
      'The next pass changes no pod.',
    ]);
    expect(told.statements[3]).toMatch(/^2 pods wait until someone resumes \(a, b\)\. Someone pressed stop/);
  });

  it('saves a mode during a stop for the resume, and leaves the mode Off', () => {
    const stopped = { ...vpa({ updatePolicy: { updateMode: 'Off' } }) };
    expect(patchOf(stopped, { updateMode: 'Initial' }, true).slice(1)).toEqual([
      {
        op: 'add',
        path: '/metadata/annotations',
        value: { 'plumbline.dev/former-update-mode': '{"mode":"Initial","policy":true,"isNew":true}' },
      },
    ]);
  });

  it('says which pods wait, until when and why', async () => {
    const { statements } = await effect({ minReplicas: 5 });
    expect(statements).toContainEqual(
      expect.stringMatching(/^2 pods wait until more replicas run \(a, b\)\. Fewer pods are live/),
    );
  });

  it('warns of a maximum far below what the usage needs, and of one above any node', async () => {
    const containerPolicies = [{ containerName: 'app', maxAllowed: { cpu: '20m', memory: '99Gi' } }];
    const { warnings, errors } = await effect({ containerPolicies });
    expect(errors).toEqual([]);
    expect(warnings).toEqual([
      'The maximum of 20m CPU for app is 10 % of the 200m that its usage needs: it will be throttled or starved.',
      'The maximum of 99 GiB memory for app is more than any node can give (16 GiB).',
    ]);
    const above = [{ containerName: 'app', maxAllowed: { cpu: '300m' } }];
    expect((await effect({ containerPolicies: above })).warnings).toEqual([]);
  });

  it.each([
    ['a maximum below the minimum', { minAllowed: { cpu: '2' }, maxAllowed: { cpu: '1' } }, 'maxAllowed'],
    ['an amount below zero', { minAllowed: { memory: '-5Mi' } }, 'minAllowed[memory]'],
    ['an amount that is none', { minAllowed: { cpu: 'lots' } }, 'minAllowed'],
  ])('names the field of %s', async (_name, policy, field) => {
    const { errors } = await effect({ containerPolicies: [{ containerName: 'app', ...policy }] });
    expect(errors[0]?.field).toContain(field);
  });

  it.each<[string, Parameters<typeof edited>[1], string]>([
    ['the least live pods', { minReplicas: 5 }, 'No pod is evicted while fewer than 5 are live.'],
    ['the time after an OOM', { evictAfterOOMSeconds: 90 }, 'within 90 s of its start'],
    [
      'eviction requirements',
      {
        evictionRequirements: [
          { resources: ['cpu', 'memory'], changeRequirement: 'TargetHigherThanRequests' },
        ],
      },
      'its CPU or memory target is above the request',
    ],
    [
      'a startup boost',
      { startupBoost: { cpu: { type: 'Factor', factor: 3, durationSeconds: 30 } } },
      'New pods start with 3 times the CPU, until 30 s after they are ready.',
    ],
    [
      'what follows an OOM',
      { containerPolicies: [{ containerName: 'app', oomBumpUpRatio: '1.5' }] },
      'app is assumed to need 1.5 times what it used',
    ],
    [
      'how memory is learned',
      { containerPolicies: [{ containerName: '*', memoryAggregationIntervalSeconds: 3600 }] },
      'Memory of every other container is learned',
    ],
    [
      'limits',
      { containerPolicies: [{ containerName: 'app', controlledValues: 'RequestsOnly' }] },
      'Limits of app stay as they are.',
    ],
  ])('says what changes with %s', async (_name, edit, words) => {
    expect((await effect(edit)).statements.join(' ')).toContain(words);
    expect((await effect({})).statements.join(' ')).not.toContain(words);
  });

  it('uses the requested minimum of live pods', async () => {
    expect((await effect({ minReplicas: 5 })).after).toMatchObject({ evict: 0, wait: 2 });
  });

  it('is saved as the smallest difference, and only over the spec that was edited', () => {
    const known = { ...vpa(), metadata: { ...vpa().metadata, generation: 4 } };
    const test = { op: 'test', path: '/metadata/generation', value: 4 };
    expect(patchOf(known, { updateMode: 'Initial' })).toEqual([
      test,
      { op: 'replace', path: '/spec/updatePolicy/updateMode', value: 'Initial' },
    ]);
    expect(patchOf(edited(known, { minReplicas: 3 }), { minReplicas: null })).toEqual([
      test,
      { op: 'remove', path: '/spec/updatePolicy/minReplicas' },
    ]);
    expect(patchOf(known, {})).toEqual([test]);
  });

  it('keeps unknown fields', () => {
    const known = vpa();
    const odd = {
      ...known,
      spec: {
        ...known.spec,
        updatePolicy: { ...known.spec.updatePolicy, later: 1 },
        resourcePolicy: { containerPolicies: [], later: 2 },
      },
    };
    expect(edited(odd, { minReplicas: 3, containerPolicies: [] }).spec).toMatchObject({
      updatePolicy: { later: 1, minReplicas: 3 },
      resourcePolicy: { later: 2, containerPolicies: [] },
    });
  });
});

describe('the calendar of a VPA in an edit', () => {
  const NIGHTS = 'windows: [{from: "22:00", for: 8h}]';

  it('is an annotation, and its windows are told with what waits for them', async () => {
    const { after, statements, calendar } = await effect({ calendar: NIGHTS });
    expect(after).toMatchObject({ evict: 0, wait: 2 });
    expect(statements.join(' ')).toContain('Pods may change only every day 22:00 for 8h.');
    expect(statements.join(' ')).toContain('The calendar allows no change now');
    expect(calendar).toMatchObject({ own: NIGHTS, from: 'vpa', faults: [] });
    expect(edited(vpa(), { calendar: NIGHTS }).metadata.annotations).toEqual({
      'plumbline.dev/calendar': NIGHTS,
    });
  });

  it('is removed by null, and saved only over the one that was edited', () => {
    const object = edited(vpa(), { calendar: NIGHTS });
    expect(edited(object, { calendar: null }).metadata.annotations).toEqual({});
    expect(isStill(object, { formerCalendar: NIGHTS })).toBe(true);
    expect(isStill(object, { formerCalendar: null })).toBe(false);
    expect(patchOf(object, { calendar: 'always' })).toContainEqual({
      op: 'test',
      path: '/metadata/annotations/plumbline.dev~1calendar',
      value: NIGHTS,
    });
  });
});
