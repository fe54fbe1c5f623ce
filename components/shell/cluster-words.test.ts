import { describe, expect, it } from 'vitest';
import { formatShare } from '@/server/words/counts';
import {
  connectionWords,
  inboxWhileLoading,
  paceWords,
  pastLoadDetails,
  pastLoadWords,
  recommenderPassWords,
  rightsAskedWords,
  speedWords,
} from './cluster-words';

describe('the strip under the header', () => {
  it('says how far the rights of the person are known', () => {
    expect(rightsAskedWords({ asked: 310, of: 1000 })).toBe(
      'your rights are being asked: 310 of 1,000 namespaces',
    );
  });

  it('names the cluster', () => {
    expect(connectionWords({ kind: 'none', message: '', remedy: '' })).toBe('No cluster');
    expect(connectionWords({ kind: 'connecting', server: 'https://a' })).toBe('Connecting');
    const connected = { kind: 'connected', version: 'v1.33.0' } as const;
    expect(connectionWords({ ...connected, server: 'https://10.0.0.1:6443/', sandbox: false })).toBe(
      '10.0.0.1:6443',
    );
    expect(connectionWords({ ...connected, server: 'https://127.0.0.1:1', sandbox: true })).toBe(
      'Embedded cluster',
    );
  });

  it('call the cluster by its name, if it has one', () => {
    const connected = { kind: 'connected', version: 'v1.33.0', server: 'https://a', sandbox: false } as const;
    expect(connectionWords({ ...connected, name: 'production' })).toBe('production');
    expect(connectionWords({ ...connected, name: 'demo', sandbox: true })).toBe('demo');
  });

  it('mention the speed only if time is accelerated', () => {
    expect(speedWords({ clockSpeed: 1 })).toBeUndefined();
    expect(speedWords({ clockSpeed: 360 })).toBe('simulated, 360× real time');
  });

  it('say what keeps the clock of the demo from its speed', () => {
    expect(paceWords({ clockSpeed: 360 })).toBeUndefined();
    const slowedBy = { kind: 'passes', passMs: 1480, everyMs: 60_000 } as const;
    expect(paceWords({ clockSpeed: 20, pace: { most: 360, slowedBy } })).toBe(
      'It runs 20× as fast as real time instead of 360×, because a pass takes 1 s on this machine, and one is due every 1 min of the cluster’s time.',
    );
    expect(paceWords({ clockSpeed: 20, pace: { most: 360, slowedBy: { kind: 'size', pods: 5000 } } })).toBe(
      'It runs 20× as fast as real time instead of 360×, because the cluster has 5,000 pods.',
    );
  });

  it('say how far the loading of history is', () => {
    const load = { namespacesLeft: 3, containers: 1200, samples: 250_000, share: 0.42 };
    expect(pastLoadWords(load)).toBe(`loading history: ${formatShare(0.42)}`);
    expect(pastLoadWords({ ...load, leftMs: 185_000 })).toBe(
      `loading history: ${formatShare(0.42)}, 3 min left`,
    );
    expect(inboxWhileLoading({ ...load, leftMs: 9000 }, true)).toMatch(/is loaded: 42\s%, 9 s left\.$/);
    expect(inboxWhileLoading(load, false)).toMatch(/being loaded \(42\s%\), and may change/);
    expect(pastLoadDetails(load)).toBe('250,000 samples of 1,200 containers so far; 3 namespaces to go.');
  });

  it('summarise a pass', () => {
    const pass = {
      atMs: 0,
      durationMs: 14.2,
      vpas: 1,
      containers: 21,
      samples: 55,
      statusWrites: 3,
      checkpointWrites: 1,
    };
    expect(recommenderPassWords(pass)).toBe(
      '1 VPA, 21 containers and 55 new samples in 14 ms; wrote 3 statuses and 1 checkpoint.',
    );
  });
});
