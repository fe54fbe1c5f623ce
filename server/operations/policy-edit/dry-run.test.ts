import { expect, it } from 'vitest';
import { KubeError, type KubeErrorKind } from '../../kube/errors';
import { refusedWith } from './dry-run';

const refusal = (kind: KubeErrorKind, message: string, causes?: { field?: string; message?: string }[]) =>
  refusedWith(
    new KubeError(message, {
      kind,
      status: 400,
      reason: '',
      body: { message, details: { causes } } as never,
    }),
  );

it('puts what the API server refuses at its fields', () => {
  const causes = [{ field: 'spec.updatePolicy.minReplicas', message: 'must be at most 9' }, { message: 'x' }];
  expect(refusal('invalid', 'it is invalid', causes)).toEqual({
    errors: [{ field: 'spec.updatePolicy.minReplicas', message: 'must be at most 9' }],
    warnings: [],
  });
  expect(refusal('invalid', 'it is invalid').errors).toEqual([{ field: 'spec', message: 'it is invalid' }]);
});

it('tells a denial by the cluster from a missing right, and from no answer', () => {
  const denied = 'admission webhook "freeze" denied the request: not today';
  expect(refusal('forbidden', denied)).toEqual({
    errors: [{ field: 'spec', message: denied }],
    warnings: [],
  });
  expect(refusal('forbidden', 'User "zoe" cannot patch')).toEqual({
    errors: [],
    warnings: ['The API server would refuse this: User "zoe" cannot patch.'],
  });
  expect(refusal('timeout', 'no answer within 3 s')).toEqual({
    errors: [],
    warnings: ['The API server did not try this: no answer within 3 s.'],
  });
});
