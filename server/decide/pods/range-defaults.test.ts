import { expect, it } from 'vitest';
import type { Container, LimitRange } from '../../objects/types';
import { withRangeDefaults } from './range-defaults';

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
  ['nothing stated, no LimitRange', undefined, [], { requests: undefined, limits: undefined }],
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
  const [made] = withRangeDefaults([{ name: 'app', ...(resources && { resources }) }], ranges);
  expect(made?.resources).toEqual(expected);
});
