import { describe, expect, it } from 'vitest';
import type { Pod } from '../../objects/types';
import { cpuMillicores, memoryBytes } from '../../objects/units';
import { resizePatch } from './resize';

const pod: Pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', uid: 'u' },
  spec: {
    containers: [
      {
        name: 'app',
        resources: {
          requests: { cpu: '100m', memory: '100000000500m' },
          limits: { memory: '200000000.5' },
        },
      },
      { name: 'whole', resources: { requests: { cpu: '100m', memory: '100Mi' }, limits: { memory: '1e9' } } },
      { name: 'beside', resources: { requests: { memory: '1500m' } } },
      { name: 'hostile', resources: { requests: { memory: 'none' } } },
    ],
  },
};
const valuesOf = (changes: Parameters<typeof resizePatch>[1]) =>
  Object.fromEntries(resizePatch(pod, changes).map(({ path, value }) => [path, value]));
const at = (index: number) => `/spec/containers/${index}/resources`;

describe('the patch of a resize', () => {
  it('states memory in whole bytes, rounded up, also where it is only carried along', () => {
    const [from, to] = [{ cpu: cpuMillicores(100) }, { cpu: cpuMillicores(200) }];
    const change = { container: 'app', from, to, limits: {} };
    expect(valuesOf([change])).toEqual({
      '/metadata/uid': 'u',
      [`${at(0)}/requests/cpu`]: '200m',
      [`${at(0)}/requests/memory`]: '100000001',
      [`${at(0)}/limits/memory`]: '200000001',
      [`${at(2)}/requests/memory`]: '2',
    });
  });

  it('reaches init containers', () => {
    const starting = {
      ...pod,
      spec: { ...pod.spec, initContainers: [{ name: 'first' }, { name: 'setup' }] },
    };
    const change = { container: 'setup', from: {}, to: { cpu: cpuMillicores(50) }, limits: {} };
    const root = '/spec/initContainers/1/resources';
    expect(resizePatch(starting, [change])).toEqual(
      expect.arrayContaining([
        { op: 'add', path: root, value: {} },
        { op: 'add', path: `${root}/requests`, value: {} },
        { op: 'add', path: `${root}/requests/cpu`, value: '50m' },
      ]),
    );
  });

  it('keeps what is planned', () => {
    const [to, limits] = [{ memory: memoryBytes(2 ** 20) }, { memory: memoryBytes(2 ** 21) }];
    const change = { container: 'app', from: {}, to, limits };
    expect(valuesOf([change])).toMatchObject({
      [`${at(0)}/requests/memory`]: '1Mi',
      [`${at(0)}/limits/memory`]: '2Mi',
    });
  });
});
