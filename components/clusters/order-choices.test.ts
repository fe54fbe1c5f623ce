import { expect, it } from 'vitest';
import { clusterChoices, clustersIn } from './order-choices';

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

it.each([
  ['all', ['eu-1', 'us-1'], 3],
  ['region=eu', ['eu-1'], 1],
  ['us-1', ['us-1'], 0],
  ['ap-1', [], 1],
])('means by %s the clusters %j of this page, and %i more', (chosen, names, others) => {
  const rows = ['eu', 'us'].map((region) => ({ name: `${region}-1`, labels: { region } }));
  const found = clustersIn(chosen, { rows, all: 5, tallies: { label: { 'region=eu': 2 } } });
  expect([found.shown.map(({ name }) => name), found.others]).toEqual([names, others]);
});
