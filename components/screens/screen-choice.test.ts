import { describe, expect, it } from 'vitest';
import type { ClusterConnection, StatusAnswer } from '@/server/contract/status';
import type { RequestFailure } from '../api/request';
import { chooseScreen } from './screen-choice';

const PASS = {
  atMs: 1,
  durationMs: 2,
  vpas: 0,
  containers: 0,
  samples: 0,
  statusWrites: 0,
  checkpointWrites: 0,
};
const NONE: ClusterConnection = { kind: 'none', message: 'no kubeconfig', remedy: 'set one' };
const CONNECTING: ClusterConnection = { kind: 'connecting', server: 'https://a' };
const CONNECTED: ClusterConnection = {
  kind: 'connected',
  server: 'https://a',
  version: 'v1.33.0',
  sandbox: false,
};

function status(cluster: ClusterConnection, lastPass?: StatusAnswer['lastPass']): StatusAnswer {
  return {
    clockSpeed: 1,
    embedded: false,
    roles: [],
    cluster,
    urgencies: { broken: 0, waits: 0, better: 0 },
    awaiting: 0,
    overdue: [],
    blocking: [],
    hasSession: false,
    asksRights: false,
    closedPages: [],
    offersTour: false,
    version: '0',
    lastPass,
  };
}

const BLOCKER = {
  code: 'crds-not-installed' as const,
  sentence: 'No definitions',
  message: 'no definitions',
  remedy: 'apply them',
};
const NOT_READY: RequestFailure = {
  kind: 'refused',
  status: 503,
  code: 'not-ready',
  message: 'starting',
  fields: [],
} as const;
const BROKEN: RequestFailure = {
  kind: 'refused',
  status: 500,
  code: 'internal',
  message: 'broken',
  fields: [],
};

describe('the screen shown', () => {
  it.each([
    ['waits for the first answer', undefined, undefined, { kind: 'loading' }],
    ['says when nobody answers', undefined, { kind: 'unreachable' }, { kind: 'server-away' }],
    ['tells starting from failing', undefined, NOT_READY, { kind: 'not-ready' }],
    ['shows what the server objects to', undefined, BROKEN, { kind: 'refused', message: 'broken' }],
    ['says when there is no cluster', status(NONE), undefined, { kind: 'not-connected', cluster: NONE }],
    [
      'says when the cluster is being asked',
      status(CONNECTING),
      undefined,
      { kind: 'connecting', cluster: CONNECTING },
    ],
    [
      'says what keeps the first pass from being made',
      { ...status(CONNECTED), blocking: [BLOCKER] },
      undefined,
      { kind: 'blocked', by: [BLOCKER] },
    ],
    ['says when the first pass runs', status(CONNECTED), undefined, { kind: 'starting' }],
    ['shows the page after a pass', status(CONNECTED, PASS), undefined, { kind: 'page' }],
    [
      'leaves the page when the server starts over, as between two scenarios',
      status(CONNECTED, PASS),
      NOT_READY,
      { kind: 'not-ready' },
    ],
    ['keeps the page while the cluster is away', status(CONNECTING, PASS), undefined, { kind: 'page' }],
    [
      'keeps the page while the server is away',
      status(CONNECTED, PASS),
      { kind: 'unreachable' },
      { kind: 'page' },
    ],
  ] as const)('%s', (_, view, failure, expected) => {
    expect(chooseScreen(view, failure)).toEqual(expected);
  });
});
