import { describe, expect, it } from 'vitest';
import type { FieldManager } from '../objects/types';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';
import { editorsSince } from './field-editors';

const time = '2026-11-22T10:00:00Z';
const GATE = 'plumbline.dev/approvals';

function vpa(
  spec: object,
  managers: Readonly<Record<string, FieldManager['fieldsV1']>>,
  annotations: Record<string, string> = {},
): VerticalPodAutoscaler {
  const managedFields = Object.entries(managers).map(([manager, fieldsV1]) => ({
    manager,
    time,
    ...(fieldsV1 && { fieldsV1 }),
  }));
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name: 'web', annotations, managedFields },
    spec: spec as VerticalPodAutoscaler['spec'],
  };
}

const mode = (updateMode: string, minReplicas?: number) => ({ updatePolicy: { updateMode, minReplicas } });
const owning = (...fields: string[]) => ({
  'f:spec': { 'f:updatePolicy': { '.': {}, ...Object.fromEntries(fields.map((one) => [`f:${one}`, {}])) } },
});
const gated = { 'f:metadata': { 'f:annotations': { '.': {}, [`f:${GATE}`]: {} } } };
const containers = (name: string) => ({ resourcePolicy: { containerPolicies: [{ containerName: name }] } });
const atomic = { 'f:spec': { 'f:resourcePolicy': { '.': {}, 'f:containerPolicies': {} } } };
const keyed = {
  'f:spec': { 'f:resourcePolicy': { 'f:containerPolicies': { 'k:{"containerName":"a"}': { '.': {} } } } },
};

describe('the managers that changed a VPA', () => {
  const both = { helm: owning('updateMode'), ada: owning('minReplicas') };
  it.each<[string, VerticalPodAutoscaler, VerticalPodAutoscaler, string[]]>([
    ['own what changed, in whatever second', vpa(mode('Off', 1), both), vpa(mode('Off', 2), both), ['ada']],
    ['are several', vpa(mode('Off', 1), both), vpa(mode('Initial', 2), both), ['helm', 'ada']],
    [
      'may own an annotation alone',
      vpa(mode('Off'), { ...both, eve: gated }, { [GATE]: 'always' }),
      vpa(mode('Off'), { ...both, eve: gated }, { [GATE]: 'never' }),
      ['eve'],
    ],
    [
      'are not those that lost what another took away',
      vpa(mode('Off'), { ...both, eve: gated }, { [GATE]: 'always' }),
      vpa(mode('Off'), { ...both, eve: gated }),
      [],
    ],
    ['own a list', vpa(containers('a'), { ada: atomic }), vpa(containers('b'), { ada: atomic }), ['ada']],
    ['own an item', vpa(containers('a'), { ada: keyed }), vpa(containers('b'), { ada: keyed }), ['ada']],
    [
      'own more than an empty part',
      vpa(mode('Off'), { ada: owning() }),
      vpa(mode('Initial'), { ada: owning() }),
      [],
    ],
    [
      'are unknown where nothing is noted',
      vpa(mode('Off'), { ada: undefined }),
      vpa(mode('Initial'), { ada: undefined }),
      [],
    ],
  ])('%s', (_, former, now, expected) => {
    expect(editorsSince(former, now).map(({ manager }) => manager)).toEqual(expected);
  });

  it('are all of a new one', () => {
    expect(editorsSince(undefined, vpa(mode('Off'), both)).map(({ manager }) => manager)).toEqual([
      'helm',
      'ada',
    ]);
  });
});
