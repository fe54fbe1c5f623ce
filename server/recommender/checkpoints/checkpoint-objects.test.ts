import { describe, expect, it } from 'vitest';
import { KubeError } from '@/server/kube/client';
import type { KubeErrorKind } from '@/server/kube/errors';
import { ProblemBoard } from '@/server/kube/problems';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import { CheckpointObjects } from './checkpoint-objects';
import type { DueCheckpoint } from './place';

function failure(kind: KubeErrorKind): KubeError {
  return new KubeError(`it is ${kind}`, { kind, status: 0, reason: kind });
}

function setup(answer: (method: string) => unknown, mayReplace = true) {
  const clock = new ManualClock(0);
  const problems = new ProblemBoard(clock, silentLogger).by('test');
  const sent: { method: string; body: unknown }[] = [];
  const client = {
    request: async <T>(method: string, _path: string, options: { body?: unknown } = {}): Promise<T> => {
      sent.push({ method, body: options.body });
      await clock.advance(10);
      const result = answer(method);
      if (result instanceof Error) throw result;
      return result as T;
    },
  };
  const written: string[] = [];
  const due = (container: string, exists = true): DueCheckpoint => ({
    namespace: 'shop',
    vpa: 'web',
    container,
    exists,
    status: () => ({ version: 'v3' }),
    study: () => undefined,
    mayExist: () => {},
    meets: () => mayReplace,
    written: () => written.push(container),
  });
  return {
    problems,
    sent,
    written,
    due,
    writer: new CheckpointObjects({ client, wallClock: clock, problems, qps: 50 }),
  };
}

const FOREVER = Number.POSITIVE_INFINITY;

describe('the name of a checkpoint', () => {
  const { writer } = setup(() => ({}));
  const nameOf = (vpa: string, container: string) => writer.nameOf({ vpa, container });

  it('is that of the reference, as long as the API server takes it', () => {
    expect(nameOf('web', 'app')).toBe('web-app');
    expect(nameOf('v'.repeat(189), 'c'.repeat(63))).toHaveLength(253);
  });

  it('is shortened with a hash of the whole where it is longer, each to a name of its own', () => {
    const names = ['a', 'b'].flatMap((last) =>
      ['x', 'y'].map((container) => nameOf(`${'v'.repeat(251)}.${last}`, `${'c'.repeat(62)}${container}`)),
    );
    expect(new Set(names).size).toBe(4);
    for (const name of names) expect(name).toMatch(/^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/);
    expect(nameOf('v'.repeat(253), 'app')).toBe(nameOf('v'.repeat(253), 'app'));
  });
});

describe('writing checkpoints', () => {
  it('replaces the whole status of an existing one, so that no old bucket remains', async () => {
    const { writer, sent, due } = setup(() => ({}));
    await writer.write([due('app')], { deadlineMs: FOREVER, atLeast: 1 });
    expect(sent).toEqual([
      {
        method: 'PATCH',
        body: [
          { op: 'add', path: '/spec', value: { vpaObjectName: 'web', containerName: 'app' } },
          { op: 'add', path: '/status', value: { version: 'v3' } },
        ],
      },
    ]);
  });

  it.each<[string, boolean, KubeErrorKind, string[]]>([
    ['creates one that was removed meanwhile', true, 'not-found', ['PATCH', 'POST']],
    [
      'reads one that another process created meanwhile, then replaces it',
      false,
      'conflict',
      ['POST', 'GET', 'PATCH'],
    ],
  ])('%s', async (_, exists, kind, methods) => {
    const { writer, sent, written, due } = setup((method) => (method === methods[0] ? failure(kind) : {}));
    expect(await writer.write([due('app', exists)], { deadlineMs: FOREVER, atLeast: 1 })).toBe(1);
    expect(sent.map((one) => one.method)).toEqual(methods);
    expect(written).toEqual(['app']);
  });

  it('keeps one that may not be replaced', async () => {
    const { writer, sent, written, problems, due } = setup(
      (method) => (method === 'POST' ? failure('conflict') : {}),
      false,
    );
    expect(await writer.write([due('app', false)], { deadlineMs: FOREVER, atLeast: 1 })).toBe(0);
    expect(sent.map((one) => one.method)).toEqual(['POST', 'GET']);
    expect(written).toEqual([]);
    expect(problems.list()).toEqual([]);
  });

  it('writes some even when the time is up, and no more', async () => {
    const { writer, written, due } = setup(() => ({}));
    const many = Array.from({ length: 50 }, (_, index) => due(`c${index}`));
    await writer.write(many, { deadlineMs: 0, atLeast: 10 });
    expect(written).toHaveLength(10);
  });

  it('starts none once the process is stopping, since the rest is written at its end', async () => {
    const stopping = new AbortController();
    const { writer, sent, due } = setup(() => stopping.abort());
    const many = Array.from({ length: 50 }, (_, index) => due(`c${index}`));
    await writer.write(many, { deadlineMs: FOREVER, atLeast: many.length, stopping: stopping.signal });
    expect(sent.length).toBeLessThan(10);
  });

  it('reports one that is refused and continues', async () => {
    let first = true;
    const { writer, problems, written, due } = setup(() => {
      const result = first ? failure('forbidden') : {};
      first = false;
      return result;
    });
    expect(await writer.write([due('app'), due('side')], { deadlineMs: FOREVER, atLeast: 2 })).toBe(1);
    expect(written).toEqual(['side']);
    expect(problems.list().map((one) => [one.code, one.about])).toEqual([
      ['checkpoint-not-written', 'VerticalPodAutoscalerCheckpoint shop/web-app'],
    ]);
  });

  it.each<[string, boolean]>([
    ['an existing one', true],
    ['a new one', false],
  ])('that it may no longer write leaves %s as it is, and is no fault', async (_, exists) => {
    const { writer, written, problems, due } = setup(() => failure('not-leading'));
    const sentAnyway: unknown[] = [];
    const one = { ...due('app', exists), mayExist: (status: object) => sentAnyway.push(status) };
    expect(await writer.write([one], { deadlineMs: FOREVER, atLeast: 1 })).toBe(0);
    expect([written, sentAnyway, problems.list()]).toEqual([[], [], []]);
  });

  it('gives up early if the cluster is unreachable', async () => {
    const { writer, sent, problems, due } = setup(() => failure('unreachable'));
    await writer.write(
      Array.from({ length: 100 }, (_, index) => due(`c${index}`)),
      { deadlineMs: FOREVER, atLeast: 100 },
    );
    expect(sent.length).toBeLessThan(10);
    expect(problems.list()).toEqual([]);
  });
});
