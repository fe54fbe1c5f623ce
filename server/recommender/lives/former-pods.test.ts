import { expect, it } from 'vitest';
import type { LabelledContainer } from '@/server/model/cluster-types';
import { formerUntil, openPastOf } from './former-pods';

const HOUR_MS = 3_600_000;
const STEP_MS = 300_000;
const life = { sinceMs: 100 * HOUR_MS, changed: 'image' as const };

it.each([
  ['of a template that never changed', undefined, 0, undefined],
  ['after a rollback', 'rolled-back' as const, 0, undefined],
  ['of a pod that the roll-out has not reached', life, 99 * HOUR_MS, undefined],
  ['of a pod that the roll-out made', life, 102 * HOUR_MS, 102 * HOUR_MS + STEP_MS],
  ['of a pod that was made anew days later', life, 200 * HOUR_MS, 101 * HOUR_MS + STEP_MS],
  ['of a pod that is gone', life, undefined, 101 * HOUR_MS + STEP_MS],
  ['of a pod without a time', life, Number.NaN, 101 * HOUR_MS + STEP_MS],
])('samples %s', (_of, own, createdMs, untilMs) => {
  expect(formerUntil(own, createdMs, STEP_MS)).toBe(untilMs);
});

it('are learned apart, with their kills', () => {
  const opened: { labels: object; took: string[] }[] = [];
  const state = {
    openPast({ labels }: LabelledContainer) {
      const took: string[] = [];
      opened.push({ labels, took });
      const note = (what: string) => (timeMs: number) => {
        took.push(`${what} ${timeMs}`);
        return 'accepted' as const;
      };
      return {
        addCpu: note('cpu'),
        addMemory: note('memory'),
        addOom: note('kill'),
        end: () => void took.push('end'),
      };
    },
  };
  const labels = { app: 'db', 'controller-revision-hash': 'db-2' };
  const intake = openPastOf(state, { namespace: 'shop', pod: 'db-0', container: 'db', labels }, 10);
  intake.addCpu(9, 1);
  intake.addOom(9, 1);
  intake.addMemory(10, 1);
  intake.end();
  expect(opened).toEqual([
    { labels, took: ['memory 10', 'end'] },
    { labels: { ...labels, 'controller-revision-hash': 'former' }, took: ['cpu 9', 'kill 9', 'end'] },
  ]);
});
