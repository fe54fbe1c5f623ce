import { describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { labelsKept, metricNameOf, NO_KNOWN_PODS, PodLabels } from './pod-labels';

const known = {
  labelsOf: (_namespace: string, pod: string) => (pod === 'web-live' ? { app: 'web' } : undefined),
  templateOf: (_namespace: string, kind: string, name: string) =>
    kind === 'ReplicaSet' && name === 'web-5d' ? { app: 'web', 'pod-template-hash': '5d' } : undefined,
  labelNames: () => ['app.kubernetes.io/name', 'teamName', 'app'],
};

describe('the labels of a past pod', () => {
  const about = { namespace: 'shop', pod: 'web-old' };

  it("are the cluster's while it lives", () => {
    const labels = new PodLabels({ names: defaultConfig() }, known);
    labels.takeLabels({ namespace: 'shop', pod: 'web-live', label_app: 'other' });
    expect(labels.of('shop', 'web-live')).toEqual({ app: 'web' });
    expect(labels.isKnown('shop', 'web-live')).toBe(true);
    expect(labels.isKnown('shop', 'web-old')).toBe(false);
  });

  it('are those of the labels metric, with the names that are in use', () => {
    const labels = new PodLabels({ names: defaultConfig() }, known);
    labels.takeLabels({ ...about, job: 'kube-state-metrics', label_app: 'web' });
    labels.takeLabels({
      ...about,
      label_app: 'web',
      label_app_kubernetes_io_name: 'shop-web',
      label_team_name: 'red',
      label_tier_x: 'front',
    });
    labels.takeLabels({ ...about, label_app: 'web' });
    expect(labels.of('shop', 'web-old')).toEqual({
      app: 'web',
      'app.kubernetes.io/name': 'shop-web',
      teamName: 'red',
      tier_x: 'front',
    });
  });

  it('are those of its controller if the labels metric has none', () => {
    const labels = new PodLabels({ names: defaultConfig() }, known);
    labels.takeLabels({ ...about, uid: '1' });
    labels.takeOwner({
      ...about,
      owner_kind: 'ReplicaSet',
      owner_name: 'web-5d',
      owner_is_controller: 'true',
    });
    expect(labels.of('shop', 'web-old')).toEqual({ app: 'web', 'pod-template-hash': '5d' });
  });

  it('are those of its owner where two of them became one name, and what is told where nobody owns it', () => {
    const labels = new PodLabels({ names: defaultConfig() }, known);
    const collided = { label_app: 'told', label_a_b_conflict1: 'x', label_a_b_conflict2: 'y' };
    labels.takeLabels({ ...about, ...collided });
    labels.takeLabels({ ...about, pod: 'bare', ...collided });
    labels.takeOwner({ ...about, owner_kind: 'ReplicaSet', owner_name: 'web-5d' });
    expect(labels.needsOwner('shop', 'web-old')).toBe(true);
    expect(labels.of('shop', 'web-old')).toEqual({ app: 'web', 'pod-template-hash': '5d' });
    expect(labels.of('shop', 'bare')).toMatchObject({ app: 'told' });
  });

  it.each([
    [28, { app: 'told' }],
    [29, { app: 'web', 'pod-template-hash': '5d' }],
  ])(
    'of %i beside the name, in a store that keeps 30: those of its owner if some may be lost',
    (count, expected) => {
      const labels = new PodLabels({ names: defaultConfig(), mostLabels: 30 }, known);
      const filler = Array.from({ length: count - 3 }, (_, index) => [`other_${index}`, 'x']);
      labels.takeLabels({
        ...about,
        __name__: 'kube_pod_labels',
        label_app: 'told',
        ...Object.fromEntries(filler),
      });
      labels.takeOwner({ ...about, owner_kind: 'ReplicaSet', owner_name: 'web-5d' });
      expect(labels.of('shop', 'web-old')).toEqual(expected);
    },
  );

  it.each([
    ['a few', 5, true, { most: 30, mayLack: false }],
    ['as many as older ones keep', 29, true, { most: 30, mayLack: true }],
    ['more than older ones keep', 34, true, { most: 40, mayLack: false }],
    ['as many as newer ones keep', 39, true, { most: 40, mayLack: true }],
    ['as many as one was told to keep', 59, true, { most: 60, mayLack: true }],
    ['any number where nothing is dropped', 60, false, { most: undefined, mayLack: false }],
  ])('may be lost where a store has %s', (_case, count, isMetricsQl, expected) => {
    const labels = Array.from({ length: count }, (_, index) => [`label_${index}`, 'x']);
    const series = { __name__: 'kube_pod_labels', ...Object.fromEntries(labels) };
    expect(labelsKept([{ ...about }, series], isMetricsQl)).toEqual(expected);
  });

  it('are unknown if nothing has them', () => {
    const labels = new PodLabels({ names: defaultConfig() }, NO_KNOWN_PODS);
    labels.takeOwner({ ...about, owner_kind: 'ReplicaSet', owner_name: 'web-5d' });
    labels.takeOwner({ ...about, owner_kind: '<none>', owner_name: '<none>' });
    expect(labels.of('shop', 'web-old')).toBeUndefined();
  });

  it.each([
    ['app', 'app'],
    ['app.kubernetes.io/name', 'app_kubernetes_io_name'],
    ['pod-template-hash', 'pod_template_hash'],
    ['teamName', 'team_name'],
  ])('named %s come as %s', (label, name) => {
    expect(metricNameOf(label)).toBe(name);
  });
});
