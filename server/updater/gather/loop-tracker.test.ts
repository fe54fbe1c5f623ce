import { beforeEach, expect, it } from 'vitest';
import { NOW_MS, pod, vpa as vpaOf } from '@/tests/support/plan-input';
import { type CompiledVpa, compileVpa } from '../../decide/pods/compiled-vpa';
import { LOOP_ANNOTATION } from '../../decide/pods/replacements';
import { freshLoop } from '../../decide/running/loop-state';
import { LoopTracker } from './loop-tracker';

let sent: (string | null)[];
let isRefused: boolean;
let loops: LoopTracker;

beforeEach(() => {
  sent = [];
  isRefused = false;
  loops = new LoopTracker({
    request: async <T>(_method: string, _path: string, { body }: { body?: unknown } = {}) => {
      if (isRefused) throw new Error('refused');
      sent.push(
        (body as { metadata: { annotations: Record<string, string> } }).metadata.annotations[
          LOOP_ANNOTATION
        ] ?? null,
      );
      return {} as T;
    },
  });
});

/** The VPA as a watch shows it, with this text. */
function shown(text?: string | null): CompiledVpa {
  const vpa = vpaOf();
  if (text) vpa.metadata.annotations = { [LOOP_ANNOTATION]: text };
  return compileVpa(vpa);
}

const missed = (misses: number): string => {
  const { uid = '', generation = 0 } = vpaOf().metadata;
  return JSON.stringify({ ...freshLoop(`${uid} ${generation}`), misses });
};

it('takes over what another process wrote while this one followed', () => {
  expect(loops.factsOf(shown()).misses).toBe(0);
  expect(loops.factsOf(shown(missed(3))).misses).toBe(3);
  expect(loops.isUnwritten(shown(missed(3)))).toBe(false);
});

it('knows better than a watch that is late with what this process wrote', async () => {
  loops.factsOf(shown());
  await loops.evicting(shown(), pod('web-0'), NOW_MS);
  expect(loops.factsOf(shown()).outstanding).toBe(1);
  expect(loops.factsOf(shown(sent[0])).outstanding).toBe(1);
  await loops.evicting(shown(sent[0]), pod('web-1'), NOW_MS + 1);
  expect(loops.factsOf(shown(sent[0])).outstanding).toBe(2);
  expect(sent).toHaveLength(2);
});

it('keeps what cannot be written', async () => {
  loops.factsOf(shown());
  isRefused = true;
  for (let evicted = 1; evicted <= 20; evicted++) {
    await loops.evicting(shown(), pod(`web-${evicted}`), NOW_MS + evicted).catch(() => undefined);
    expect(loops.factsOf(shown()).outstanding).toBe(evicted);
  }
});
