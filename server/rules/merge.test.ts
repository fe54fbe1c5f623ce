import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VpaTemplate } from '@/server/objects/plumbline-types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { GRADUATION_ANNOTATION } from '../decide/features/graduation/rules';
import { FORMER_MODE_ANNOTATION, formerModeText } from '../decide/pods/mode-before-stop';
import { RULE_LABEL } from '../decide/pods/rule-label';
import { LAST_APPLIED_ANNOTATION } from '../decide/pods/rule-marks';
import { mergePatch } from '../objects/merge-patch';
import { merge, type Owner } from './merge';
import { type WantedVpa, wantedBy, wantedFrom } from './wanted';

const OWNER: Owner = {
  name: 'shop',
  reference: {
    apiVersion: 'plumbline.dev/v1alpha1',
    kind: 'VerticalScalingPolicy',
    name: 'shop',
    uid: 'uid-shop',
  },
};
const TARGET = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };

function wanted(spec: NonNullable<VpaTemplate['spec']>, annotations: Record<string, string> = {}): WantedVpa {
  return wantedFrom({ spec, metadata: { annotations } }, { updateMode: 'Recreate' });
}

/** A VPA as the policy made it. */
function made(by: WantedVpa): VerticalPodAutoscaler {
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: {
      name: 'web-deployment',
      namespace: 'shop',
      resourceVersion: '7',
      labels: { ...by.labels, [RULE_LABEL]: OWNER.name },
      annotations: { ...by.annotations, [LAST_APPLIED_ANNOTATION]: by.text },
      ownerReferences: OWNER.reference ? [OWNER.reference] : [],
    },
    spec: structuredClone({ ...by.spec, targetRef: TARGET }),
  };
}

function mergedInto(vpa: VerticalPodAutoscaler, want: WantedVpa) {
  const { patch, edited } = merge(vpa, want, OWNER);
  return { vpa: patch ? mergePatch(vpa, patch) : vpa, edited, isPatched: patch !== undefined };
}

const before = wanted({
  updatePolicy: { updateMode: 'Off', minReplicas: 2 },
  resourcePolicy: { containerPolicies: [{ containerName: '*', maxAllowed: { cpu: '2', memory: '4Gi' } }] },
});

describe('a VPA and the template of its policy', () => {
  it('leaves a VPA alone that is as it should be', () => {
    expect(merge(made(before), before, OWNER)).toEqual({ edited: [] });
  });

  it('takes a field called __proto__ for a field like any other', () => {
    const spec = '{"updatePolicy":{"updateMode":"Off"},"__proto__":{"polluted":true}}';
    merge(made(before), wanted(JSON.parse(spec)), OWNER);
    expect('polluted' in {}).toBe(false);
  });

  it('follows every field that nobody edited, and removes what the template no longer states', () => {
    const next = wanted({
      updatePolicy: { updateMode: 'InPlaceOrRecreate' },
      resourcePolicy: { containerPolicies: [{ containerName: 'app', mode: 'Off' }] },
    });
    const { vpa, edited } = mergedInto(made(before), next);
    expect(edited).toEqual([]);
    expect(vpa.spec).toEqual({ ...next.spec, targetRef: TARGET });
    expect(mergedInto(vpa, next).isPatched).toBe(false);
  });

  it('leaves the fields alone that were edited by hand, names them, and follows the rest', () => {
    const vpa = made(before);
    vpa.spec.updatePolicy = { updateMode: 'Initial', minReplicas: 2 };
    vpa.spec.resourcePolicy = {
      containerPolicies: [
        { containerName: '*', maxAllowed: { cpu: '8', memory: '4Gi' } },
        { containerName: 'proxy', mode: 'Off' },
      ],
    };
    const next = wanted({
      updatePolicy: { updateMode: 'Recreate', minReplicas: 3 },
      resourcePolicy: {
        containerPolicies: [{ containerName: '*', maxAllowed: { cpu: '4', memory: '6Gi' } }],
      },
    });
    const result = mergedInto(vpa, next);
    expect(result.edited).toEqual([
      'spec.resourcePolicy.containerPolicies[*].maxAllowed.cpu',
      'spec.resourcePolicy.containerPolicies[proxy].mode',
      'spec.updatePolicy.updateMode',
    ]);
    expect(result.vpa.spec).toEqual({
      targetRef: TARGET,
      updatePolicy: { updateMode: 'Initial', minReplicas: 3 },
      resourcePolicy: {
        containerPolicies: [
          { containerName: '*', maxAllowed: { cpu: '8', memory: '6Gi' } },
          { containerName: 'proxy', mode: 'Off' },
        ],
      },
    });
    expect(mergedInto(result.vpa, next)).toMatchObject({ isPatched: false, edited: result.edited });
  });

  it('takes a field back once it says again what the template says', () => {
    const vpa = made(before);
    vpa.spec.updatePolicy = { updateMode: 'Initial', minReplicas: 2 };
    expect(merge(vpa, before, OWNER)).toEqual({ edited: ['spec.updatePolicy.updateMode'] });
    vpa.spec.updatePolicy.updateMode = 'Off';
    const next = wanted({ updatePolicy: { updateMode: 'Recreate', minReplicas: 2 } });
    expect(mergedInto(vpa, next).vpa.spec.updatePolicy?.updateMode).toBe('Recreate');
  });

  it('keeps labels and annotations of others', () => {
    const vpa = made(wanted({}, { 'plumbline.dev/calendar': 'a' }));
    vpa.metadata.annotations = { ...vpa.metadata.annotations, 'example.com/note': 'mine' };
    const { vpa: next, edited } = mergedInto(vpa, wanted({}, { 'plumbline.dev/calendar': 'b' }));
    expect(next.metadata.annotations).toMatchObject({
      'example.com/note': 'mine',
      'plumbline.dev/calendar': 'b',
    });
    expect(edited).toEqual([]);
  });

  it('waits with the mode while a stop holds it, and follows once the stop is over', () => {
    const vpa = made(before);
    vpa.spec.updatePolicy = { updateMode: 'Off', minReplicas: 2 };
    const running = wanted({ updatePolicy: { updateMode: 'Recreate', minReplicas: 2 } });
    const stopped = made(running);
    stopped.spec.updatePolicy = { updateMode: 'Off', minReplicas: 2 };
    stopped.metadata.annotations = {
      ...stopped.metadata.annotations,
      [FORMER_MODE_ANNOTATION]: formerModeText({ mode: 'Recreate', policy: true }),
    };
    expect(merge(stopped, running, OWNER)).toEqual({ edited: [] });
    const next = wanted({ updatePolicy: { updateMode: 'Initial', minReplicas: 3 } });
    const during = mergedInto(stopped, next);
    expect(during.edited).toEqual([]);
    expect(during.vpa.spec.updatePolicy).toEqual({ updateMode: 'Off', minReplicas: 3 });
    expect(mergedInto(during.vpa, next).isPatched).toBe(false);
    const { [FORMER_MODE_ANNOTATION]: _, ...annotations } = during.vpa.metadata.annotations ?? {};
    const resumed = {
      ...during.vpa,
      metadata: { ...during.vpa.metadata, annotations },
      spec: { ...during.vpa.spec, updatePolicy: { updateMode: 'Recreate', minReplicas: 3 } },
    } as VerticalPodAutoscaler;
    const resumedResult = mergedInto(resumed, next);
    expect(resumedResult.edited).toEqual([]);
    expect(resumedResult.vpa.spec.updatePolicy).toEqual({ updateMode: 'Initial', minReplicas: 3 });
  });

  it('leaves the mode to graduation, and takes it back when the policy ends that', () => {
    const graduating = wantedBy({ template: { spec: {} }, graduation: { steps: ['Off', 'Initial'] } });
    const vpa = made(graduating);
    expect(vpa.spec.updatePolicy?.updateMode).toBe('Off');
    expect(vpa.metadata.annotations?.[GRADUATION_ANNOTATION]).toBe('{"steps":["Off","Initial"]}');
    vpa.spec.updatePolicy = { updateMode: 'Initial' };
    expect(merge(vpa, graduating, OWNER)).toEqual({ edited: [] });
    const over = mergedInto(vpa, wantedBy({ template: { spec: { updatePolicy: { updateMode: 'Off' } } } }));
    expect(over.edited).toEqual([]);
    expect(over.vpa.spec.updatePolicy?.updateMode).toBe('Off');
    expect(over.vpa.metadata.annotations?.[GRADUATION_ANNOTATION]).toBeUndefined();
  });

  it.each([undefined, 'no JSON', '[]'])(
    'edits nothing it may not have written if last-applied is %s',
    (text) => {
      const vpa = made(before);
      const { [LAST_APPLIED_ANNOTATION]: _, ...annotations } = vpa.metadata.annotations ?? {};
      vpa.metadata.annotations = {
        ...annotations,
        ...(text !== undefined && { [LAST_APPLIED_ANNOTATION]: text }),
      };
      const { vpa: next, edited } = mergedInto(vpa, wanted({ updatePolicy: { updateMode: 'Recreate' } }));
      expect(next.spec).toEqual(vpa.spec);
      expect(edited).toContain('spec.updatePolicy.updateMode');
    },
  );

  it('moves to another policy', () => {
    const reference = { ...OWNER.reference, name: 'all', uid: 'uid-all' } as NonNullable<Owner['reference']>;
    const { patch } = merge(made(before), before, { name: 'all', reference });
    expect(patch).toEqual({
      metadata: { resourceVersion: '7', labels: { [RULE_LABEL]: 'all' }, ownerReferences: [reference] },
    });
  });

  it('has merged once it has merged, whatever the three of them say', () => {
    const mode = fc.constantFrom('Off', 'Initial', 'Recreate') as fc.Arbitrary<'Off'>;
    const amounts = fc.dictionary(fc.constantFrom('cpu', 'memory'), fc.constantFrom('1', '2', '3'));
    const policies = fc.uniqueArray(
      fc.record(
        { containerName: fc.constantFrom('*', 'app', 'proxy'), maxAllowed: amounts, minAllowed: amounts },
        { requiredKeys: ['containerName'] },
      ),
      { selector: ({ containerName }) => containerName, maxLength: 3 },
    );
    const spec = fc.record(
      {
        updatePolicy: fc.record({ updateMode: mode, minReplicas: fc.nat(3) }, { requiredKeys: [] }),
        resourcePolicy: fc.record({ containerPolicies: policies }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(spec, spec, spec, (last, live, next) => {
        const vpa = made(wanted(last));
        vpa.spec = { ...live, targetRef: TARGET };
        const want = wanted(next);
        const first = mergedInto(vpa, want);
        const second = mergedInto(first.vpa, want);
        expect(second.isPatched).toBe(false);
        expect(second.edited).toEqual(first.edited);
        if (first.edited.length === 0)
          expect(clean(first.vpa.spec)).toEqual(clean({ ...want.spec, targetRef: TARGET }));
      }),
    );
  });
});

/** Without empty objects and lists, which say nothing; container policies in one order. */
function clean(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(clean).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .map(([key, one]) => [key, clean(one)] as const)
    .filter(
      ([, one]) => one !== undefined && !(typeof one === 'object' && Object.keys(one as object).length === 0),
    );
  return Object.fromEntries(entries);
}
