import { expect, it } from 'vitest';
import type { Container, LimitRange, ResourceList, ResourceRequirements } from '../../objects/types';
import { withServerDefaults } from './server-defaults';

const range = (...limits: NonNullable<LimitRange['spec']['limits']>): LimitRange => ({
  apiVersion: 'v1',
  kind: 'LimitRange',
  metadata: { name: 'usual', namespace: 'shop' },
  spec: { limits },
});
const usual = range(
  { type: 'Pod', max: { cpu: '4' } },
  { type: 'Container', default: { memory: '256Mi' }, defaultRequest: { cpu: '50m', memory: '64Mi' } },
);

it.each<[string, Container['resources'], LimitRange[], Container['resources']]>([
  ['nothing stated, no LimitRange', undefined, [], undefined],
  [
    'a limit alone is the request too, before any LimitRange',
    { limits: { cpu: '1' } },
    [usual],
    { requests: { cpu: '1', memory: '64Mi' }, limits: { cpu: '1', memory: '256Mi' } },
  ],
  [
    'nothing stated',
    undefined,
    [usual],
    { requests: { cpu: '50m', memory: '64Mi' }, limits: { memory: '256Mi' } },
  ],
  [
    'what is stated stays, the first of several LimitRanges fills in',
    { requests: { cpu: '100m' }, limits: { memory: '1Gi' } },
    [usual, range({ type: 'Container', defaultRequest: { cpu: '1', storage: '1Gi' } })],
    { requests: { cpu: '100m', memory: '1Gi', storage: '1Gi' }, limits: { memory: '1Gi' } },
  ],
])('makes a container as the API server would: %s', (_what, resources, ranges, expected) => {
  const container = { name: 'app', ...(resources && { resources }) };
  const { containers, initContainers } = withServerDefaults(
    { containers: [container], initContainers: [container] },
    ranges,
  );
  expect(containers[0]?.resources).toEqual(expected);
  expect(initContainers?.[0]?.resources).toEqual(expected);
});

it.each<[ResourceRequirements, ResourceList]>([
  [{ limits: { cpu: '1', memory: '1Gi' } }, { cpu: '200m', memory: '1Gi' }],
  [{ requests: { cpu: '500m' }, limits: { cpu: '1' } }, { cpu: '500m' }],
  [{ requests: { cpu: '500m' } }, { cpu: '500m' }],
])('makes a pod that states %j as a whole request what its containers do', (resources, requests) => {
  const containers = ['app', 'log'].map((name) => ({ name, resources: { requests: { cpu: '100m' } } }));
  expect(withServerDefaults({ containers, resources }, [usual]).resources?.requests).toEqual(requests);
});

it('leaves what cannot be read for its reader', () => {
  const containers = [{ name: 'app', resources: { requests: { cpu: 'plenty' } } }];
  const resources = { limits: { cpu: '1' } };
  expect(withServerDefaults({ containers, resources }, [])).toMatchObject({ containers, resources });
  const broken = { containers: [null, { name: 'app', resources: 'all' }] } as never;
  expect(withServerDefaults(broken, [usual])).toEqual(broken);
  expect(withServerDefaults({ containers: 'none' } as never, [usual])).toEqual({ containers: 'none' });
});
