import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@/bin/root.mjs';

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** One way to change something, of those that route handlers offer. */
interface EveryChange {
  /** `POST api/stop`. */
  name: string;
  method: (typeof METHODS)[number];
  handler: (request: Request, params: object) => Promise<Response>;
  /** The function that makes the handler. */
  madeBy: string;
}

/** Every handler of a method that may change something. */
export async function everyChange(): Promise<EveryChange[]> {
  const found: EveryChange[] = [];
  const folders = readdirSync(path.join(root, 'server/host'), { recursive: true, encoding: 'utf8' });
  for (const file of folders.filter((one) => one.endsWith('route.ts'))) {
    const source = readFileSync(path.join(root, 'server/host', file), 'utf8');
    const handlers = (await import(path.join(root, 'server/host', file))) as Record<
      string,
      EveryChange['handler']
    >;
    for (const method of METHODS) {
      const handler = handlers[method];
      const [, madeBy = ''] = new RegExp(`export const ${method} = (\\w+)`).exec(source) ?? [];
      if (handler) found.push({ name: `${method} ${path.dirname(file)}`, method, handler, madeBy });
    }
  }
  return found;
}
