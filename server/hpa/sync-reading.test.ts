import { expect, it, vi } from 'vitest';
import { PATIENCE } from '@/tests/support/patience';
import { defaultConfig } from '../config';
import type { KubeClient } from '../kube/client';
import { ManualClock } from '../lib/time/clock';
import { KnownHpa } from './known-hpa';
import { SyncReading } from './sync-reading';
import type { ScaledTarget } from './targets';

const SCALED: ScaledTarget = { kind: 'no-scale', error: 'it was read' };

/** An HPA of a Rollout, which only a request can read. */
function rollout(name: string): KnownHpa {
  const known = new KnownHpa(
    {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { namespace: 'shop', name },
      spec: { scaleTargetRef: { apiVersion: 'example.com/v1', kind: 'Rollout', name }, maxReplicas: 3 },
    },
    0,
  );
  const ref = { apiVersion: 'example.com/v1', kind: 'Rollout', namespace: 'shop', name };
  known.target = { kind: 'not-cached', ref };
  return known;
}

it('leaves a target that is not read in time to the next sync', async () => {
  const wallClock = new ManualClock(0);
  const reading = new SyncReading({
    targets: {
      read: ({ name }) => (name === 'slow' ? new Promise<ScaledTarget>(() => {}) : Promise.resolve(SCALED)),
    },
    usages: { read: async () => ({ of: () => undefined }) as never },
    client: {} as KubeClient,
    config: defaultConfig(),
    clock: wallClock,
    wallClock,
  });
  const [slow, quick] = [rollout('slow'), rollout('quick')];
  const read = reading.read([slow, quick], undefined);
  await vi.waitFor(() => expect(quick.target).toEqual(SCALED), PATIENCE);
  await wallClock.advance(10_000);
  await read;
  expect(slow.target?.kind).toBe('not-cached');
});
