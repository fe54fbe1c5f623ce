import { describe, expect, it } from 'vitest';
import { KubeError } from '../../kube/errors';
import { attemptFrom } from './attempt';

const refusal = (reason?: string) =>
  new KubeError('no', {
    kind: 'forbidden',
    status: 403,
    reason: 'Forbidden',
    body: { details: { ...(reason && { causes: [{ reason, message: '' }] }) } } as never,
  });

describe('a resize that the API server forbids', () => {
  it('is refused like one that no node can fit, where it names the capacity of the node', () => {
    expect(attemptFrom(refusal('NodeCapacity')).outcome).toBe('refused');
  });

  it.each([undefined, 'FieldValueForbidden'])('is a missing right otherwise: %s', (reason) => {
    expect(attemptFrom(refusal(reason)).outcome).toBe('forbidden');
  });
});
