import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { yamlScalar, yamlText } from './yaml';

describe('an object as YAML', () => {
  it.each(['Off', 'on', 'y', 'no', '22:00', '0x1', '1_000', '2026-05-01', '~'])(
    'keeps %j a text for kubectl, which reads YAML 1.1',
    (text) => {
      expect(parse(yamlText({ text }), { version: '1.1' })).toEqual({ text });
    },
  );

  it.each(['0X1F', '0B11', '0O17', '1e_3', '-0X1f', '0X_F', '.1e_3'])(
    'quotes %j, which programs in Go read as a number',
    (text) => {
      expect(yamlText({ text, [text]: 1 })).toBe(`text: "${text}"\n"${text}": 1\n`);
      expect(yamlScalar(text)).toBe(`"${text}"`);
    },
  );

  it('quotes nothing else', () => {
    expect(yamlText({ updateMode: 'Recreate', cpu: '500m', days: ['Mon-Fri'] })).toBe(
      'updateMode: Recreate\ncpu: 500m\ndays:\n  - Mon-Fri\n',
    );
  });
});

describe('a text as YAML', () => {
  it.each(['"\n', "'\n\n'", 'a\nb', '\n', 'plain'])('keeps %j on one line', (text) => {
    expect(yamlScalar(text)).not.toContain('\n');
    expect(parse(`a: ${yamlScalar(text)}\nb: 1\n`)).toEqual({ a: text, b: 1 });
  });
});
