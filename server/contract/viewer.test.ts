import { afterEach, describe, expect, it } from 'vitest';
import { clockIn, clockText, presentViewer, shareViewer, viewerBy } from './viewer';

const UTC = { choice: 'local', local: 'UTC' } as const;

describe('the clock of who looks', () => {
  it.each([
    ['local:Europe/Berlin', { choice: 'local', local: 'Europe/Berlin' }],
    ['utc:America/Argentina/Buenos_Aires', { choice: 'utc', local: 'America/Argentina/Buenos_Aires' }],
    ['local:Etc/GMT+3', { choice: 'local', local: 'Etc/GMT+3' }],
    ['local:UTC', UTC],
    ['utc:UTC', { choice: 'utc', local: 'UTC' }],
  ] as const)('is said by %s', (text, clock) => {
    expect(clockIn(text)).toEqual(clock);
    expect(clockText(clock)).toBe(text);
  });

  it.each([
    undefined,
    '',
    'Europe/Berlin',
    'other:Europe/Berlin',
    'local:Nowhere/City',
    'local:',
    'local:"><script>',
    `local:${'a'.repeat(65)}`,
    'local:Europe/Berlin\n',
  ])('is UTC by %j, which states none', (text) => {
    expect(clockIn(text)).toEqual(UTC);
  });
});

describe('who looks', () => {
  it('is known by the cookie of the last page, among others', () => {
    const { clock } = viewerBy({ cookie: 'a=b; plumbline-clock=utc:Asia/Kolkata;c=d' });
    expect(clock).toEqual({ choice: 'utc', local: 'Asia/Kolkata' });
    expect(viewerBy({ cookie: 'other-plumbline-clock=utc:Asia/Kolkata' }).clock).toEqual(UTC);
    expect(viewerBy({}).clock).toEqual(UTC);
  });

  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1', true],
    ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36', true],
    ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Safari/537.36', false],
    ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36', false],
    [undefined, false],
  ])('has a phone or not: %s', (agent, isPhone) => {
    expect(viewerBy({ 'user-agent': agent }).isPhone).toBe(isPhone);
  });
});

describe('the viewer whom a page is rendered for', () => {
  afterEach(() => shareViewer(() => undefined));

  it('is nobody in particular where nothing says who', () => {
    expect(presentViewer()).toEqual({ clock: UTC, isPhone: false });
    const viewer = viewerBy({ cookie: 'plumbline-clock=local:Asia/Kolkata' });
    shareViewer(() => viewer);
    expect(presentViewer()).toBe(viewer);
  });
});
