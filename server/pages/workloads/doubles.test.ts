import { describe, expect, it } from 'vitest';
import { doublesAmong, workloadClaim } from './doubles';

const vpa = (name: string, change: Partial<Parameters<typeof workloadClaim>[0]> = {}) => ({
  namespace: 'shop',
  name,
  target: { kind: 'Deployment', name: 'web' },
  updateMode: 'Recreate',
  containers: [{}] as never[],
  ...change,
});

function doubles(...vpas: ReturnType<typeof vpa>[]): string[] {
  const judging = doublesAmong(vpas.map((one) => ({ name: one.name, claim: workloadClaim(one) })));
  for (;;) {
    const { done, value } = judging.next();
    if (done) return [...value].map(({ name }) => name);
  }
}

describe('of several VPAs of one workload', () => {
  it.each<[string, ReturnType<typeof vpa>[], string[]]>([
    [
      'one counts each of different workloads',
      [vpa('a'), vpa('b', { target: { kind: 'Deployment', name: 'api' } })],
      [],
    ],
    ['the oldest counts', [vpa('a', { createdMs: 2000 }), vpa('b', { createdMs: 1000 })], ['a']],
    ['the first by name counts if they are as old', [vpa('a'), vpa('b'), vpa('c')], ['b', 'c']],
    [
      'one that acts counts before one that only recommends',
      [vpa('a', { updateMode: 'Off' }), vpa('b')],
      ['a'],
    ],
    [
      'one that a stop holds counts as one that acts',
      [vpa('a', { updateMode: 'Off', heldMode: { mode: 'Recreate', isNew: false } }), vpa('b')],
      ['b'],
    ],
    ['one of which nothing is known does not count', [vpa('a', { containers: [] }), vpa('b')], []],
  ])('%s', (_, vpas, expected) => {
    expect(doubles(...vpas)).toEqual(expected);
  });
});
