import { expect, it } from 'vitest';
import { chosenClusters } from './chosen-clusters';

const CLUSTERS: { name: string; labels: Record<string, string> }[] = [
  { name: 'eu-1', labels: { region: 'eu', stage: 'prod' } },
  { name: 'eu-2', labels: { region: 'eu', stage: 'test' } },
  { name: 'us-1', labels: { region: 'us' } },
];

it.each([
  ['all', ['eu-1', 'eu-2', 'us-1']],
  ['us-1', ['us-1']],
  ['us-1,eu-1', ['eu-1', 'us-1']],
  ['region=eu', ['eu-1', 'eu-2']],
  ['stage=prod', ['eu-1']],
])('%s chooses %j', (text, names) => {
  expect(chosenClusters(CLUSTERS, text).map(({ name }) => name)).toEqual(names);
});

it.each([
  ['us-1,mars', 'clusters: there is no cluster mars'],
  ['region=mars', 'clusters: no cluster has the label region=mars'],
  ['constructor=x', 'clusters: no cluster has the label constructor=x'],
  ['region=', 'clusters: no cluster has the label region='],
])('refuses %s', (text, message) => {
  expect(() => chosenClusters(CLUSTERS, text)).toThrow(message);
});
