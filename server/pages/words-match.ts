/** A test for texts in lower case: every word of `query` must occur in them, whatever its own case. */
export function wordsMatch(query: string): (lowerCaseText: string) => boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return (text) => words.every((word) => text.includes(word));
}
