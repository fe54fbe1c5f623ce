import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { API_ROUTES } from '@/server/contract/api/routes';
import { WITHOUT_PAGES } from '@/server/host/http/dashboard-server';

const here = import.meta.dirname;

/** Every route file below this folder, and what is answered before Next is asked, as `METHOD /path`. */
function served(): string[] {
  const without = [...WITHOUT_PAGES.keys()].flatMap((path) => /^\/api(\/.*)/.exec(path)?.[1] ?? []);
  const files = readdirSync(here, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'route.ts')
    .flatMap((file) => {
      const address = `/${path.dirname(file)}`.replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, '{$1}');
      const source = readFileSync(path.join(here, file), 'utf8');
      const methods = source.matchAll(/^export (?:const|(?:async )?function) ([A-Z]+)\b/gm);
      return [...methods].map(([, method]) => `${method} ${address}`);
    });
  return [...files, ...without.map((path) => `GET ${path}`)];
}

it('the table of routes has every route that there is, and no other', () => {
  const told = API_ROUTES.flatMap(({ path, does }) => Object.keys(does).map((method) => `${method} ${path}`));
  expect([...told].sort()).toEqual(served().sort());
});
