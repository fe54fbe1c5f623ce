import { expect, it } from 'vitest';
import { NO_RECOMMENDATION_TABLE } from './no-recommendation';
import { UNCONTROLLED } from './pod-control';
import { PROBLEM_TABLE } from './problems';
import { remedyOfRefusal } from './refusals';

/**
 * Remedies that are the same for every object know nothing of nodes, quotas and LimitRanges, so they tell nobody to give
 * a container more: that is said in server/pages/needs/raise.ts alone, which checks it. These raise no amount of a
 * container.
 */
const CHECKED_BY_HAND: Readonly<Record<string, string>> = {
  'goes-back-and-forth': 'the margin of changes is no amount of a container',
  'namespace-too-large': 'the setting bounds how many objects are held',
  'pods-pending': 'there is no recommendation, so the requests are those of the template',
  'exceeded quota: compute': 'the API server says what it refuses',
};

const ALL: [string, string][] = [
  ...Object.entries(PROBLEM_TABLE).map(([code, { remedy }]): [string, string] => [code, remedy]),
  ...Object.entries(NO_RECOMMENDATION_TABLE).map(([code, { remedy }]): [string, string] => [code, remedy]),
  ...Object.entries(UNCONTROLLED).map(([code, { remedy }]): [string, string] => [code, remedy]),
  ...['exceeded quota: compute', 'maximum memory usage per Container', 'webhook', 'other'].map(
    (message): [string, string] => [message, remedyOfRefusal(message)],
  ),
];
const TELLS_MORE =
  /\b(raise|lower|increase|reduce)\b|\b(larger|smaller|more|less|fewer) (node|request|limit|memory|cpu)|give them room/i;

it('no remedy that knows nothing of the cluster tells people to raise or lower what a container gets', () => {
  const telling = ALL.filter(([, remedy]) => TELLS_MORE.test(remedy)).map(([code]) => code);
  expect(telling.sort()).toEqual(Object.keys(CHECKED_BY_HAND).sort());
});
