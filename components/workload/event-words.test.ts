import { describe, expect, it } from 'vitest';
import { eventsNote, eventTail } from './event-words';

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
