import { describe, expect, it } from 'vitest';
import type { FieldManager } from '../objects/types';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';
import { PolicyAuthors } from './policy-authors';

function vpa(updateMode: 'Off' | 'Initial', managedFields: FieldManager[] = []): VerticalPodAutoscaler {
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name: 'web', namespace: 'shop', managedFields },
    spec: { updatePolicy: { updateMode } },
  };
}

const at = (manager: string, minute: number) => ({ manager, time: `2026-11-22T10:0${minute}:00Z` });

describe('who made a policy', () => {
  it('is the announced user, as long as the policy is the one they made', () => {
    const authors = new PolicyAuthors();
    authors.note('shop', vpa('Off'), 'ada');
    expect(authors.describe(vpa('Off', [at('kubectl-edit', 1)]))).toBe('ada');
    expect(authors.describe(vpa('Initial', [at('helm', 1), at('kubectl-edit', 2)]))).toBe('kubectl-edit');
  });

  it('is known of each of several edits that follow each other at once, by what its annotations say too', () => {
    const authors = new PolicyAuthors();
    const annotated = (approvals: string) => {
      const one = vpa('Off');
      one.metadata.annotations = { 'plumbline.dev/approvals': approvals, 'plumbline.dev/groups': approvals };
      return one;
    };
    authors.note('shop', vpa('Off'), 'ada');
    authors.note('shop', annotated('never'), 'eve');
    authors.note('shop', vpa('Initial'), 'bob');
    expect(authors.of(vpa('Off'))).toBe('ada');
    expect(authors.of(annotated('never'))).toBe('eve');
    expect(authors.of(vpa('Initial'))).toBe('bob');
    expect(authors.of(annotated('always'))).toBeUndefined();
    for (let edit = 0; edit < 100; edit++) authors.note('shop', annotated(`${edit}`), 'cyd');
    expect(authors.of(vpa('Off'))).toBeUndefined();
  });

  it.each<[string, FieldManager[], string | undefined]>([
    ['the program that wrote last', [at('kubectl-edit', 2), at('helm', 1)], 'kubectl-edit'],
    ['not known where this product wrote last', [at('kubectl-edit', 1), at('plumbline', 2)], undefined],
    ['not known without any trace', [], undefined],
    ['read in spite of broken times', [{ manager: 'helm', time: 'soon' }], 'helm'],
  ])('is %s', (_, managers, who) => {
    expect(new PolicyAuthors().describe(vpa('Off', managers))).toBe(who);
  });
});
