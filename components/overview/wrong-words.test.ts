import { expect, it } from 'vitest';
import { wrongWords } from './wrong-words';

const WEB = {
  kind: 'workload',
  namespace: 'shop',
  name: 'web',
  sentence: 'It is OOM-killed repeatedly',
  remedy: 'Raise the maximum.',
} as const;
const AWAY = { kind: 'own', about: 'database', sentence: 'It is away', remedy: 'Start it.' } as const;

it('says nothing while nothing is wrong', () => {
  expect(wrongWords({ own: 0, workloads: 0 })).toBeUndefined();
});

it('names the one workload that needs somebody, and leads to it', () => {
  expect(wrongWords({ own: 0, workloads: 1, worst: WEB })).toEqual({
    sentence: 'shop/web: it is OOM-killed repeatedly.',
    remedy: 'Raise the maximum.',
    href: '/workloads/shop/web',
    link: 'See web',
  });
});

it.each([
  [
    { own: 1, workloads: 2, worst: AWAY },
    undefined,
    /\(database\), and 2 more things need attention\.$/,
    '/problems',
  ],
  [
    { own: 0, workloads: 2, worst: WEB },
    'shop',
    /^shop\/web: .+, and 1 more thing needs attention\.$/,
    '/problems?namespace=shop',
  ],
] as const)('names the worst of several, and leads to all: %#', (wrong, namespace, sentence, href) => {
  const words = wrongWords(wrong, namespace);
  expect(words?.sentence).toMatch(sentence);
  expect(words?.href).toBe(href);
});
