import { describe, expect, it } from 'vitest';
import type { Pod } from '../../objects/types';
import { likelyControllers } from './controllers';

function pod(labels: Record<string, string> = {}): Pod {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', labels }, spec: { containers: [] } };
}

describe('the likely controllers of a pod whose owner is not known yet', () => {
  it.each([
    [
      'a ReplicaSet of a Deployment',
      'apps/v1',
      'ReplicaSet',
      'web-75b4dd4c64',
      { 'pod-template-hash': '75b4dd4c64' },
      ['Deployment/web', 'ReplicaSet/web-75b4dd4c64'],
    ],
    ['a ReplicaSet without a hash', 'apps/v1', 'ReplicaSet', 'web-1', {}, ['ReplicaSet/web-1']],
    [
      'a ReplicaSet of another hash',
      'apps/v1',
      'ReplicaSet',
      'web-abc',
      { 'pod-template-hash': 'def' },
      ['ReplicaSet/web-abc'],
    ],
    [
      'a Job of a CronJob',
      'batch/v1',
      'Job',
      'nightly-29000000',
      {},
      ['CronJob/nightly', 'Job/nightly-29000000'],
    ],
    ['a Job of its own', 'batch/v1', 'Job', 'import-2', {}, ['Job/import-2']],
    ['a Job of another group', 'jobs.example/v1', 'Job', 'nightly-29000000', {}, ['Job/nightly-29000000']],
    ['anything else', 'apps/v1', 'StatefulSet', 'db', {}, ['StatefulSet/db']],
  ] as const)('of %s', (_name, apiVersion, kind, name, labels, expected) => {
    expect(
      likelyControllers('ns', { apiVersion, kind, name }, pod(labels)).map(
        (one) => `${one.kind}/${one.name}`,
      ),
    ).toEqual(expected);
  });
});
