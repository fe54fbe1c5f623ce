import { expect, it } from 'vitest';
import type { CountedMutation } from '../admission/serving/like-mutations';
import type { Noted } from '../store';
import { recordMutations } from './mutation-record';

const MUTATION: CountedMutation = {
  atMs: 1000,
  count: 3,
  namespace: 'shop',
  pod: 'web-',
  vpa: 'web',
  origin: 'live',
  dryRun: false,
  changes: [
    {
      container: 'app',
      resource: 'cpu',
      field: 'request',
      from: 100,
      to: 200,
      cappedBy: ['max-allowed'],
      boosted: true,
    },
    { container: 'app', resource: 'cpu', field: 'limit', to: 400, cappedBy: ['max-allowed'], boosted: true },
    { container: 'app', resource: 'memory', field: 'limit', to: 2 ** 20, cappedBy: [], boosted: false },
  ],
  left: [
    { container: 'app', resource: 'memory', reason: 'scaled-horizontally', autoscaler: 'scaler' },
    { container: 'log', resource: 'cpu', reason: 'container-off' },
  ],
  overruled: ['late'],
};

function recording() {
  const records: Noted[] = [];
  const record = (...more: readonly Noted[]) => void records.push(...more);
  return { records, recorder: recordMutations({ record, begin: () => record }) };
}

it('records what admission changed, from what, to what and why, and what it left alone and why', () => {
  const { records, recorder } = recording();
  recorder.record(MUTATION);
  expect(records).toEqual([
    {
      kind: 'admission',
      atMs: 1000,
      namespace: 'shop',
      vpa: 'web',
      pod: 'web-',
      count: 3,
      detail: [
        'app: cpu capped to maxAllowed',
        'app: cpu raised for the startup',
        'app: memory left as stated, because a HorizontalPodAutoscaler scales on it (scaler)',
        'log: cpu left as stated, because the policy of its VPA turns it off',
        'VPA late targets the same workload and has no effect: it is younger, or later by name',
      ].join('\n'),
      before: { app: { requests: { cpu: 100 } } },
      after: { app: { requests: { cpu: 200 }, limits: { cpu: 400, memory: 2 ** 20 } } },
    },
  ]);
});

it('records what was announced once it is known', () => {
  const { records, recorder } = recording();
  const end = recorder.begin();
  expect(records).toEqual([]);
  end(MUTATION, { ...MUTATION, vpa: 'other' });
  expect(records.map((record) => 'vpa' in record && record.vpa)).toEqual(['web', 'other']);
});
