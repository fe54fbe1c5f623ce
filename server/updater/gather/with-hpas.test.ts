import { describe, expect, it } from 'vitest';
import { hpaOn, onShare } from '@/tests/support/hpa';
import { pod, vpa } from '@/tests/support/plan-input';
import { HPA_LEADER_ANNOTATION } from '../../decide/features/with-hpa/hpa-leader';
import { WITH_HPA_ANNOTATION, withHpas } from '../../decide/features/with-hpa/with-hpa';
import { compileVpa } from '../../decide/pods/compiled-vpa';
import { asideFaultOf, hpaFactsOf, modeFaultOf } from './with-hpas';

function own(annotations: Record<string, string> = {}) {
  const object = vpa();
  object.metadata = { ...object.metadata, annotations };
  return object;
}

const HPA = hpaOn([onShare('cpu', 70, 'app'), onShare('memory', 80)]);
const PODS = [pod('a')];

describe('the facts of an HPA', () => {
  it.each<[string, Parameters<typeof hpaFactsOf>, number | undefined]>([
    ['are none if the VPA leaves it alone', [compileVpa(own()), [HPA], PODS, true], undefined],
    ['are all it scales on if conflicts do not count', [compileVpa(own()), [HPA], PODS, false], 2],
    [
      'are none of two HPAs',
      [compileVpa(own()), [HPA, { ...HPA, metadata: { name: 'b' } }], PODS, false],
      undefined,
    ],
    [
      'are none of what is not recommended',
      [compileVpa(own()), [hpaOn([onShare('cpu', 70, 'log')])], PODS, false],
      undefined,
    ],
    [
      'are there for a mode that frees nothing yet',
      [compileVpa(own({ [WITH_HPA_ANNOTATION]: 'bottleneck' })), [HPA], PODS, true],
      0,
    ],
    [
      'are what does not lead',
      [
        compileVpa(own({ [WITH_HPA_ANNOTATION]: 'bottleneck', [HPA_LEADER_ANNOTATION]: 'memory' })),
        [HPA],
        PODS,
        true,
      ],
      1,
    ],
  ])('%s', (_case, asked, expected) => {
    expect(hpaFactsOf(...asked)?.freed.length).toBe(expected);
  });
});

it('a mode that cannot apply is a problem that says why', () => {
  expect(modeFaultOf(own())).toBeUndefined();
  expect(modeFaultOf(own({ [WITH_HPA_ANNOTATION]: 'x' }))).toMatchObject({
    code: 'with-hpa-not-applied',
    about: 'VerticalPodAutoscaler shop/web',
  });
  const keeping = own({ [WITH_HPA_ANNOTATION]: 'keep-threshold' });
  const faultBeside = (...hpas: (typeof HPA)[]) => asideFaultOf(keeping, withHpas(keeping, hpas))?.message;
  expect(faultBeside(HPA)).toBeUndefined();
  expect(faultBeside(HPA, { ...HPA, metadata: { name: 'b' } })).toBe(
    'several HPAs scale the target (b, scaler)',
  );
  expect(faultBeside({ ...HPA, metadata: { name: 'a', labels: { 'scaledobject.keda.sh/name': 'x' } } })).toBe(
    'KEDA manages the HPA, so its target is not rewritten',
  );
});
