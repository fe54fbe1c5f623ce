import { describe, expect, it } from 'vitest';
import { eventRefusal, eventsNote, eventTail } from './event-words';

const EVENT = {
  id: '1',
  atMs: 0,
  about: { kind: 'Pod', name: 'web-1' },
  isWarning: false,
  reason: 'Killing',
  message: 'Stopping container app',
  count: 1,
  from: 'kubelet',
};

describe('an event', () => {
  it.each([
    [EVENT, 'Pod web-1, kubelet'],
    [{ ...EVENT, count: 3 }, 'Pod web-1, kubelet, 3 times'],
    [{ ...EVENT, from: '' }, 'Pod web-1'],
  ])('says what it is about: %#', (event, words) => {
    expect(eventTail(event)).toBe(words);
  });
});

describe('a pod that the webhook admitted', () => {
  const refused = (message: string) => ({
    kind: 'known' as const,
    events: [
      { ...EVENT, reason: 'FailedCreate', message: `Error creating: pods "web-1" is forbidden: ${message}` },
    ],
    isCut: false,
  });

  it.each([
    ['web-1', 'exceeded quota: budget', 'Then the quota refused it: it was not created.'],
    ['web-1', 'maximum cpu usage per Pod is 1', 'Then the API server refused it: it was not created.'],
    ['web-11', 'exceeded quota: budget', undefined],
  ])('was refused if an event about its creation says so: %s, %s', (pod, message, words) => {
    expect(eventRefusal(pod, refused(message))).toBe(words);
  });

  it('has no known end without events', () => {
    expect(eventRefusal('web-1', undefined)).toBeUndefined();
    expect(eventRefusal('web-1', { kind: 'forbidden' })).toBeUndefined();
  });
});

describe('events that are missing', () => {
  it('are unknown, forbidden, unreachable, cut or none, each in its words', () => {
    const known = { kind: 'known', events: [EVENT], isCut: false } as const;
    expect(eventsNote(undefined, undefined)).toBeUndefined();
    expect(eventsNote({ ...known, events: [...known.events] }, undefined)).toBeUndefined();
    expect(eventsNote({ kind: 'forbidden' }, undefined)).toMatch(/may not list events/);
    expect(eventsNote({ kind: 'unreachable', message: 'no route' }, undefined)).toMatch(/no route/);
    expect(eventsNote({ kind: 'known', events: [], isCut: true }, undefined)).toMatch(/some may be missing/);
    expect(eventsNote({ kind: 'known', events: [], isCut: false }, undefined)).toMatch(/^No events/);
  });
});
