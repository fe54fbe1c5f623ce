import { expect, it } from 'vitest';
import type { InboxItem } from '../contract/inbox';
import { inboxText } from './inbox-text';

const item: InboxItem = {
  key: 'oom-loop shop/web',
  urgency: 'broken',
  code: 'oom-loop',
  sentence: 'It is killed for memory again and again',
  about: 'shop/web',
  said: [{ detail: 'app: 9 kills in 24 h', remedy: 'Raise the maximum.\u001b[2J' }],
  cause: 'policy-of-vpa',
  sinceMs: Date.parse('2026-11-27T10:00:00Z'),
};
const tallies = { urgency: { broken: 1 }, code: {}, namespace: {} };

it('says each thing with its why, its remedy and who caused it, harmless for a terminal', () => {
  const line = { urgency: 'broken', code: 'oom-loop', count: 1, items: [item] } as const;
  expect(inboxText({ rows: [{ ...line, items: [item] }], tallies, dismissed: 1 })).toBe(
    [
      '1 broken, 0 wait for you, 0 could be better.',
      '',
      'Broken',
      '  shop/web: It is killed for memory again and again, since 27 Nov 10:00',
      '      app: 9 kills in 24 h',
      '      Raise the maximum. [2J',
      '      Plumbline did not cause it: the maximum in the policy of the VPA does.',
      '',
      '1 line is dismissed.',
    ].join('\n'),
  );
});

it('has like things as one line', () => {
  const line = { urgency: 'broken', code: 'oom-loop', count: 12, items: [item] } as const;
  expect(inboxText({ rows: [{ ...line, items: [item] }], tallies, dismissed: 0 })).toContain(
    '  12 workloads are killed for memory again and again\n      shop/web and 11 more',
  );
});
