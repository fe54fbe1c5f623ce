const NEWLINE = 0x0a;

/**
 * The non-empty lines of a byte stream, without line ends; a last line without an end is dropped, since it is
 * cut off.
 */
export async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pending: Uint8Array[] = [];
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const tail = chunk.subarray(start, end);
      const bytes = pending.length === 0 ? tail : Buffer.concat([...pending, tail]);
      pending = [];
      start = end + 1;
      if (bytes.length > 0) yield decoder.decode(bytes);
    }
    if (start < chunk.length) pending.push(chunk.subarray(start));
  }
}
