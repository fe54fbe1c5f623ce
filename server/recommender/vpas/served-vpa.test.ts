import { describe, expect, it } from 'vitest';
import { type Config, defaultConfig } from '@/server/config';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { detailOfTarget, isServed, type TargetState } from './served-vpa';

function vpa(spec: Partial<VerticalPodAutoscaler['spec']> = {}): VerticalPodAutoscaler {
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { namespace: 'shop', name: 'web' },
    spec: { targetRef: { kind: 'Deployment', name: 'web' }, ...spec },
  };
}

describe('which VPAs are served', () => {
  it.each<[string, Partial<Config>, string | undefined, boolean]>([
    ['one that names no recommender', {}, undefined, true],
    ['one that names the default', {}, 'default', true],
    ['not one that names another', {}, 'other', false],
    ['one that names this recommender by its own name', { recommenderName: 'mine' }, 'mine', true],
    ['not one without a name, by a recommender with one', { recommenderName: 'mine' }, undefined, false],
    ['one of the only namespace', { vpaObjectNamespace: 'shop' }, undefined, true],
    ['not one of another than the only namespace', { vpaObjectNamespace: 'lab' }, undefined, false],
    ['not one of an ignored namespace', { ignoredVpaObjectNamespaces: ['lab', 'shop'] }, undefined, false],
  ])('%s', (_, settings, name, served) => {
    const asked = vpa(name ? { recommenders: [{ name }] } : {});
    expect(isServed(asked, defaultConfig(settings))).toBe(served);
  });
});

describe('an obstacle to a target', () => {
  const ref = { apiVersion: 'apps/v1', namespace: 'shop', name: 'web' };

  it.each<[TargetState, string | undefined]>([
    [{ kind: 'pending' }, undefined],
    [{ kind: 'found', selector: [], topmost: { ...ref, kind: 'Deployment' } }, undefined],
    [{ kind: 'missing' }, 'Deployment web was not found'],
    [{ kind: 'unsupported', detail: 'its selector is empty' }, 'Deployment web: its selector is empty'],
    [
      { kind: 'not-topmost', by: { ...ref, kind: 'Rollout', name: 'top' } },
      'Deployment web is controlled by Rollout top',
    ],
    [{ kind: 'failed', error: new Error('403') }, 'Deployment web could not be looked up: 403'],
  ])('%o is put in words', (target, words) => {
    expect(detailOfTarget(target, vpa())).toBe(words);
  });
});
