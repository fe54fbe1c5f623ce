import { describe, expect, it } from 'vitest';
import type { Claim } from '../contract/hpas';
import type { FieldManager, HorizontalPodAutoscaler } from '../objects/types';
import { type ClaimFacts, CONTROLLER_ANNOTATION, MARK, nextClaim } from './claim';

function hpa(message: string | undefined, resourceVersion = '2', managedFields?: FieldManager[]) {
  const conditions = [{ type: 'AbleToScale', status: 'True' as const, message }];
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: {
      name: 'web',
      resourceVersion,
      annotations: { [CONTROLLER_ANNOTATION]: 'plumbline' },
      managedFields,
    },
    spec: { scaleTargetRef: { kind: 'Deployment', name: 'web' }, maxReplicas: 3 },
    status: message === undefined ? {} : { conditions },
  } satisfies HorizontalPodAutoscaler;
}

const OURS = `it can be scaled${MARK}`;
const THEIRS = 'the HPA controller was able to get the scale';

const facts = (change: Partial<ClaimFacts> = {}): ClaimFacts => ({
  hpa: hpa(OURS),
  isOn: true,
  isLeading: true,
  written: { before: '1' },
  takeoverMs: 60_000,
  nowMs: 100_000,
  ...change,
});

const TRYING: Claim = { kind: 'trying', sinceMs: 0 };
const HELD: Claim = { kind: 'held' };

describe('who scales by an HPA', () => {
  it.each<[string, Claim | undefined, Partial<ClaimFacts>, Claim]>([
    ['nobody asked', undefined, { hpa: { ...hpa(OURS), metadata: { name: 'web' } } }, { kind: 'not-asked' }],
    ['the controller is off', HELD, { isOn: false }, { kind: 'off' }],
    ['another process leads', HELD, { isLeading: false }, { kind: 'following' }],
    ['it is new', undefined, {}, { kind: 'trying', sinceMs: 100_000 }],
    ['its status stayed for long enough', TRYING, {}, HELD],
    ['its status has not stayed for long enough', TRYING, { nowMs: 59_999 }, TRYING],
    ['its status could not be written', TRYING, { hpa: hpa(undefined), written: undefined }, TRYING],
    ['the cache is behind its own write', TRYING, { hpa: hpa(THEIRS, '1') }, TRYING],
    ['its status stays', HELD, {}, HELD],
    [
      'another wrote the status while it tried',
      TRYING,
      { hpa: hpa(THEIRS) },
      { kind: 'contested', by: 'another controller', sinceMs: 100_000 },
    ],
    [
      'another wrote the status while it scaled',
      HELD,
      {
        hpa: hpa(THEIRS, '9', [
          { manager: 'kubectl', time: '2026-01-09T00:00:00Z' },
          { manager: 'plumbline', subresource: 'status', time: '2026-01-08T00:00:00Z' },
          { manager: 'kube-controller-manager', subresource: 'status', time: '2026-01-07T00:00:00Z' },
        ]),
      },
      { kind: 'contested', by: 'kube-controller-manager', sinceMs: 100_000 },
    ],
    [
      'another was seen a while ago',
      { kind: 'contested', by: 'x', sinceMs: 0 },
      {},
      { kind: 'contested', by: 'x', sinceMs: 0 },
    ],
    [
      'another was seen long ago',
      { kind: 'contested', by: 'x', sinceMs: 0 },
      { nowMs: 600_000 },
      { kind: 'trying', sinceMs: 600_000 },
    ],
  ])('once %s', (_, former, change, claim) => {
    expect(nextClaim(former, facts(change))).toEqual(claim);
  });
});
