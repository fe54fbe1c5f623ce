/** A remedy that ends with a kubectl command between backticks: the sentence before it, and the command without `kubectl`. */
export function remedyParts(remedy: string): { sentence: string; command?: string } {
  const found = /^(.+:) `kubectl ([^`]+)`\.$/s.exec(remedy);
  const [, sentence, command] = found ?? [];
  return sentence && command ? { sentence, command } : { sentence: remedy };
}
