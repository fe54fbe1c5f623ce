import { expect, it } from 'vitest';
import { resumeText } from './stops-text';

it('says how many VPAs a resume frees, and which it does not', () => {
  const effect = { vpas: 8, modes: [{ mode: 'Recreate' as const, vpas: 8 }], stayOff: 1, stillStopped: 2 };
  expect(resumeText({ kind: 'all' }, effect)).toBe(
    'Resuming everything frees 8 VPAs (8 to Recreate). 1 VPA stays Off. Another stop still holds 2 VPAs.',
  );
});
