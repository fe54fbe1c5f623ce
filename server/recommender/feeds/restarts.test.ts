import { describe, expect, it } from 'vitest';
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
    ['without a date', podWith(1, { terminated: { exitCode: 1 } }), undefined],
    ['that did not happen', podWith(0, undefined), undefined],
  ])('leave out one %s', (_case, pod, before) => {
    expect(restartsOf(pod, before)).toEqual([]);
  });
});
