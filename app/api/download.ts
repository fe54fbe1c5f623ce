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
