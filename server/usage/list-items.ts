import { JSONParser } from '@streamparser/json';

/**
 * The items of a Kubernetes list as its bytes come, so that no answer is ever held, or read, as a whole.
 * @throws SyntaxError for bytes that are no complete list
 */
export async function* itemsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const parser = new JSONParser({ paths: ['$.items.*'], keepStack: false });
  let ready: unknown[] = [];
  parser.onValue = ({ value }) => ready.push(value);
  for await (const chunk of bytes) {
    write(parser, chunk);
    const items = ready;
    ready = [];
    yield* items;
  }
  if (!parser.isEnded) throw new SyntaxError('The list ends before it is complete');
}

function write(parser: JSONParser, chunk: Uint8Array): void {
  try {
    parser.write(chunk);
  } catch (cause) {
    throw new SyntaxError('The list is no JSON', { cause });
  }
}
