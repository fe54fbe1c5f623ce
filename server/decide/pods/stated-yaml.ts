import { parse } from 'yaml';

/** Brackets and braces a text may open: a calendar with every window and blackout has about 200. */
const MOST_OPENED = 300;
/** Nested lists and keys that one line may begin. */
const MOST_ON_A_LINE = 100;
const DEEPEST_INDENT = 128;

/**
 * The value of a text in YAML or JSON that somebody stated: one document, without aliases, which a small text could
 * make large. Deep nesting is refused first: the parser recurses, and V8 ends the process if the stack runs out
 * while it compiles a regular expression.
 * @throws Error with what is wrong
 */
export function parseStated(text: string): unknown {
  if (isNestedDeeply(text)) throw new RangeError('it is nested too deeply');
  return parse(text, { maxAliasCount: 0, logLevel: 'error', prettyErrors: false, resolveKnownTags: false });
}

function isNestedDeeply(text: string): boolean {
  if (count(text, /[[{]/g) > MOST_OPENED) return true;
  return text
    .split(/[\r\n]/)
    .some(
      (line) =>
        count(line, /(?<![^ \t])[-?:](?=[ \t])/g) > MOST_ON_A_LINE || line.search(/[^ \t]/) > DEEPEST_INDENT,
    );
}

function count(text: string, what: RegExp): number {
  return text.match(what)?.length ?? 0;
}
