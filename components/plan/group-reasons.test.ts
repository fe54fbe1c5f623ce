import { expect, it } from 'vitest';
import { groupReasons } from './group-reasons';

it('says a reason once, with the numbers of each container and resource', () => {
  const missing = (container: string) =>
    ({ code: 'request-missing', container, resource: 'cpu', target: 100 }) as const;
  expect(groupReasons([missing('app'), missing('envoy'), missing('app'), { code: 'mode-off' }], 0)).toEqual([
    {
      code: 'request-missing',
      evidence: ['app requests no CPU; the target is 100m', 'envoy requests no CPU; the target is 100m'],
    },
    { code: 'mode-off', evidence: [] },
  ]);
});
