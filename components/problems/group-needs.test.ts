import { expect, it } from 'vitest';
import type { Need } from '@/server/contract/problems';
import { groupNeeds } from './group-needs';

const capped = (of: string, sinceMs?: number): Need => ({
  code: 'capped',
  detail: `${of} is capped`,
  remedy: `Raise ${of}.`,
  sinceMs,
});

it('makes one group of the needs of one kind, since the first of them', () => {
  const loop: Need = { code: 'oom-loop', detail: '9 kills', remedy: 'Raise the limit.', firstSeenMs: 5 };
  const [cpu, memory] = [capped('CPU', 20), capped('memory', 10)];
  expect(groupNeeds([loop, cpu, memory, capped('memory')])).toEqual([
    { code: 'oom-loop', sinceMs: undefined, firstSeenMs: 5, needs: [loop] },
    { code: 'capped', sinceMs: 10, needs: [cpu, memory] },
  ]);
});
