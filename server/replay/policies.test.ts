import { describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { RECOMMENDER_ANNOTATION } from '@/server/decide/features/recommender/parameter-text';
import { FORMER_MODE_ANNOTATION } from '@/server/decide/pods/mode-before-stop';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { replayedPolicy, replaySettings } from './policies';

const config = defaultConfig({ recommenderName: 'ours' });
const vpa = (
  spec: Partial<VerticalPodAutoscaler['spec']> = {},
  annotations: Record<string, string> = {},
): VerticalPodAutoscaler => ({
  apiVersion: 'autoscaling.k8s.io/v1',
  kind: 'VerticalPodAutoscaler',
  metadata: { namespace: 'shop', name: 'web', annotations },
  spec: { targetRef: { kind: 'Deployment', name: 'web' }, ...spec },
});
const adapted = vpa(
  { recommenders: [{ name: 'adaptive' }] },
  { [RECOMMENDER_ANNOTATION]: '{"marginFraction":0.2,"priceHalfLifeMs":3600000}' },
);

describe('what a variant tries', () => {
  it('is the policy as it is without changes', () => {
    expect(replayedPolicy(adapted, {}, config)).toMatchObject({
      recommender: 'adaptive',
      parameters: { marginFraction: 0.2, priceHalfLifeMs: 3_600_000 },
    });
  });

  it('has its parameters over those of the same recommender, and no others of another one', () => {
    const parameters = { marginFraction: 0.05 };
    expect(replayedPolicy(adapted, { parameters }, config).parameters).toEqual({
      marginFraction: 0.05,
      priceHalfLifeMs: 3_600_000,
    });
    expect(replayedPolicy(adapted, { recommender: 'default', parameters }, config)).toMatchObject({
      recommender: 'default',
      parameters,
    });
  });

  it('calls the default recommender by its name in this cluster, too', () => {
    expect(replayedPolicy(adapted, { recommender: 'ours' }, config).recommender).toBe('default');
    expect(replaySettings(config).recommenderName).toBe('default');
  });

  it('has the mode that a stop holds back, unless it has one of its own', () => {
    const held = vpa(
      { updatePolicy: { updateMode: 'Off' } },
      { [FORMER_MODE_ANNOTATION]: '{"mode":"Recreate","policy":true}' },
    );
    const modeOf = (variant: Parameters<typeof replayedPolicy>[1]) =>
      replayedPolicy(held, variant, config).spec.updatePolicy?.updateMode;
    expect(modeOf({})).toBe('Recreate');
    expect(modeOf({ updateMode: 'InPlace' })).toBe('InPlace');
    expect(modeOf({ edit: { updateMode: 'Initial' } })).toBe('Initial');
  });

  it.each([
    ['none', undefined],
    ['its deprecated name', 'Auto'],
  ] as const)('has mode Recreate for %s', (_, updateMode) => {
    const spec = updateMode && { updatePolicy: { updateMode } };
    expect(replayedPolicy(vpa(spec), {}, config).spec.updatePolicy?.updateMode).toBe('Recreate');
  });

  it('is the policy with an edit of the form', () => {
    const containerPolicies = [{ containerName: '*', minAllowed: { cpu: '1' } }];
    const tried = replayedPolicy(adapted, { edit: { containerPolicies, recommender: 'default' } }, config);
    expect(tried).toMatchObject({ recommender: 'default', spec: { resourcePolicy: { containerPolicies } } });
  });
});
