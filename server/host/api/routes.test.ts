import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { API_ROUTES } from '@/server/contract/api/routes';
import { WITHOUT_PAGES } from '@/server/host/http/dashboard-server';
import { HANDLERS } from './handlers';

/** What the handlers answer, and what is answered before them, as `METHOD /path`. */
function served(): string[] {
  const without = [...WITHOUT_PAGES.keys()].flatMap((path) => /^\/api(\/.*)/.exec(path)?.[1] ?? []);
  const handled = Object.entries(HANDLERS).flatMap(([path, handlers]) =>
    Object.keys(handlers).map((method) => `${method} ${path}`),
  );
  return [...handled, ...without.map((path) => `GET ${path}`)];
}

it('the table of routes has every route that there is, and no other', () => {
  const told = API_ROUTES.flatMap(({ path, does }) => Object.keys(does).map((method) => `${method} ${path}`));
  expect([...told].sort()).toEqual(served().sort());
});

it('each file of a route answers at the path of its folder', async () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => path.basename(file) === 'route.ts',
  );
  const byFolder = await Promise.all(
    files.map(async (file) => [
      `/${path.dirname(file)}`.replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, '{$1}'),
      await import(path.join(import.meta.dirname, file)),
    ]),
  );
  expect(byFolder.length).toBeGreaterThan(50);
  expect(Object.fromEntries(byFolder)).toEqual({ ...HANDLERS });
});
