import { expect, it } from 'vitest';
import { vpa } from '../../../tests/support/plan-input';
import { compileVpa } from '../../decide/pods/compiled-vpa';
import { memoryBytes } from '../../objects/units';
import { allThereIsIn } from './all-there-is';

const GIB = 2 ** 30;

function given(uncapped: string | undefined, maxAllowed?: string): string[] {
  const object = vpa({
    target: { cpu: '100m', memory: '2Gi' },
    ...(maxAllowed && {
      resourcePolicy: { containerPolicies: [{ containerName: '*', maxAllowed: { memory: maxAllowed } }] },
    }),
  });
  const [own] = object.status?.recommendation?.containerRecommendations ?? [];
  if (own && uncapped) own.uncappedTarget = { cpu: '100m', memory: uncapped };
  return [...allThereIsIn(compileVpa(object), [{ container: 'app', to: { memory: memoryBytes(2 * GIB) } }])];
}

it.each([
  ['its usage needs more than it gets', '6Gi', undefined, ['app']],
  ['it gets what it needs, rounded', '2050Mi', undefined, []],
  ['its policy allows no more', '6Gi', '2Gi', []],
  ['nobody says what it needs', undefined, undefined, []],
] as const)('a container gets all there is or not if %s', (_what, uncapped, most, expected) => {
  expect(given(uncapped, most)).toEqual(expected);
});
