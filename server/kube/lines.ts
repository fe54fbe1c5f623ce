const NEWLINE = 0x0a;

/** The lines of a byte stream, without their ends and without empty ones; a last unended line is dropped, being cut off. */
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
