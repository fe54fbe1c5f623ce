import { describe, expect, it } from 'vitest';
import { GROUPS_ANNOTATION, groupsText } from '@/server/decide/features/node-scope/group-recommendations';
import { SCOPE_ANNOTATION } from '@/server/decide/features/node-scope/scope';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { pod, vpa, workload } from '@/tests/support/plan-input';
import { candidates } from './candidate';
import { changesFor } from './changes';
import { PodFacts } from './pod-facts';

const amounts = (memory: string, lower: string, upper: string) => ({
  scopeValue: '',
  containerRecommendations: [
    {
      containerName: 'app',
      target: { cpu: '100m', memory },
      lowerBound: { cpu: '50m', memory: lower },
      upperBound: { cpu: '1', memory: upper },
    },
  ],
});

/** The status spans both groups; 100 MiB are requested by every pod. */
function scoped(): VerticalPodAutoscaler {
  const object = vpa({
    target: { cpu: '100m', memory: '900Mi' },
    lowerBound: { cpu: '50m', memory: '80Mi' },
    upperBound: { cpu: '1', memory: '2Gi' },
  });
  const groups = [
    { ...amounts('110Mi', '80Mi', '200Mi'), scopeValue: 'small' },
    { ...amounts('900Mi', '500Mi', '2Gi'), scopeValue: 'large' },
  ];
  const annotations = { [SCOPE_ANNOTATION]: 'size', [GROUPS_ANNOTATION]: groupsText('size', groups) };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

function on(node: string) {
  const made = pod(`on-${node}`);
  return { ...made, spec: { ...made.spec, nodeName: node } };
}

const NODES = new Map([
  ['node-s', 'small'],
  ['node-l', 'large'],
  ['node-new', 'huge'],
]);
const MIB = 2 ** 20;

describe('a pod is compared with the recommendation of its group', () => {
  const pods = ['node-s', 'node-l', 'node-new', 'node-gone'].map(on);
  const candidateOf = candidates(workload(pods, scoped(), { nodeValues: NODES }));
  const of = (node: string) => candidateOf(new PodFacts(on(node)));

  it('is within the bounds of small nodes, and outside those of large ones', () => {
    expect(of('node-s').breaches).toEqual([]);
    expect(of('node-l').breaches).toMatchObject([{ resource: 'memory', lowerBound: 500 * MIB }]);
  });

  it('gets the target of its group, and the largest where nothing is known of the node', () => {
    const target = (node: string) => (changesFor(of(node), 'evict')[0]?.to.memory ?? 0) / MIB;
    expect(target('node-s')).toBe(110);
    expect(target('node-l')).toBe(900);
    expect(target('node-new')).toBe(900);
    expect(target('node-gone')).toBe(900);
  });

  it('is as for any VPA without a scope, whatever the annotation says', () => {
    const { annotations, ...metadata } = scoped().metadata;
    const plain = {
      ...scoped(),
      metadata: { ...metadata, annotations: { [GROUPS_ANNOTATION]: annotations?.[GROUPS_ANNOTATION] ?? '' } },
    };
    const candidate = candidates(workload(pods, plain))(new PodFacts(on('node-s')));
    expect(changesFor(candidate, 'evict')[0]?.to.memory).toBe(900 * MIB);
  });
});
