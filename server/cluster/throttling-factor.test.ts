import { describe, expect, it } from 'vitest';
import { KubeError } from '../kube/errors';
import { throttlingFactorOf } from './throttling-factor';

/** A cluster whose kubelets answer so; `undefined` does not answer. */
function clusterOf(...answers: unknown[]) {
  const items = answers.map((_answer, index) => ({ metadata: { name: `n${index}` } }));
  const asked: string[] = [];
  const request = async (_method: string, path: string) => {
    asked.push(path);
    return { items };
  };
  const forwardedText = async (path: string) => {
    const [, index] = /nodes\/n(\d+)\/proxy\/configz$/.exec(path) ?? [];
    const answer = answers[Number(index)];
    if (answer === undefined) throw new KubeError('no answer', { kind: 'timeout', status: 0, reason: '' });
    return typeof answer === 'string' ? answer : JSON.stringify(answer);
  };
  return { client: { request, forwardedText } as never, asked };
}

const having = (memoryThrottlingFactor: unknown, more: object = {}) => ({
  kubeletconfig: { memoryThrottlingFactor, ...more },
});

describe('the memoryThrottlingFactor of kubelets', () => {
  it.each([
    ['the lowest', [having(0.9), having(0.8)], 0.8, 2],
    ['none where none is set', [having(undefined), { kubeletconfig: {} }], undefined, 2],
    ['without those that do not answer', [undefined, having(0.9)], 0.9, 1],
    ['without those whose gate is off', [having(0.5, { featureGates: { MemoryQoS: false } })], undefined, 1],
    ['without nonsense', [having(7), having('0.3'), having(0), 'x', null, [], 7], undefined, 3],
    ['of no node', [], undefined, 0],
  ])('is %s', async (_what, answers, factor, answered) => {
    const { client } = clusterOf(...answers);
    expect(await throttlingFactorOf(client)).toEqual({ factor, answered, asked: answers.length });
  });

  it('is asked of a few nodes, and nodes that cannot be listed are told', async () => {
    const { client, asked } = clusterOf(having(0.9));
    await throttlingFactorOf(client);
    expect(asked[0]).toContain('limit=20');
    const refusing = {
      request: () =>
        Promise.reject(new KubeError('no', { kind: 'forbidden', status: 403, reason: 'Forbidden' })),
    } as never;
    await expect(throttlingFactorOf(refusing)).rejects.toThrow('no');
  });
});
