import { describe, expect, it } from 'vitest';
import { loggerTo } from './log';

const HUGE = 'x'.repeat(4_500_000);

function logging() {
  const lines: string[] = [];
  const into = { write: (line: string) => void lines.push(line) };
  return { log: loggerTo(into), lines };
}

describe('a line of the log', () => {
  it.each<[string, (log: ReturnType<typeof loggerTo>) => void]>([
    ['a name', (log) => log.warn({ about: `Pod shop/${HUGE}` }, 'A pod')],
    ['a message', (log) => log.warn(`Problem: ${HUGE}`)],
    ['a key', (log) => log.warn({ [HUGE]: 1 }, 'A key')],
    ['a list', (log) => log.warn({ names: [[HUGE]] }, 'Names')],
    ['an error', (log) => log.error({ err: new Error(HUGE) }, 'An error')],
    ['nothing but an error', (log) => log.error(new Error(HUGE))],
    ['an error with a cause', (log) => log.error({ err: new Error('why', { cause: new Error(HUGE) }) }, 'x')],
  ])('is short, whatever somebody made %s of', (_, write) => {
    const { log, lines } = logging();
    write(log);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.length).toBeLessThan(40_000);
  });

  it.each(['\n{"level":60}', '\u001b[2J', '\u009b2J', '\u202efdp.exe', '\u2028new', 'a\u200bb', '\u{e0041}'])(
    'is one line that commands no terminal, and says it all: %j',
    (text) => {
      const { log, lines } = logging();
      log.warn({ [text]: text, err: new Error(text) }, text);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(/^[^\p{C}\p{Zl}\p{Zp}]*\n$/u);
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ [text]: text, err: { message: text }, msg: text });
    },
  );

  it('says what it says else', () => {
    const { log, lines } = logging();
    log.info({ room: 'a', at: new Date(0), counts: [1, 2], none: null }, 'Done');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      room: 'a',
      at: '1970-01-01T00:00:00.000Z',
      counts: [1, 2],
      none: null,
      msg: 'Done',
    });
    log.error({ err: new TypeError('no number') }, 'Failed');
    expect(JSON.parse(lines[1] ?? '').err).toMatchObject({ type: 'TypeError', message: 'no number' });
  });
});
