interface TextSpan {
  /** Its offset in the sentence. */
  at: number;
  text: string;
  code: boolean;
}

/** Splits a sentence at its backticks; an unpaired one stays. */
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
