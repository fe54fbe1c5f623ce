import { Code } from '@mantine/core';
import { codeSpans } from './code-spans';

/** A sentence in which text between backticks is code. */
export function Prose({ text }: { text: string }) {
  return codeSpans(text).map((span) => (span.code ? <Code key={span.at}>{span.text}</Code> : span.text));
}
