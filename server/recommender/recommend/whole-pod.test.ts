import { beforeEach, describe, expect, it } from 'vitest';
import { defaultConfig } from '../../config';
import { estimatorOf } from '../../decide/estimators';
import { podRecommendationIn, podRecommendationText } from '../../decide/pods/pod-level/recommendation';
import { ClusterState } from '../../model/cluster-state';
import { cpuFrom, memoryFrom } from '../../objects/quantity';
import { selectorFrom } from '../../objects/selector';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { WHOLE_POD } from '../../objects/whole-pod';
import { textDue } from '../status/whole-pod-annotation';
import { Recommending } from './recommending';

const START_MS = Date.UTC(2026, 5, 2, 6);
const MINUTE_MS = 60_000;

function vpaWith(annotations?: Record<string, string>): VerticalPodAutoscaler {
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { namespace: 'shop', name: 'web', ...(annotations && { annotations }) },
    spec: {},
  };
}

describe('what is recommended for a pod as a whole', () => {
  let state: ClusterState;
  let recommending: Recommending;

  beforeEach(() => {
    const config = defaultConfig();
    const estimator = estimatorOf('percentile', config);
    state = new ClusterState(config, estimator.learning);
    state.setVpa({ namespace: 'shop', name: 'web', selector: selectorFrom({ matchLabels: { app: 'web' } }) });
    recommending = new Recommending({ config, estimator, state });
    const containers = ['app', 'helper', WHOLE_POD].map((name) => ({ name, requests: {} }));
    state.setPod({ namespace: 'shop', name: 'web-1', labels: { app: 'web' }, phase: 'Running', containers });
    // The containers take turns: their sum stays the same.
    for (let minute = 0; minute < 3000; minute++)
      for (const [container, millicores] of [
        ['app', minute % 2 ? 400 : 20],
        ['helper', minute % 2 ? 20 : 400],
        [WHOLE_POD, 420],
      ] as const)
        state.addCpuSample(
          { namespace: 'shop', pod: 'web-1', container },
          START_MS + minute * MINUTE_MS,
          millicores,
        );
  });

  const known = () => recommending.knowledgeOf('shop', 'web');
  const asked = (text: string) => vpaWith({ 'plumbline.dev/pod-level': text });
  const cpuOf = (target: Record<string, string | number> | undefined) => cpuFrom(target?.cpu ?? 0);

  it('is by the sum, less than what its containers need one by one', () => {
    const whole = cpuOf(recommending.recommendationOfWhole(asked('auto'), known())?.target);
    const each = recommending.recommendationFrom(asked('auto'), known())?.containerRecommendations ?? [];
    expect(each.map(({ containerName }) => containerName)).toEqual(['app', 'helper']);
    expect(whole).toBeGreaterThan(420);
    expect(whole).toBeLessThan(550);
    expect(each.reduce((sum, { target }) => sum + cpuOf(target), 0)).toBeGreaterThan(900);
  });

  it('is by the peaks of the sum in memory, an interval each', () => {
    const MIB = 2 ** 20;
    const add = (container: string, minute: number, mib: number) =>
      state.addMemorySample(
        { namespace: 'shop', pod: 'web-1', container },
        START_MS + minute * MINUTE_MS,
        mib * MIB,
      );
    // Two days and more, in which both containers are large, but not at the same time of a day.
    for (let minute = 0; minute < 3000; minute += 10) {
      const isDay = minute % 1440 < 720;
      add('app', minute, isDay ? 900 : 100);
      add('helper', minute, isDay ? 100 : 900);
      add(WHOLE_POD, minute, 1000);
    }
    const memoryOf = (target: Record<string, string | number> | undefined) =>
      memoryFrom(target?.memory ?? 0) / MIB;
    const whole = memoryOf(recommending.recommendationOfWhole(asked('auto'), known())?.target);
    const each = recommending.recommendationFrom(asked('auto'), known())?.containerRecommendations ?? [];
    expect(whole).toBeGreaterThan(1000);
    expect(whole).toBeLessThan(1250);
    expect(each.reduce((sum, { target }) => sum + memoryOf(target), 0)).toBeGreaterThan(1800);
  });

  it('is nothing unless the VPA asks for it, and is no container of it then either', () => {
    expect(recommending.recommendationOfWhole(vpaWith(), known())).toBeUndefined();
    expect([...known().liveContainers]).toEqual(['app', 'helper']);
    expect([...known().aggregates.keys()]).toEqual(['app', 'helper']);
  });

  it('keeps the bounds that the VPA states', () => {
    const most = recommending.recommendationOfWhole(asked('{maxAllowed: {cpu: 200m}}'), known());
    expect(most?.target?.cpu).toBe('200m');
    expect(most?.uncappedTarget?.cpu).not.toBe('200m');
  });

  it('is written on the VPA once, read there, and taken back', () => {
    const recommendation = recommending.recommendationOfWhole(asked('auto'), known());
    if (!recommendation) throw new Error('nothing is recommended');
    const learned = { mark: '', samples: 1, peaks: 0, confidence: 1, spanMs: 1, comparedMs: 0 };
    const wholePod = { learned, recommendation };
    const text = podRecommendationText(recommendation);
    expect(textDue({ vpa: asked('auto'), wholePod })).toBe(text);
    const written = vpaWith({ 'plumbline.dev/pod-level': 'auto', 'plumbline.dev/pod-recommendation': text });
    expect(textDue({ vpa: written, wholePod })).toBeUndefined();
    expect(podRecommendationIn(written)).toMatchObject({
      containerName: WHOLE_POD,
      target: recommendation.target,
    });
    expect(textDue({ vpa: written, wholePod: undefined })).toBeUndefined();
    const off = vpaWith({ 'plumbline.dev/pod-recommendation': text });
    expect(textDue({ vpa: off, wholePod: undefined })).toBeNull();
    expect(podRecommendationIn(off)).toBeUndefined();
  });

  it.each(['', 'null', '[]', '{"target":3}', '{'])('is nothing where somebody wrote %j', (text) => {
    expect(
      podRecommendationIn(
        vpaWith({ 'plumbline.dev/pod-level': 'auto', 'plumbline.dev/pod-recommendation': text }),
      ),
    ).toBeUndefined();
  });
});
