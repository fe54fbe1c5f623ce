import { expect, it } from 'vitest';
import { urgencyLinks, wrongWords } from './wrong-words';

const WEB = {
  kind: 'workload',
  namespace: 'shop',
  name: 'web',
  sentence: 'It is OOM-killed repeatedly',
  remedy: 'Raise the maximum.',
} as const;
const AWAY = { kind: 'own', about: 'database', sentence: 'It is away', remedy: 'Start it.' } as const;

it('names nothing while nothing is broken and nothing waits', () => {
  expect(wrongWords({ counts: { broken: 0, waits: 0, better: 7 } })).toBeUndefined();
});

it('names the one workload that needs somebody, and leads to it', () => {
  expect(wrongWords({ counts: { broken: 1, waits: 0, better: 3 }, worst: WEB })).toEqual({
    sentence: 'shop/web: it is OOM-killed repeatedly.',
    remedy: 'Raise the maximum.',
    href: '/workloads/shop/web',
    link: 'See web',
  });
});

it.each([
  [
    { counts: { broken: 1, waits: 2, better: 9 }, worst: AWAY },
    undefined,
    /\(database\), and 2 more things need attention\.$/,
    '/problems',
  ],
  [
    { counts: { broken: 2, waits: 0, better: 0 }, worst: WEB },
    'shop',
    /^shop\/web: .+, and 1 more thing needs attention\.$/,
    '/problems?namespace=shop',
  ],
] as const)('names the worst of several, and leads to all: %#', (wrong, namespace, sentence, href) => {
  const words = wrongWords(wrong, namespace);
  expect(words?.sentence).toMatch(sentence);
  expect(words?.href).toBe(href);
});

it('counts what is broken, what waits and what could be better, each with its list', () => {
  const links = urgencyLinks({ broken: 0, waits: 1, better: 12 }, 'shop');
  expect(links.map(({ count, words, href }) => [count, words, href])).toEqual([
    [0, 'broken', '/problems?urgency=broken&namespace=shop'],
    [1, 'waits for you', '/problems?urgency=waits&namespace=shop'],
    [12, 'could be better', '/problems?urgency=better&namespace=shop'],
  ]);
});
