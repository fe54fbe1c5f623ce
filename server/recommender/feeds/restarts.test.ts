import { describe, expect, it } from 'vitest';
import { RESIZED_AT_ANNOTATION } from '@/server/decide/pods/pod-annotations';
import type { ContainerStatus, Pod } from '@/server/objects/types';
import { restartsOf } from './restarts';

const END = '2026-08-01T12:00:00Z';

function podWith(restartCount: number, lastState: ContainerStatus['lastState']): Pod {
  const status = { name: 'app', ready: true, image: '', imageID: '', restartCount, lastState };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'shop', name: 'web-1' },
    spec: { containers: [] },
    status: { containerStatuses: [status] },
  };
}
const failed = podWith(1, { terminated: { exitCode: 1, reason: 'Error', finishedAt: END } });

describe('a restart for a resize', () => {
  const RESIZED = '2026-08-01T11:59:58Z';
  const resized = (
    exitCode: number,
    startedAt: string,
    restartPolicy: 'NotRequired' | 'RestartContainer',
  ) => {
    const pod = podWith(1, { terminated: { exitCode, reason: 'Error', startedAt, finishedAt: END } });
    const containers = [{ name: 'app', resizePolicy: [{ resourceName: 'memory', restartPolicy }] }];
    const annotations = { [RESIZED_AT_ANNOTATION]: RESIZED };
    return restartsOf({ ...pod, metadata: { ...pod.metadata, annotations }, spec: { containers } })[0]
      ?.detail;
  };

  it.each<[string, Parameters<typeof resized>, RegExp]>([
    ['is told as one', [137, '2026-08-01T08:00:00Z', 'RestartContainer'], /^its resize restarts it/],
    [
      'is told as one of what ends when told to',
      [0, '2026-08-01T08:00:00Z', 'RestartContainer'],
      /^its resize/,
    ],
    [
      'is none where the container began after it',
      [137, '2026-08-01T11:59:59Z', 'RestartContainer'],
      /^Error/,
    ],
    ['is none of a crash', [1, '2026-08-01T08:00:00Z', 'RestartContainer'], /^Error, exit code 1/],
    ['is none where a resize restarts nothing', [137, '2026-08-01T08:00:00Z', 'NotRequired'], /^Error/],
  ])('%s', (_case, given, detail) => {
    expect(resized(...given)).toMatch(detail);
  });
});

describe('the restarts in the status of a pod', () => {
  it('are dated by the end of the container, and say how it ended', () => {
    const restart = { container: 'app', atMs: Date.parse(END), detail: 'Error, exit code 1' };
    expect(restartsOf(failed)).toEqual([restart]);
    expect(restartsOf(failed, podWith(0, {}))).toEqual([restart]);
  });

  it.each<[string, Pod, Pod | undefined]>([
    ['seen before', failed, failed],
    [
      'by an OOM kill, which is told as one',
      podWith(1, { terminated: { exitCode: 137, reason: 'OOMKilled', finishedAt: END } }),
      undefined,
    ],
    [
      'of an evicted pod, which is none',
      podWith(1, { terminated: { exitCode: 137, reason: 'ContainerStatusUnknown', finishedAt: END } }),
      undefined,
    ],
    ['without a date', podWith(1, { terminated: { exitCode: 1 } }), undefined],
    ['that did not happen', podWith(0, undefined), undefined],
  ])('leave out one %s', (_case, pod, before) => {
    expect(restartsOf(pod, before)).toEqual([]);
  });
});
