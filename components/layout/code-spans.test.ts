import { describe, expect, it } from 'vitest';
import { codeSpans } from './code-spans';

describe('commands in sentences', () => {
  it.each([
    ['Run `npm test`, then wait.', ['Run ', '[npm test]', ', then wait.']],
    ['`a` `b`', ['[a]', ' ', '[b]']],
    ['no command', ['no command']],
    ['a lone ` stays', ['a lone ` stays']],
    ['', []],
  ])('%s', (sentence, parts) => {
    expect(codeSpans(sentence).map((span) => (span.code ? `[${span.text}]` : span.text))).toEqual(parts);
  });
});
