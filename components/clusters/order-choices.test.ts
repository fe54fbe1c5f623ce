import { expect, it } from 'vitest';
import { clusterChoices } from './order-choices';

it('offers all clusters, each label and each cluster', () => {
  const rows = ['eu-1', 'us-1'].map((name) => ({ name, labels: {} }));
  const label = { 'stage=prod': 2, 'region=eu': 1 };
  expect(clusterChoices({ rows, all: 2, tallies: { label } }).map(({ label }) => label)).toEqual([
    'All of 2 clusters',
    'region=eu (1)',
    'stage=prod (2)',
    'eu-1',
    'us-1',
  ]);
});
