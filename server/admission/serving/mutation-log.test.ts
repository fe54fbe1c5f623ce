import { expect, it } from 'vitest';
import type { MutationRecord } from '../review/mutation';
import { MutationLog } from './mutation-log';

function record(atMs: number): MutationRecord {
  return {
    atMs,
    namespace: 'ns',
    pod: 'p',
    vpa: 'v',
    origin: 'status',
    dryRun: false,
    changes: [],
    left: [],
    overruled: [],
  };
}

it('keeps the newest fifty mutations, newest first', () => {
  const log = new MutationLog();
  for (let atMs = 0; atMs < 1500; atMs++) log.add(() => record(atMs));
  const listed = log.list().map(({ atMs }) => atMs);
  expect([listed.length, listed[0], listed.at(-1)]).toEqual([50, 1499, 1450]);
  expect(listed).toEqual([...listed].sort((a, b) => b - a));
});
