import { Code } from '@mantine/core';
import { codeSpans } from './code-spans';

/** A sentence in which words between backticks are commands or names. */
export function Prose({ text }: { text: string }) {
  return codeSpans(text).map((span) => (span.code ? <Code key={span.at}>{span.text}</Code> : span.text));
}
