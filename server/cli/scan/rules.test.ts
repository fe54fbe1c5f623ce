import { describe, expect, it } from 'vitest';
import { scannedWorkload } from '@/tests/support/scanned-workload';
import { selectorMatches } from '../../objects/selector';
import { sumsByNamespace } from '../../scan/core/sums';
import { rulesFor } from './rules';

const report = {
  recommender: 'default',
  namespaces: sumsByNamespace([scannedWorkload({ name: 'web' })]),
};

describe('the rules of a scan', () => {
  it('match the namespaces that were scanned', () => {
    const { namespaceSelector, workloadSelector } = rulesFor(report).spec;
    expect(selectorMatches(namespaceSelector, { 'kubernetes.io/metadata.name': 'shop' })).toBe(true);
    expect(selectorMatches(namespaceSelector, { 'kubernetes.io/metadata.name': 'bank' })).toBe(false);
    expect(workloadSelector).toBeUndefined();
  });

  it.each([
    ['team=shop', { team: 'shop' }, { team: 'bank' }],
    ['team!=shop', {}, { team: 'shop' }],
    ['team in (shop, bank),!canary', { team: 'bank' }, { team: 'bank', canary: '' }],
    ['team notin (shop)', { team: 'bank' }, { team: 'shop' }],
    ['team', { team: '' }, {}],
  ])('match the workloads that were scanned with -l %s', (selector, matching, other) => {
    const { workloadSelector } = rulesFor(report, selector).spec;
    expect(selectorMatches(workloadSelector, matching)).toBe(true);
    expect(selectorMatches(workloadSelector, other)).toBe(false);
  });

  it('refuse a selector that a policy cannot have', () => {
    expect(() => rulesFor(report, 'weight>3')).toThrow('rules cannot compare labels with < or >');
  });
});
