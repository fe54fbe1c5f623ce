import { expect, it } from 'vitest';
import type { ReplicaAmounts } from '@/server/contract/operations';
import { pastWords } from './past-words';
import { replicaLines } from './replica-lines';

it('sums what all replicas request and are limited to, container by container', () => {
  const replica = [
    { container: 'app', requests: { cpu: 250, memory: 2 ** 28 }, limits: { memory: 2 ** 29 } },
    { container: 'proxy', requests: { cpu: 100 }, limits: {} },
  ] as readonly object[] as readonly ReplicaAmounts[];
  expect(replicaLines(replica, 2, 4).map(({ what, from, to, each }) => [what, from, to, each])).toEqual([
    ['app CPU', '500m', '1 core', '250m each'],
    ['app memory', '512 MiB', '1 GiB', '256 MiB each'],
    ['app memory limit', '1 GiB', '2 GiB', '512 MiB each'],
    ['proxy CPU', '200m', '400m', '100m each'],
  ]);
});

it('says first that replicas are too few for longer', () => {
  const at = { fromMs: 0, toMs: 7_200_000, unmeasured: [] };
  const was = { replicas: 4.04, most: 6, short: 0 };
  expect(pastWords({ ...at, now: was, after: { replicas: 3, most: 3, short: 0.25 } })).toMatchObject({
    title: 'What the last 2 h would have been',
    isWorse: true,
    verdict: 'Worse: too few replicas for its metrics 25 % of the time instead of 0 %.',
    replicas: '4 → 3 replicas on average, at most 6 → 3.',
  });
  expect(pastWords({ ...at, now: was, after: was })).toMatchObject({ isWorse: false });
});
