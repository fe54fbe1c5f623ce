import { describe, expect, it } from 'vitest';
import { hpaOn, onShare } from '@/tests/support/hpa';
import { vpa as plainVpa } from '@/tests/support/plan-input';
import { defaultConfig } from '../../config';
import { WITH_HPA_ANNOTATION } from '../features/with-hpa/with-hpa';
import { ALL_GATES_ON } from '../pods/vpa-faults';
import { reviewVpa } from './vpa-review';

const CHOICE = { gates: ALL_GATES_ON, recommenders: defaultConfig(), nowMs: 0 };
const BESIDE = () => ({ vpas: [], hpas: [hpaOn([onShare('cpu', 70, 'app'), onShare('memory', 80)])] });

function vpa(mode?: string) {
  const object = plainVpa();
  if (mode !== undefined)
    object.metadata = { ...object.metadata, annotations: { [WITH_HPA_ANNOTATION]: mode } };
  return object;
}

const WARNING =
  'metadata.annotations[plumbline.dev/with-hpa]: "both" is no mode; it takes bottleneck or keep-threshold; ' +
  'until it is corrected, the VPA leaves alone all that an HPA scales on.';

describe('the mode of a VPA beside its HPA, at admission', () => {
  it.each<[string, string | undefined, unknown[]]>([
    ['is no reason to warn', 'bottleneck', []],
    [
      'makes a warning that says what it takes',
      'both',
      [expect.stringContaining('by cpu of app and memory'), WARNING],
    ],
    [
      'is missed where an HPA scales on the same',
      undefined,
      [expect.stringContaining('by cpu of app and memory')],
    ],
  ])('%s', (_case, mode, warnings) => {
    expect(reviewVpa({ vpa: vpa(mode) }, CHOICE, BESIDE)).toMatchObject({ allowed: true, warnings });
  });

  it('is looked at too if nothing else changes, and only then', () => {
    expect(reviewVpa({ vpa: vpa('both'), former: vpa() }, CHOICE, BESIDE)).toEqual({
      allowed: true,
      warnings: [WARNING],
    });
    expect(reviewVpa({ vpa: vpa('both'), former: vpa('both') }, CHOICE, BESIDE)).toEqual({ allowed: true });
    expect(reviewVpa({ vpa: vpa('bottleneck'), former: vpa('both') }, CHOICE, BESIDE)).toEqual({
      allowed: true,
    });
  });
});
