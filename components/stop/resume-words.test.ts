import { expect, it } from 'vitest';
import type { ResumeView } from '@/server/contract/operations';
import { resumeWords } from './resume-words';

const NONE = { evict: 0, resize: 0, wait: 0, leave: 0 };

it.each<[Partial<ResumeView>, string[]]>([
  [{}, ['It covers no VPA now.']],
  [
    {
      vpas: 5,
      modes: [
        { mode: 'Recreate', vpas: 3 },
        { mode: 'Initial', vpas: 2 },
      ],
      pods: { evict: 2, resize: 1, wait: 4, leave: 9 },
    },
    [
      '5 VPAs return to the previous mode: 3 Recreate, 2 Initial.',
      'The first pass then evicts 2 pods and resizes 1 pod in place; 4 pods wait for a later one.',
    ],
  ],
  [
    { vpas: 1, modes: [{ mode: 'Initial', vpas: 1 }], pods: NONE, stayOff: 1, stillStopped: 1 },
    [
      '1 VPA returns to the previous mode: 1 Initial.',
      '1 VPA stays Off.',
      '1 VPA stays stopped by another stop.',
      'No pod is due for a change.',
    ],
  ],
  [
    { vpas: 1, modes: [{ mode: 'Recreate', vpas: 1 }], pods: { ...NONE, wait: 1 } },
    [
      '1 VPA returns to the previous mode: 1 Recreate.',
      'The first pass then changes no pod; 1 pod waits for a later one.',
    ],
  ],
  [
    { vpas: 1, modes: [{ mode: 'Recreate', vpas: 1 }] },
    [
      '1 VPA returns to the previous mode: 1 Recreate.',
      'This process plans no pods; the updater decides about them.',
    ],
  ],
  [{ stayOff: 2 }, ['2 VPAs stay Off.']],
  [{ stillStopped: 2 }, ['2 VPAs stay stopped by another stop.']],
])('says what a resume does: %o', (effect, sentences) => {
  expect(resumeWords({ vpas: 0, modes: [], stayOff: 0, stillStopped: 0, ...effect })).toEqual(sentences);
});
