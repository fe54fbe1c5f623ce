import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { readVpa } from './vpa-reading';

function vpa(parts: object = {}): VerticalPodAutoscaler {
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { targetRef: { kind: 'Deployment', name: 'web' } },
    ...parts,
  };
}

describe('reading a VPA', () => {
  it('is done once for each object', () => {
    const one = vpa();
    expect(readVpa(one)).toBe(readVpa(one));
    expect(readVpa(one)).toMatchObject({ compiled: { mode: 'Recreate' } });
    expect(readVpa(one).fault).toBeUndefined();
  });

  it.each(['1e1001', '1e1.5', 'much', '', {}, true])(
    'treats one whose maximum is %j as mode Off, and says what is wrong',
    (cpu) => {
      const maxAllowed = { cpu };
      const { compiled, fault } = readVpa(
        vpa({ spec: { resourcePolicy: { containerPolicies: [{ containerName: '*', maxAllowed }] } } }),
      );
      expect(compiled).toMatchObject({ namespace: 'shop', name: 'web', mode: 'Off', boosts: false });
      expect(fault?.message).toMatch(/maxAllowed|the wrong type/);
    },
  );

  it.each([5, 'recreate', {}, true])('treats one in mode %j as mode Off', (updateMode) => {
    const { compiled, fault } = readVpa(vpa({ spec: { updatePolicy: { updateMode } } }));
    expect(compiled.mode).toBe('Off');
    expect(fault?.message).toContain('updateMode');
  });

  it.each(['updatePolicy', 'resourcePolicy', 'startupBoost'])(
    'treats one as mode Off whose %s is 5',
    (part) => {
      expect(readVpa(vpa({ spec: { [part]: 5 } }))).toMatchObject({
        compiled: { mode: 'Off' },
        fault: { message: 'a field of its spec or status has the wrong type' },
      });
    },
  );

  it('never throws, whatever spec and status hold', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (spec, status) => {
        const { compiled } = readVpa(vpa({ spec, status }));
        expect(compiled).toMatchObject({ namespace: 'shop', name: 'web' });
      }),
    );
  });
});
