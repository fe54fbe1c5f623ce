import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { type ProcessState, stateMetrics } from './state-metrics';

const START: ProcessState = {
  cluster: () => ({ kind: 'connecting', server: '' }),
  problems: () => [],
  stops: () => undefined,
  journal: () => ({ state: { kind: 'opening', dropped: 0 }, waiting: 0 }),
  leading: () => [],
  passes: () => [],
  pastNamespacesLeft: () => undefined,
};

const LIVING: ProcessState = {
  cluster: () => ({ kind: 'connected', server: 'https://api', version: 'v1.33.0', sandbox: false }),
  problems: () => [{ code: 'target-missing' }, { code: 'target-missing' }, { code: 'policy-invalid' }],
  stops: () => [{ kind: 'all' }, { kind: 'vpa', namespace: 'shop', name: 'web' }],
  journal: () => ({ state: { kind: 'away', dropped: 3, message: 'disk full' }, waiting: 7 }),
  leading: () => [
    { role: 'recommender', isLeading: true },
    { role: 'updater', isLeading: false },
  ],
  passes: () => [
    { name: 'recommender', intervalMs: 60_000, isDue: true, lastMs: 5_000 },
    { name: 'updater', intervalMs: 60_000, isDue: false, lastMs: undefined },
  ],
  pastNamespacesLeft: () => 4,
};

async function lines(states: ProcessState[]): Promise<string[]> {
  const registry = new Registry();
  let state = states[0] ?? START;
  stateMetrics(registry, {
    cluster: () => state.cluster(),
    problems: () => state.problems(),
    stops: () => state.stops(),
    journal: () => state.journal(),
    leading: () => state.leading(),
    passes: () => state.passes(),
    pastNamespacesLeft: () => state.pastNamespacesLeft(),
  });
  let text = '';
  for (state of states) text = await registry.metrics();
  return text.split('\n').filter((line) => line.startsWith('plumbline_') && !line.includes('build_info'));
}

const BEFORE = [
  'plumbline_cluster_connected 0',
  'plumbline_record_waiting 0',
  'plumbline_record_dropped_total 0',
];
const AFTER = [
  'plumbline_cluster_connected 1',
  'plumbline_problems{code="target-missing"} 2',
  'plumbline_problems{code="policy-invalid"} 1',
  'plumbline_stops{scope="all"} 1',
  'plumbline_stops{scope="namespace"} 0',
  'plumbline_stops{scope="vpa"} 1',
  'plumbline_leading{role="recommender"} 1',
  'plumbline_leading{role="updater"} 0',
  'plumbline_last_pass_timestamp_seconds{role="recommender"} 5',
  'plumbline_past_namespaces_left 4',
  'plumbline_database_up 0',
  'plumbline_record_waiting 7',
  'plumbline_record_dropped_total 3',
];

describe('the metrics of what a process says about itself', () => {
  it('say nothing of what is not known yet', async () => {
    expect(await lines([START])).toEqual(BEFORE);
  });

  it('say what is known, the same at each scrape', async () => {
    expect(await lines([START, LIVING, LIVING])).toEqual(AFTER);
  });

  it('forget what is over', async () => {
    expect(await lines([LIVING, START])).toEqual(BEFORE);
  });
});
