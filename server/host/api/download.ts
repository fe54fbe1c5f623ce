/** A file as browsers save it. */
interface Download {
  name: string;
  mediaType: string;
  body: BodyInit;
  /** `no-store` for what a browser must not keep. */
  cache?: 'no-cache' | 'no-store';
}

export function download({ name, mediaType, body, cache = 'no-cache' }: Download): Response {
  return new Response(body, {
    headers: {
      'content-type': mediaType,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': `private, ${cache}`,
    },
  });
}

/** A body that is made while the browser reads it. If making it fails, the download breaks off. */
export function streamed(parts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = parts[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => {
      await iterator.return?.();
    },
  });
}
