import { describe, expect, it } from 'vitest';
import type { Pod, PodSpec, ResourceList } from '../../objects/types';
import { cpuMillicores, memoryBytes } from '../../objects/units';
import { movedByUs, movedWhenKilled } from './moved-by-us';
import { RESIZED_AT_ANNOTATION, UPDATES_ANNOTATION } from './pod-annotations';
import { REQUESTS_BEFORE_ANNOTATION, requestsBefore } from './requests-before';

const MIB = 2 ** 20;
const spec = (requests?: ResourceList, limits?: ResourceList): PodSpec => ({
  containers: [{ name: 'app', resources: { requests, limits } }],
});
const TEMPLATE = spec({ cpu: '100m', memory: '256Mi' }, { memory: '512Mi' });
const OURS = { [UPDATES_ANNOTATION]: 'Pod resources updated by web: container 0: memory request' };
const pod = (own: PodSpec, annotations: Record<string, string> = OURS): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', annotations },
  spec: own,
});
const memory = { container: 'app', resource: 'memory' } as const;

describe('what Plumbline moved away from the template', () => {
  it.each<[string, ResourceList, ResourceList, ReturnType<typeof movedByUs>]>([
    ['nothing', { memory: '256Mi' }, { memory: '512Mi' }, 'none'],
    ['nothing, written otherwise', { memory: '262144Ki' }, { memory: '0.5Gi' }, 'none'],
    ['less to request', { memory: '128Mi' }, { memory: '512Mi' }, 'lowered'],
    ['a lower limit', { memory: '256Mi' }, { memory: '300Mi' }, 'lowered'],
    ['more', { memory: '512Mi' }, { memory: '1Gi' }, 'raised'],
    ['less to request and a higher limit', { memory: '128Mi' }, { memory: '1Gi' }, 'both'],
  ])('%s', (_what, requests, limits, expected) => {
    expect(movedByUs([pod(spec(requests, limits))], TEMPLATE, memory)).toBe(expected);
  });

  it('is nothing of pods that others changed, of another resource, or of a container that was injected', () => {
    const lower = spec({ memory: '128Mi' }, { memory: '512Mi' });
    expect(movedByUs([pod(lower, {})], TEMPLATE, memory)).toBe('none');
    expect(movedByUs([pod(lower)], TEMPLATE, { container: 'app', resource: 'cpu' })).toBe('none');
    expect(movedByUs([pod(lower)], { containers: [{ name: 'other' }] }, memory)).toBe('none');
  });

  it('counts an amount that the template leaves out only where admission says that it set it', () => {
    const own = spec({ memory: '128Mi' });
    expect(movedByUs([pod(own)], spec(), memory)).toBe('raised');
    const other = { [UPDATES_ANNOTATION]: 'Pod resources updated by web: container 0: cpu request' };
    expect(movedByUs([pod(own, other)], spec(), memory)).toBe('none');
  });

  it('is told of the pods together', () => {
    const [up, down] = ['512Mi', '128Mi'].map((amount) => pod(spec({ memory: amount }, { memory: '512Mi' })));
    if (up && down) expect(movedByUs([up, down], TEMPLATE, memory)).toBe('both');
  });
});

describe('what a container had when it was killed', () => {
  const killed = (own: PodSpec, annotations: Record<string, string>, finishedAt: string): Pod => ({
    ...pod(own, annotations),
    status: {
      containerStatuses: [
        {
          name: 'app',
          ready: true,
          restartCount: 1,
          image: '',
          imageID: '',
          lastState: {
            terminated: { exitCode: 137, reason: 'OOMKilled', startedAt: finishedAt, finishedAt },
          },
        },
      ],
    },
  });
  const raised = {
    [RESIZED_AT_ANNOTATION]: '2026-08-01T12:00:00Z',
    [REQUESTS_BEFORE_ANNOTATION]: requestsBefore(
      [
        {
          container: 'app',
          from: { cpu: cpuMillicores(100), memory: memoryBytes(256 * MIB) },
          to: { memory: memoryBytes(512 * MIB) },
        },
      ],
      undefined,
    ),
  };
  const own = spec({ cpu: '100m', memory: '512Mi' }, { memory: '1Gi' });

  it('is what it has, or before its last resize what it had', () => {
    expect(movedWhenKilled([killed(own, raised, '2026-08-01T12:01:00Z')], TEMPLATE, 'app')).toBe('raised');
    expect(movedWhenKilled([killed(own, raised, '2026-08-01T11:59:00Z')], TEMPLATE, 'app')).toBe('none');
  });

  it('is unknown where no pod tells of a kill', () => {
    expect(movedWhenKilled([pod(own)], TEMPLATE, 'app')).toBeUndefined();
  });
});
