import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What people read calls each thing by one name. */
const OTHER_NAMES: readonly { never: RegExp; say: string }[] = [
  { never: /(?<![-./`'])\bfleets?\b(?![-./`'])/i, say: 'rules' },
  { never: /\bpolic(y|ies) for many\b|\bscaling polic(y|ies)\b/i, say: 'rule' },
  { never: /\btelling people\b|\bnotifications?\b/i, say: 'messages' },
  { never: /\bhorizontal(ly)? (pod )?(auto)?scal/i, say: 'HPA' },
  { never: /\b(could|can|would) (be saved|save) (?=[\d.]|cores|memory|money)/i, say: 'to free' },
  { never: /\bproblem board\b/i, say: 'inbox' },
];

/** What nobody would say to a colleague, and what they would. */
const UNSAID: readonly { never: RegExp; say: string }[] = [
  { never: /\bOOM-killed repeatedly\b/i, say: 'killed for memory again and again' },
  { never: /\bnobody is told\b/i, say: 'there are no messages' },
  { never: /\bmakes, keeps and collects\b/i, say: 'makes a VPA for each, keeps it, removes it' },
  { never: /\bno packing\b/i, say: 'no node could go' },
  { never: /\bsince \d+ \w+ ago\b/i, say: 'for 45 min' },
  { never: /\bopens never\b/i, say: 'never opens' },
];

/** The words people type to find a page are theirs, not ours. */
const NOT_SHOWN = new Set(['components/navigation/pages.ts']);
const FOLDERS = [
  'app',
  'components',
  'server/words',
  'server/config',
  'server/cli',
  'server/decide/features',
  'server/operations',
  'server/contract/api',
  'docs',
];

function filesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file))
    .filter((file) => /\.(tsx?|md)$/.test(file) && !/\.test\.tsx?$/.test(file) && !NOT_SHOWN.has(file));
}

const FILES = [...FOLDERS.flatMap(filesIn), 'README.md'];

/** The texts of a file: of a document all but its code; of code its strings with more than one word, and what elements hold. */
function textsOf(file: string): string[] {
  const content = readFileSync(path.join(root, file), 'utf8');
  if (file.endsWith('.md')) return [content.replaceAll(/```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)/g, ' ')];
  const code = content.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const strings = code.match(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g) ?? [];
  const held = file.endsWith('x')
    ? [...code.matchAll(/>([^<>{}=;()]*\s[^<>{}=;()]*)</g)].map(([, text]) => text ?? '')
    : [];
  return [...strings.filter((text) => /\s/.test(text)), ...held];
}

describe('what people read', () => {
  it.each([...OTHER_NAMES, ...UNSAID])('says "$say" and nothing else for it', ({ never }) => {
    const found = FILES.flatMap((file) =>
      textsOf(file).flatMap((text) => {
        const [match] = never.exec(text) ?? [];
        return match === undefined ? [] : [`${file}: ${match}`];
      }),
    );
    expect(found).toEqual([]);
  });

  it('sends nobody to a source file', () => {
    const words = FILES.filter((file) => /^(components|server\/words)\//.test(file));
    const found = words.flatMap((file) =>
      textsOf(file).flatMap((text) => /\b(server|components|app)\/[\w/-]+\.tsx?\b/.exec(text)?.[0] ?? []),
    );
    expect(found).toEqual([]);
  });

  it('is read here at all: documents, strings and elements', () => {
    expect(textsOf('README.md').join()).toContain('stop button');
    expect(textsOf('server/words/needs.ts').join()).toContain('It is killed for memory again and again');
    expect(textsOf('components/stop/stop-dialog.tsx').join()).toContain('By hand, without saving');
  });

  it('needs few terms of our own', () => {
    const contributing = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
    const [, section = ''] = /## Terms of our own\n([\s\S]*?)\n## /.exec(contributing) ?? [];
    const terms = section.split('\n').filter((line) => /^\| (?!term|---)/.test(line));
    expect(terms.length).toBeGreaterThan(20);
    expect(terms.length).toBeLessThanOrEqual(30);
  });
});
