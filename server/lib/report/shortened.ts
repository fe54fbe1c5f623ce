/** A line of a page, a log or a message. */
const LINE = 140;

/** The beginning of a text that is too long. */
export function shortened(text: string, longest = LINE): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}
