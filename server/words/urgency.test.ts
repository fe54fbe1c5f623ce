import { describe, expect, it } from 'vitest';
import { urgencyOfProblem, urgencyWords } from './urgency';

describe('how urgent something is', () => {
  it.each([
    ['webhook-not-serving', 'broken'],
    ['database-unavailable', 'broken'],
    ['policy-invalid', 'waits'],
    ['messages-not-delivered', 'waits'],
    ['undone', 'better'],
    ['sample-absurd', 'better'],
  ] as const)('%s of Plumbline itself: %s', (code, urgency) => {
    expect(urgencyOfProblem(code)).toBe(urgency);
  });

  it('is told as three counts', () => {
    expect(urgencyWords({ broken: 1, waits: 1, better: 1200 })).toBe(
      '1 broken, 1 waits for you, 1,200 could be better.',
    );
    expect(urgencyWords({ broken: 0, waits: 0, better: 0 })).toMatch(/^Nothing is broken/);
  });
});
