import { request } from 'node:http';

/** What came back: the status, the headers by their names in lower case, the text. */
interface RawAnswer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** Sends a request with exactly the given header lines, also those that no browser or `fetch` lets a page set. */
export function sendRaw(
  url: string,
  line: string,
  headerLines: string[],
  body = '',
  /** The address it comes from, of this machine. */
  localAddress?: string,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const [method, path] = line.split(' ');
  const lines = [...headerLines, `Content-Length: ${body.length}`];
  const headers = lines.flatMap((each) => each.split(/: (.*)/s).slice(0, 2));
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, method, path, headers, localAddress, agent: false },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => {
          text += chunk;
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
