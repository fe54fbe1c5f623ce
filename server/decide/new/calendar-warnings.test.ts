import { expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { ALL_GATES_ON } from '../pods/vpa-faults';
import { reviewVpa } from './vpa-review';

const NOW_MS = Date.parse('2026-11-22T12:00:00Z');
const CHOICE = { gates: ALL_GATES_ON, recommenders: defaultConfig(), nowMs: NOW_MS };
const ALONE = () => ({ vpas: [], hpas: [] });

function vpa(calendar?: string): VerticalPodAutoscaler {
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: {
      namespace: 'shop',
      name: 'web',
      annotations: calendar === undefined ? {} : { 'plumbline.dev/calendar': calendar },
    },
    spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } },
  };
}

it.each([
  ['windows: [{from: "22:00", for: 8h}]', []],
  ['always', []],
  [
    'timeZone: Mars\nwindows: [{from: "22:00", for: 8h}]',
    [
      'metadata.annotations[plumbline.dev/calendar]: timeZone: "Mars" is no time zone; it takes an IANA name such as Europe/Berlin; until it is corrected, no pod is evicted or resized.',
    ],
  ],
  [
    'windows: [{cron: "0 0 31 2 *", for: 8h}]',
    [expect.stringContaining('windows[0].cron: "0 0 31 2 *" names a day that no month has')],
  ],
  [
    'windows: [{from: "22:00", for: 8h}]\nblackouts: [{from: 2026-01-01, to: 2096-01-01}]',
    [expect.stringContaining('it never opens in the next 10 years')],
  ],
])('warns of a calendar that never opens, and refuses none: %s', (calendar, warnings) => {
  expect(reviewVpa({ vpa: vpa(calendar) }, CHOICE, ALONE)).toMatchObject({ allowed: true, warnings });
  const verdict = reviewVpa({ vpa: vpa(calendar), former: vpa() }, CHOICE, ALONE);
  expect(verdict).toEqual(warnings.length > 0 ? { allowed: true, warnings } : { allowed: true });
  expect(reviewVpa({ vpa: vpa(calendar), former: vpa(calendar) }, CHOICE, ALONE)).toEqual({ allowed: true });
});
