import { describe, expect, it } from 'vitest';
import { createRegistry } from '@/sandbox/api/create-registry';
import { EventWriter } from '@/sandbox/controllers/event-writer';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import type { KubeEvent, Pod } from '@/server/objects/types';

const SOURCE = { component: 'kubelet', host: 'node-0' };
const MINUTE_MS = 60_000;

async function writerOn(clock: ManualClock, mode: 'all' | 'warnings' = 'all') {
  const registry = await createRegistry({ clock, log: silentLogger });
  const pod = await registry.create<Pod>('pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'default' },
    spec: { containers: [{ name: 'app', image: 'img' }] },
  });
  const writer = new EventWriter(registry, clock, silentLogger, mode);
  const events = () => [...registry.list<KubeEvent>('events', 'default')];
  return { writer, pod, events };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the writer of events', () => {
  it('names object, source and time as a real component does', async () => {
    const clock = new ManualClock(Date.parse('2026-03-02T00:00:00Z'));
    const { writer, pod, events } = await writerOn(clock);
    writer.write(SOURCE, {
      object: pod,
      type: 'Normal',
      reason: 'Started',
      message: 'Started container app',
      fieldPath: 'spec.containers{app}',
    });
    await turn();
    expect(events()).toMatchObject([
      {
        metadata: { namespace: 'default', name: expect.stringMatching(/^web\.[0-9a-f]{16}$/) },
        involvedObject: {
          kind: 'Pod',
          namespace: 'default',
          name: 'web',
          uid: pod.metadata.uid,
          apiVersion: 'v1',
          fieldPath: 'spec.containers{app}',
        },
        reason: 'Started',
        type: 'Normal',
        count: 1,
        source: SOURCE,
        firstTimestamp: '2026-03-02T00:00:00Z',
        lastTimestamp: '2026-03-02T00:00:00Z',
        eventTime: null,
      },
    ]);
  });

  it('counts a repeated event instead of writing another', async () => {
    const clock = new ManualClock(Date.parse('2026-03-02T00:00:00Z'));
    const { writer, pod, events } = await writerOn(clock);
    const note = { object: pod, type: 'Warning', reason: 'BackOff', message: 'again' } as const;
    for (let time = 0; time < 3; time++) {
      writer.write(SOURCE, note);
      await turn();
      await clock.advance(MINUTE_MS);
    }
    expect(events()).toMatchObject([
      { count: 3, firstTimestamp: '2026-03-02T00:00:00Z', lastTimestamp: '2026-03-02T00:02:00Z' },
    ]);
  });

  it('allows an object 25 events and then one every five minutes', async () => {
    const clock = new ManualClock(0);
    const { writer, pod, events } = await writerOn(clock);
    const write = (message: string) =>
      writer.write(SOURCE, { object: pod, type: 'Normal', reason: 'Noise', message });
    for (let index = 0; index < 40; index++) write(`first ${index}`);
    await turn();
    expect(events()).toHaveLength(25);
    await clock.advance(5 * MINUTE_MS);
    write('second');
    write('third');
    await turn();
    expect(events()).toHaveLength(26);
  });

  it('leaves out normal events in a large cluster', async () => {
    const { writer, pod, events } = await writerOn(new ManualClock(0), 'warnings');
    writer.write(SOURCE, { object: pod, type: 'Normal', reason: 'Started', message: 'fine' });
    writer.write(SOURCE, { object: pod, type: 'Warning', reason: 'BackOff', message: 'not fine' });
    await turn();
    expect(events().map((event) => event.reason)).toEqual(['BackOff']);
  });
});
