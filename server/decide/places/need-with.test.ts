import { describe, expect, it } from 'vitest';
import { resourceListFrom } from '../../objects/quantity';
import type { Pod } from '../../objects/types';
import type { Amounts } from '../../objects/units';
import { WHOLE_POD } from '../../objects/whole-pod';
import { needWith } from './need-with';
import { podNeed } from './pod-need';

type Requests = Record<string, Amounts>;

/** A container, one that ends before it, and a sidecar. */
const podThatRequests = ({ app, init, mesh, whole, overhead }: Requests): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web' },
  spec: {
    containers: [{ name: 'app', resources: { requests: app && resourceListFrom(app) } }],
    initContainers: [
      { name: 'init', resources: { requests: init && resourceListFrom(init) } },
      { name: 'mesh', restartPolicy: 'Always', resources: { requests: mesh && resourceListFrom(mesh) } },
    ],
    ...(whole && { resources: { requests: resourceListFrom(whole) } }),
    ...(overhead && { overhead: resourceListFrom(overhead) }),
  },
});

const amounts = (cpu?: number, memory?: number) =>
  ({ ...(cpu !== undefined && { cpu }), ...(memory !== undefined && { memory }) }) as Amounts;
const STATED: Requests = {
  app: amounts(100, 1_000),
  init: amounts(120, 500),
  mesh: amounts(10, 100),
  overhead: amounts(5, 50),
};

describe('what a pod takes of a node with other requests', () => {
  it.each<[string, Requests, Requests]>([
    ['nothing else', STATED, {}],
    ['more of a container', STATED, { app: amounts(300, 3_000) }],
    ['less of it than one that ends needs', STATED, { app: amounts(1, 1) }],
    ['CPU alone', STATED, { app: amounts(300) }],
    ['a sidecar', STATED, { mesh: amounts(50, 700) }],
    ['a container that stated nothing', { mesh: amounts(10, 100) }, { app: amounts(40, 400) }],
    ['the pod as a whole', STATED, { whole: amounts(500, 5_000) }],
    [
      'one resource of a whole that was stated',
      { ...STATED, whole: amounts(500, 5_000) },
      { whole: amounts(600) },
    ],
  ])('%s', (_, stated, asked) => {
    const its = needWith(podThatRequests(stated), (name) => asked[name === WHOLE_POD ? 'whole' : name]);
    const merged = { ...stated };
    for (const [name, own] of Object.entries(asked)) merged[name] = { ...stated[name], ...own };
    expect(its).toEqual(podNeed(podThatRequests(merged)));
  });

  it('leaves init containers that end as they are', () => {
    const pod = podThatRequests(STATED);
    expect(needWith(pod, (name) => (name === 'init' ? amounts(9_000, 9_000) : undefined))).toEqual(
      podNeed(pod),
    );
  });
});
