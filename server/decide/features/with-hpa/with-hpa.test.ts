import { describe, expect, it } from 'vitest';
import { hpaOn, onShare } from '@/tests/support/hpa';
import type { HorizontalPodAutoscaler, ObjectMeta } from '../../../objects/types';
import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { hpaManager } from '../../pods/hpa-manager';
import { HPA_LEADER_ANNOTATION } from './hpa-leader';
import { KEPT_THRESHOLDS_ANNOTATION } from './hpa-thresholds';
import { metricKey } from './metric-key';
import { readWithHpa, WITH_HPA_ANNOTATION, withHpas } from './with-hpa';

function vpa(mode?: string, leader?: string): VerticalPodAutoscaler {
  const annotations = {
    ...(mode !== undefined && { [WITH_HPA_ANNOTATION]: mode }),
    ...(leader !== undefined && { [HPA_LEADER_ANNOTATION]: leader }),
  };
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name: 'web', namespace: 'shop', annotations },
    spec: { targetRef: { kind: 'Deployment', name: 'web' } },
  };
}

const SPEC = [
  onShare('cpu', 70, 'app'),
  onShare('memory', 80),
  { type: 'Pods', pods: { metric: { name: 'rps' } } },
];
const KEPT = JSON.stringify({ 'cpu/app': { threshold: 350, percent: 70, first: 70 } });
const byValue = {
  type: 'Resource',
  resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } },
};
const withKept = (more: Partial<ObjectMeta> = {}) =>
  hpaOn(SPEC, [], { ...more, annotations: { [KEPT_THRESHOLDS_ANNOTATION]: KEPT } });
const named = (name: string): HorizontalPodAutoscaler => hpaOn(SPEC, [], { name });

describe('beside HPAs, a VPA leaves alone', () => {
  it.each<[string, VerticalPodAutoscaler, HorizontalPodAutoscaler[], string, string, string?]>([
    ['nothing without an HPA', vpa('bottleneck'), [], '', ''],
    ['all they scale on', vpa(), [hpaOn(SPEC)], 'cpu/app memory', ''],
    ['all of an unknown mode', vpa('both'), [hpaOn(SPEC)], 'cpu/app memory', '', 'unknown-mode'],
    [
      'all of several HPAs',
      vpa('bottleneck', 'memory'),
      [named('a'), named('b')],
      'cpu/app memory cpu/app memory',
      '',
      'several-hpas',
    ],
    ['all until one leads', vpa('bottleneck'), [hpaOn(SPEC)], 'cpu/app memory', '', 'no-leader'],
    [
      'all while what leads is none of them',
      vpa('bottleneck', 'cpu'),
      [hpaOn(SPEC)],
      'cpu/app memory',
      '',
      'no-leader',
    ],
    ['what leads', vpa('bottleneck', 'memory 2026-08-01T12:00:00Z'), [hpaOn(SPEC)], 'memory', 'cpu/app'],
    [
      'all until thresholds are noted',
      vpa('keep-threshold'),
      [hpaOn(SPEC)],
      'cpu/app memory',
      '',
      'not-noted',
    ],
    ['what has no kept threshold', vpa('keep-threshold'), [withKept()], 'memory', 'cpu/app', 'not-noted'],
    ['no average values, which keep themselves', vpa('keep-threshold'), [hpaOn([byValue])], '', 'memory'],
    [
      'all of an HPA that a tool manages',
      vpa('keep-threshold'),
      [withKept({ labels: { 'argocd.argoproj.io/instance': 'shop' } })],
      'cpu/app memory',
      '',
      'managed',
    ],
  ])('%s', (_case, own, hpas, kept, freed, aside) => {
    const beside = withHpas(own, hpas);
    expect(beside.kept.map(metricKey).join(' ')).toBe(kept);
    expect(beside.freed.map(metricKey).join(' ')).toBe(freed);
    expect(beside.aside?.code).toBe(aside);
  });

  it('names both of two HPAs', () => {
    const { aside, kept } = withHpas(vpa('keep-threshold'), [named('b'), named('a')]);
    expect(aside).toEqual({ code: 'several-hpas', by: 'a, b' });
    expect(new Set(kept.map(({ autoscaler }) => autoscaler))).toEqual(new Set(['a', 'b']));
  });
});

it('says what the mode takes', () => {
  expect(readWithHpa(vpa('both')).fault).toBe('"both" is no mode; it takes bottleneck or keep-threshold');
  expect(readWithHpa(vpa('')).fault).toContain('takes');
  expect(readWithHpa(vpa('toString')).mode).toBeUndefined();
  expect(readWithHpa(vpa())).toEqual({});
  expect(readWithHpa(vpa('x'.repeat(200_000))).fault?.length).toBeLessThan(200);
});

it.each<[string, Partial<ObjectMeta>, string | undefined]>([
  ['nobody', { labels: { app: 'web' } }, undefined],
  ['kubectl', { managedFields: [{ manager: 'kubectl-client-side-apply', operation: 'Update' }] }, undefined],
  ['the HPA controller', { managedFields: [{ manager: 'argocd-like', subresource: 'status' }] }, undefined],
  ['KEDA by its label', { labels: { 'scaledobject.keda.sh/name': 'web' } }, 'KEDA'],
  ['KEDA by its name', { labels: { 'app.kubernetes.io/managed-by': 'keda-operator' } }, 'KEDA'],
  ['Argo CD by its annotation', { annotations: { 'argocd.argoproj.io/tracking-id': 'x' } }, 'Argo CD'],
  ['Argo CD by its fields', { managedFields: [{ manager: 'argocd-controller' }] }, 'Argo CD'],
  ['Flux by its label', { labels: { 'kustomize.toolkit.fluxcd.io/name': 'x' } }, 'Flux'],
  [
    'Flux by its fields',
    { managedFields: [{ manager: 'kustomize-controller', operation: 'Apply' }] },
    'Flux',
  ],
  [
    'its owner',
    { ownerReferences: [{ apiVersion: 'x/v1', kind: 'App', name: 'shop', uid: '1' }] },
    'App shop',
  ],
])('an HPA is managed by %s', (_case, metadata, expected) => {
  expect(hpaManager(hpaOn([], [], metadata))).toBe(expected);
});
