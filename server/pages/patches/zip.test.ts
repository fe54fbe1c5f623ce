import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { zipped } from './zip';

it('holds every file as it is, in one folder', async () => {
  const files = [
    { path: 'README.md', text: '# Requests\n' },
    { path: 'shop/deployment-web.yaml', text: 'kind: Deployment\n'.repeat(1000) },
    { path: 'shop/empty.yaml', text: '' },
  ];
  const archive = unzipSync(await zipped('patches', files, Date.UTC(2026, 10, 22)));
  expect(Object.entries(archive).map(([path, data]) => [path, strFromU8(data)])).toEqual(
    files.map(({ path, text }) => [`patches/${path}`, text]),
  );
});
