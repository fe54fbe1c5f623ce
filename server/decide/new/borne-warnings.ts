import { shortened } from '../../lib/report/shortened';

/**
 * What an API server passes on of the warnings of a review: all, while they are short together; else the beginning of
 * each. What is beyond, it drops in silence (`staging/src/k8s.io/apiserver/pkg/endpoints/filters/warning.go`, 1.37), and
 * any with a control character, which no header bears (`apimachinery/pkg/util/net/http.go`).
 */
const MOST_TOGETHER = 4 * 1024;
const MOST_EACH = 256;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]+/g;

/** Warnings of which none is dropped on the way: what did not fit is counted by the last one. */
export function borneWarnings(warnings: readonly string[]): readonly string[] {
  const clean = warnings.map((text) => Buffer.from(text.replace(CONTROLS, ' ')).toString());
  if (together(clean) <= MOST_TOGETHER) return clean;
  const short = clean.map((text) => shortened(text, MOST_EACH));
  if (together(short) <= MOST_TOGETHER) return short;
  const fitting = Math.floor(MOST_TOGETHER / MOST_EACH) - 1;
  const left = short.length - fitting;
  return [...short.slice(0, fitting), `${left} more warnings: open the VPA on its page to read them.`];
}

const together = (texts: readonly string[]) => texts.reduce((sum, { length }) => sum + length, 0);
