export interface TextSpan {
  /** Where it begins in the sentence. */
  at: number;
  text: string;
  code: boolean;
}

/** Cuts a sentence at its backticks; one without a partner stays as it is. */
export function codeSpans(sentence: string): TextSpan[] {
  const spans: TextSpan[] = [];
  let at = 0;
  for (const found of sentence.matchAll(/`([^`]+)`/g)) {
    if (found.index > at) spans.push({ at, text: sentence.slice(at, found.index), code: false });
    spans.push({ at: found.index, text: found[1] ?? '', code: true });
    at = found.index + found[0].length;
  }
  if (at < sentence.length) spans.push({ at, text: sentence.slice(at), code: false });
  return spans;
}
