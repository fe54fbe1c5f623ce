/** The names in the address of a page, which Next passes on as they are written there. */
export async function namesIn<Names extends Record<string, string>>(params: Promise<Names>): Promise<Names> {
  const written = Object.entries(await params);
  return Object.fromEntries(written.map(([key, text]) => [key, decodeURIComponent(text)])) as Names;
}
