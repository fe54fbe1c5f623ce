import { describe, expect, it } from 'vitest';
import { NOW_MS, pod } from '../../../tests/support/plan-input';
import type { ObjectListener } from '../../kube/object-store';
import type { Pod } from '../../objects/types';
import { RestlessPods, restlessFault } from './restless-pods';

const HOUR_MS = 3_600_000;

/** A pod whose CPU was changed to these millicores, one hour after the other from now on. */
function changedTo(...millicores: number[]) {
  let listener: ObjectListener<Pod> = {};
  let nowMs = NOW_MS;
  const restless = new RestlessPods({ subscribe: (one) => (listener = one) }, () => nowMs);
  let last = pod('web-0', { requests: { cpu: '50m', memory: '100Mi' } });
  for (const cpu of millicores) {
    const next = pod('web-0', { requests: { cpu: `${cpu}m`, memory: '100Mi' } });
    listener.updated?.(last, next);
    last = next;
    nowMs += HOUR_MS;
  }
  return {
    problemsAfter: (hours: number, restMs?: number) =>
      [...restless.often(NOW_MS + hours * HOUR_MS).values()].flatMap(
        (one) => restlessFault(one, restMs) ?? [],
      ),
    gone: () => listener.deleted?.(last),
  };
}

describe('a pod whose requests go back and forth', () => {
  const swayed = [93, 109, 93, 109, 93, 109, 93];

  it('is a problem that names the amounts, once it was changed more than six times in a day', () => {
    expect(changedTo(...swayed.slice(1)).problemsAfter(6)).toEqual([]);
    expect(changedTo(...swayed).problemsAfter(7)).toEqual([
      {
        code: 'goes-back-and-forth',
        about: 'Pod shop/web-0',
        message: '7 changes in 24 h; CPU of app: 50m → 93m → 109m → 93m → 109m → 93m → 109m → 93m',
      },
    ]);
  });

  it('is none while its recommender rests between changes as it means to', () => {
    expect(changedTo(...swayed).problemsAfter(7, 6 * HOUR_MS)).toEqual([]);
    expect(changedTo(...swayed).problemsAfter(7, 7 * HOUR_MS)).toHaveLength(1);
  });

  it('is none any more once a change is a day old, and once the pod is gone', () => {
    const one = changedTo(...swayed);
    expect(one.problemsAfter(24)).toEqual([]);
    const other = changedTo(...swayed);
    other.gone();
    expect(other.problemsAfter(7)).toEqual([]);
  });

  it('is not one that is written without a change of its requests', () => {
    expect(changedTo(50, 50, 50, 50, 50, 50, 50, 50).problemsAfter(8)).toEqual([]);
  });
});
