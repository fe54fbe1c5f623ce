/** Whether a text is a revision that can be sent back in a header. */
export function isEtag(text: string): boolean {
  return /^(W\/)?"[\w+/=-]{1,100}"$/.test(text);
}
