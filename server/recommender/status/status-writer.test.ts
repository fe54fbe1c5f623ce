import { describe, expect, it } from 'vitest';
import { KubeError } from '@/server/kube/client';
import type { KubeErrorKind } from '@/server/kube/errors';
import { ProblemBoard } from '@/server/kube/problems';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { type PendingStatus, StatusWriter } from './status-writer';

function vpa(name: string): VerticalPodAutoscaler {
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { namespace: 'shop', name, resourceVersion: '1' },
    spec: {},
  };
}

function failure(kind: KubeErrorKind): KubeError {
  return new KubeError(`it is ${kind}`, { kind, status: 0, reason: kind });
}

function setup(answer: (path: string) => unknown) {
  const clock = new ManualClock(0);
  const problems = new ProblemBoard(clock, silentLogger).by('test');
  const sent: { path: string; body: unknown }[] = [];
  const client = {
    request: async <T>(_method: string, path: string, options: { body?: unknown } = {}): Promise<T> => {
      sent.push({ path, body: options.body });
      const result = answer(path);
      if (result instanceof Error) throw result;
      return result as T;
    },
  };
  const written: string[] = [];
  const outdated = new Set<string>();
  const pending = (names: string[]): PendingStatus[] =>
    names.map((name) => ({
      vpa: vpa(name),
      rank: 0,
      isOutdated: () => outdated.has(name),
      statusOver: () => ({ conditions: [] }),
      written: () => written.push(name),
    }));
  return {
    clock,
    problems,
    sent,
    written,
    outdated,
    pending,
    writer: new StatusWriter(client, clock, problems, silentLogger),
  };
}

const FOREVER = Number.POSITIVE_INFINITY;

describe('writing statuses', () => {
  it('patches the status subresource, and clears a recommendation that is gone', async () => {
    const { writer, sent, written, pending } = setup(() => vpa('web'));
    expect(await writer.write(pending(['web']), FOREVER)).toBe(1);
    expect(sent).toEqual([
      {
        path: '/apis/autoscaling.k8s.io/v1/namespaces/shop/verticalpodautoscalers/web/status',
        body: { metadata: { resourceVersion: '1' }, status: { recommendation: null, conditions: [] } },
      },
    ]);
    expect(written).toEqual(['web']);
  });

  it('writes nothing over what came later', async () => {
    const { writer, sent, written, pending, outdated } = setup(() => vpa('web'));
    const both = pending(['web', 'worker']);
    outdated.add('web');
    expect(await writer.write(both, FOREVER)).toBe(1);
    expect(written).toEqual(['worker']);
    expect(sent).toHaveLength(1);
  });

  it.each<[KubeErrorKind, boolean]>([
    ['not-found', false],
    ['gone', false],
    ['conflict', false],
    ['too-many', false],
    ['not-leading', false],
    ['forbidden', true],
    ['invalid', true],
    ['server', true],
  ])(
    'leaves one that is refused as %s to the next pass (a problem: %s), and continues',
    async (kind, isProblem) => {
      const { writer, problems, written, pending } = setup((path) =>
        path.includes('/bad/') ? failure(kind) : vpa('x'),
      );
      expect(await writer.write(pending(['bad', 'good']), FOREVER)).toBe(1);
      expect(written).toEqual(['good']);
      expect(problems.list().map((one) => [one.code, one.about])).toEqual(
        isProblem ? [['status-not-written', 'VerticalPodAutoscaler shop/bad']] : [],
      );
    },
  );

  it('is repeated over what another wrote meanwhile', async () => {
    const foreign = { type: 'PodsUnpatched', status: 'True' } as const;
    const fresh = { ...vpa('web'), status: { conditions: [foreign] } };
    fresh.metadata.resourceVersion = '2';
    const answers = [failure('conflict'), fresh, fresh];
    const { writer, sent, written, pending } = setup(() => answers.shift());
    const [one] = pending(['web']);
    if (!one) throw new Error('nothing is pending');
    const statusOver: PendingStatus['statusOver'] = (former) => ({ conditions: former?.conditions ?? [] });
    expect(await writer.write([{ ...one, statusOver }], FOREVER)).toBe(1);
    expect(sent.map(({ body }) => body)).toEqual([
      { metadata: { resourceVersion: '1' }, status: { recommendation: null, conditions: [] } },
      undefined,
      { metadata: { resourceVersion: '2' }, status: { recommendation: null, conditions: [foreign] } },
    ]);
    expect(written).toEqual(['web']);
  });

  it('clears the problem once it is written', async () => {
    let broken = true;
    const { writer, problems, pending } = setup(() => (broken ? failure('forbidden') : vpa('web')));
    await writer.write(pending(['web']), FOREVER);
    broken = false;
    await writer.write(pending(['web']), FOREVER);
    expect(problems.list()).toEqual([]);
  });

  it.each<KubeErrorKind>(['unreachable', 'timeout', 'unauthorized'])(
    'gives up early if the cluster is unreachable: %s',
    async (kind) => {
      const { writer, sent, problems, pending } = setup(() => failure(kind));
      await writer.write(pending(Array.from({ length: 500 }, (_, index) => `vpa-${index}`)), FOREVER);
      expect(sent.length).toBeLessThan(20);
      expect(problems.list()).toEqual([]);
    },
  );

  it('starts none once the process is stopping', async () => {
    const stopping = new AbortController();
    const { writer, sent, pending } = setup(() => {
      stopping.abort();
      return vpa('x');
    });
    await writer.write(
      pending(Array.from({ length: 100 }, (_, index) => `vpa-${index}`)),
      FOREVER,
      stopping.signal,
    );
    expect(sent.length).toBeLessThan(20);
  });

  it('begins with what matters most', async () => {
    const { writer, written, pending } = setup(() => vpa('x'));
    const ranked = pending(['a', 'b', 'c', 'd', 'e']).map((one, at) => ({
      ...one,
      rank: [0, 2, 1, 2, 0][at] ?? 0,
    }));
    await writer.write(ranked, FOREVER);
    expect(written).toEqual(['b', 'd', 'c', 'a', 'e']);
  });

  it('stops at its deadline, in order', async () => {
    const { writer, clock, written, pending } = setup(() => {
      void clock.advance(10);
      return vpa('x');
    });
    const names = Array.from({ length: 100 }, (_, index) => `vpa-${String(index).padStart(3, '0')}`);
    const count = await writer.write(pending(names), 200);
    expect(count).toBeLessThan(40);
    expect([...written].sort()).toEqual(names.slice(0, count));
  });
});
