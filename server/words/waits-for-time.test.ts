import { expect, it } from 'vitest';
import type { Decision } from './decisions';
import type { ReasonCode } from './reasons';
import { waitsForTimeAlone } from './waits-for-time';

it.each<[boolean, Decision, ReasonCode[]]>([
  [true, 'wait', ['too-young']],
  [true, 'wait', ['outside-bounds', 'changed-recently']],
  [false, 'wait', ['too-young', 'changed-often']],
  [true, 'wait', ['changed-recently', 'lower-only-now']],
  [false, 'wait', ['too-young', 'budget-never-allows']],
  [false, 'wait', ['stopped']],
  [false, 'wait', []],
  [false, 'leave', ['too-young']],
])('says %s of a pod to %s for %j', (expected, decision, codes) => {
  expect(waitsForTimeAlone({ decision, reasons: codes.map((code) => ({ code })) })).toBe(expected);
});
