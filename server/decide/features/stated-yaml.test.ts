import { describe, expect, it } from 'vitest';
import { parseStated } from '../pods/stated-yaml';
import { APPROVALS_ANNOTATION, approvalsOf, readRules } from './approvals/rules';
import { calendarFaults, readCalendar } from './calendar/reading';
import { GRADUATION_ANNOTATION, graduationFaults, readGraduation } from './graduation/rules';

const DEEP: Record<string, string> = {
  'lists in brackets': `${'['.repeat(2000)}${']'.repeat(2000)}`,
  'objects in braces': '{a: '.repeat(1000),
  'brackets beside closed ones in quotes': '["]",'.repeat(700),
  'lists on one line': '- '.repeat(2000),
  'keys on one line': '? '.repeat(1500),
  'values on one line': ': '.repeat(1500),
  'ever deeper lines': Array.from({ length: 170 }, (_, depth) => `${' '.repeat(depth)}a:`)
    .join('\n')
    .slice(0, 3900)
    .concat(`\n${' '.repeat(140)}- a`),
};

const annotated = (name: string, text: string) => ({
  metadata: { name: 'web', annotations: { [name]: text } },
});

describe.each(Object.entries(DEEP))('a text with %s', (_name, text) => {
  it('is refused before the parser recurses', () => {
    expect(() => parseStated(text)).toThrow('it is nested too deeply');
    expect(calendarFaults(text, 0)).toEqual(['it is neither YAML nor JSON: it is nested too deeply']);
    expect(graduationFaults(annotated(GRADUATION_ANNOTATION, text))).toEqual([
      expect.stringContaining('it is nested too deeply'),
    ]);
    expect(approvalsOf(annotated(APPROVALS_ANNOTATION, text), '').fault).toBe('it is neither JSON nor YAML');
  });
});

it('takes a calendar as large as may be', () => {
  const windows = Array.from({ length: 32 }, () => ({ days: ['Mon', 'Tue'], from: '1:00', to: '3:00' }));
  const blackouts = Array.from({ length: 64 }, () => ({ days: ['Mon - Tue'], from: '1:00', to: '2:00' }));
  expect(calendarFaults(JSON.stringify({ windows, blackouts }), 0)).toEqual([]);
});

it.each(['&a [*a]', 'a: &a 1\nb: *a', '--- {}\n--- {}'])('refuses %s', (text) => {
  expect(() => parseStated(text)).toThrow();
});

it('keeps no text that is too long to be read', () => {
  const long = `# ${'x'.repeat(200_000)}`;
  const graduation = annotated(GRADUATION_ANNOTATION, long);
  expect(readCalendar(long)).not.toBe(readCalendar(long));
  expect(readRules(long)).not.toBe(readRules(long));
  expect(readGraduation(graduation)).not.toBe(readGraduation(graduation));
});

it.each(['!!set {a, b}', '!!omap [a: 1]', '!!binary aGVsbG8='])('takes %s for no rules', (text) => {
  expect(graduationFaults(annotated(GRADUATION_ANNOTATION, text))).not.toEqual([]);
  expect(approvalsOf(annotated(APPROVALS_ANNOTATION, text), '').fault).toBeDefined();
});
