import { describe, expect, it } from 'vitest';
import { builtinKinds } from '@/sandbox/api/kinds/builtin';
import type { Kind } from '@/sandbox/api/kinds/kind';
import { humanDuration } from '@/sandbox/api/table/age';
import { withColumns } from '@/sandbox/api/table/builtin-columns';
import { podStatusCells } from '@/sandbox/api/table/pod-status';
import { tableOf } from '@/sandbox/api/table/table';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-01-01T01:00:00Z');

describe('ages', () => {
  it.each([
    [-5 * SECOND, '<invalid>'],
    [0, '0s'],
    [119 * SECOND, '119s'],
    [2 * MINUTE, '2m'],
    [3 * MINUTE + 20 * SECOND, '3m20s'],
    [10 * MINUTE + 20 * SECOND, '10m'],
    [179 * MINUTE, '179m'],
    [3 * HOUR, '3h'],
    [3 * HOUR + 5 * MINUTE, '3h5m'],
    [47 * HOUR, '47h'],
    [2 * DAY + 3 * HOUR, '2d3h'],
    [8 * DAY + 3 * HOUR, '8d'],
    [729 * DAY, '729d'],
    [730 * DAY, '2y'],
    [800 * DAY, '2y70d'],
    [4000 * DAY, '10y'],
  ])('%d ms is %s', (ms, text) => {
    expect(humanDuration(ms)).toBe(text);
  });
});

const running = { running: { startedAt: '2026-01-01T00:00:00Z' } };

describe('the state of a pod as people see it', () => {
  it.each<[string, object, object, string[]]>([
    ['waiting for a node', {}, { phase: 'Pending' }, ['0/1', 'Pending', '0']],
    [
      'starting',
      {},
      {
        phase: 'Pending',
        containerStatuses: [
          { name: 'app', ready: false, restartCount: 0, state: { waiting: { reason: 'ContainerCreating' } } },
        ],
      },
      ['0/1', 'ContainerCreating', '0'],
    ],
    [
      'running',
      {},
      {
        phase: 'Running',
        containerStatuses: [{ name: 'app', ready: true, restartCount: 0, state: running }],
      },
      ['1/1', 'Running', '0'],
    ],
    [
      'restarted after an OOM',
      {},
      {
        phase: 'Running',
        containerStatuses: [
          {
            name: 'app',
            ready: true,
            restartCount: 2,
            state: running,
            lastState: {
              terminated: { exitCode: 137, reason: 'OOMKilled', finishedAt: '2026-01-01T00:30:00Z' },
            },
          },
        ],
      },
      ['1/1', 'Running', '2 (30m ago)'],
    ],
    [
      'held back after crashes',
      {},
      {
        phase: 'Running',
        containerStatuses: [
          { name: 'app', ready: false, restartCount: 5, state: { waiting: { reason: 'CrashLoopBackOff' } } },
        ],
      },
      ['0/1', 'CrashLoopBackOff', '5'],
    ],
    [
      'ended',
      {},
      {
        phase: 'Succeeded',
        containerStatuses: [
          {
            name: 'app',
            ready: false,
            restartCount: 0,
            state: { terminated: { exitCode: 0, reason: 'Completed' } },
          },
        ],
      },
      ['0/1', 'Completed', '0'],
    ],
    [
      'ended with a code',
      {},
      {
        phase: 'Failed',
        containerStatuses: [
          { name: 'app', ready: false, restartCount: 0, state: { terminated: { exitCode: 3 } } },
        ],
      },
      ['0/1', 'ExitCode:3', '0'],
    ],
    ['evicted', {}, { phase: 'Failed', reason: 'Evicted' }, ['0/1', 'Evicted', '0']],
    [
      'being deleted',
      { deletionTimestamp: '2026-01-01T01:00:30Z' },
      {
        phase: 'Running',
        containerStatuses: [{ name: 'app', ready: true, restartCount: 0, state: running }],
      },
      ['1/1', 'Terminating', '0'],
    ],
  ])('%s', (_what, metadata, status, cells) => {
    expect(podStatusCells({ metadata, spec: { containers: [{ name: 'app' }] }, status }, NOW)).toEqual(cells);
  });

  it('counts sidecars with the containers', () => {
    const pod = {
      metadata: {},
      spec: {
        containers: [{ name: 'app' }],
        initContainers: [{ name: 'proxy', restartPolicy: 'Always' }, { name: 'setup' }],
      },
      status: {
        phase: 'Running',
        containerStatuses: [{ name: 'app', ready: true, restartCount: 0, state: running }],
        initContainerStatuses: [
          { name: 'proxy', ready: true, restartCount: 1, state: running },
          {
            name: 'setup',
            ready: true,
            restartCount: 0,
            state: { terminated: { exitCode: 0, reason: 'Completed' } },
          },
        ],
      },
    };
    expect(podStatusCells(pod, NOW)).toEqual(['2/2', 'Running', '1']);
  });
});

describe('tables', () => {
  const kinds = new Map(
    builtinKinds()
      .map(withColumns)
      .map((kind): [string, Kind] => [kind.kind, kind]),
  );

  it.each<[string, object, unknown[]]>([
    ['Namespace', { status: { phase: 'Active' } }, ['it', 'Active', '60m']],
    ['ConfigMap', { data: { a: '1', b: '2' } }, ['it', 2, '60m']],
    [
      'Node',
      {
        spec: { unschedulable: true },
        status: { conditions: [{ type: 'Ready', status: 'True' }], nodeInfo: { kubeletVersion: 'v1' } },
      },
      ['it', 'Ready,SchedulingDisabled', '<none>', '60m', 'v1', '<none>', '<unknown>'],
    ],
    [
      'PodDisruptionBudget',
      { spec: { minAvailable: 2 }, status: { disruptionsAllowed: 1 } },
      ['it', '2', 'N/A', 1, '60m'],
    ],
    ['Lease', { spec: { holderIdentity: 'me' } }, ['it', 'me', '60m']],
    ['ClusterRole', {}, ['it', '2026-01-01T00:00:00Z']],
  ])('show a %s in its columns', (kindName, fields, cells) => {
    const kind = kinds.get(kindName);
    const object = {
      apiVersion: 'v1',
      kind: kindName,
      metadata: { name: 'it', creationTimestamp: '2026-01-01T00:00:00Z' },
      ...fields,
    };
    const table = kind && tableOf(kind, [object], {}, NOW, 'None');
    expect(table?.rows).toEqual([{ cells }]);
    expect(table?.columnDefinitions).toHaveLength(cells.length);
  });
});
