import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SECTIONS } from '@/server/config/sections';
import { root } from '../bin/root.mjs';
import { SETTINGS } from '../server/config';
import { DOCUMENTS } from './house/documents';
import { ALL_ANNOTATIONS } from './house/documents/annotations';
import { files } from './house/imports';

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...['docs', 'docs/design'].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
];

const readPage = (page: string) => readFileSync(path.join(root, page), 'utf8');

/** What is code and no prose, so that it holds no links. */
const withoutCode = (text: string) => text.replaceAll(/```[\s\S]*?```/g, '').replaceAll(/`[^`\n]*`/g, 'code');

/** The name by which a page's heading is linked, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

const anchorsOf = (page: string): string[] =>
  [
    ...readPage(page)
      .replaceAll(/```[\s\S]*?```/g, '')
      .matchAll(/^#{1,6} (.+)$/gm),
  ].map(([, heading = '']) => anchorOf(heading));

describe('the documents', () => {
  it.each(DOCUMENTS)('$file is what `npm run docs` writes', ({ file, text }) => {
    expect(readFileSync(file, 'utf8')).toBe(text());
  });

  it('name every setting once', () => {
    const named = SECTIONS.flatMap(([, settings]) => Object.values(settings).map(({ env }) => env));
    expect([...named].sort()).toEqual(
      Object.values(SETTINGS)
        .map(({ env }) => env)
        .sort(),
    );
  });

  it('name every annotation once', () => {
    const names = ALL_ANNOTATIONS.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  it('name every annotation that the code names', () => {
    const named = new Set<string>(ALL_ANNOTATIONS.map(({ name }) => name));
    const written = files
      .filter((file) => /^(server|sandbox)\//.test(file))
      .flatMap((file) => [...readPage(file).matchAll(/'(plumbline\.dev\/[a-z-]+)'/g)])
      .map(([, name = '']) => name);
    expect(written.filter((name) => !named.has(name))).toEqual([]);
  });

  it.each(PAGES)('%s links only to what is there', (page) => {
    const links = [...withoutCode(readPage(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const broken = links.filter((link) => {
      if (/^[a-z]+:/.test(link)) return false;
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? page : path.join(path.dirname(page), file);
      if (!existsSync(path.join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it.each(PAGES.filter((page) => page.startsWith('docs/design/')))(
    '%s names files that there are, with what they hold',
    (page) => {
      const named = readPage(page).matchAll(
        /`([a-z][\w./[\]-]*\/[\w./[\]-]*\.(?:tsx?|md))`(?: \(([^)]+)\))?/g,
      );
      const wrong = [...named].flatMap(([, file = '', names = '']) => {
        if (!existsSync(path.join(root, file))) return [file];
        const text = readPage(file);
        return [...names.matchAll(/`(\w+)`/g)]
          .map(([, name = '']) => name)
          .filter((name) => !new RegExp(`\\b${name}\\b`).test(text))
          .map((name) => `${file}: ${name}`);
      });
      expect(wrong).toEqual([]);
    },
  );

  describe('the README', () => {
    const text = readPage('README.md');
    const [screen = '', ...others] = text.split(/^## /m);
    const tables = text.match(/(?:^\|.*\n)+/gm) ?? [];
    const rowsOf = (table = '') => table.trim().split('\n');

    it('says on one screen what it is, how to begin, and what to know before', () => {
      // A page of 1440 by 900 shows no more beside a picture of this width.
      expect(screen.split(/\s+/).length).toBeLessThan(260);
      expect(screen).toMatch(/<img src="public\/overview.png" width="4\d0"/);
      for (const words of [
        'npm run demo',
        'scan`',
        'kubectl apply -k',
        'Nothing changes',
        '1.37',
        '0.2',
        'Licence',
      ])
        expect(screen).toContain(words);
      expect(others).toHaveLength(1);
    });

    it('has tables of at most three columns, and a scoreboard of at most three rows', () => {
      expect(tables).toHaveLength(2);
      for (const row of tables.flatMap(rowsOf)) expect(row.split('|').length - 2).toBeLessThanOrEqual(3);
      expect(rowsOf(tables[1]).length - 2).toBeLessThanOrEqual(3);
    });

    it('names only what this checkout has', () => {
      const { version } = JSON.parse(readPage('package.json'));
      expect(text).toContain(`plumbline-${version}.tgz`);
      expect(text).toContain(`plumbline:${version}`);
      const folders = [...text.matchAll(/(?:apply -k |npm pack \.\/)([\w/-]+)/g)].map(
        ([, folder = '']) => folder,
      );
      expect(folders).toHaveLength(2);
      expect(folders.filter((folder) => !existsSync(path.join(root, folder)))).toEqual([]);
    });
  });

  it.each(PAGES)('%s names only scripts of this package', (page) => {
    const { scripts } = JSON.parse(readPage('package.json'));
    const named = [...readPage(page).matchAll(/npm run ([a-z][\w:-]*)/g)].map(([, script = '']) => script);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });

  it('are all reached from the README', () => {
    const reached = new Set<string>();
    const reach = (page: string): void => {
      if (reached.has(page)) return;
      reached.add(page);
      for (const [, link = ''] of withoutCode(readPage(page)).matchAll(/\]\(([^)#\s]+\.md)(?:#[^)\s]*)?\)/g))
        reach(path.join(path.dirname(page), link));
    };
    reach('README.md');
    expect(PAGES.filter((page) => !reached.has(page))).toEqual([]);
  });
});
