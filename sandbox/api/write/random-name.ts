import { randomInt } from 'node:crypto';

/**
 * The letters of generated names: no vowels, so that no words appear, and no similar letters (apimachinery v0.37,
 * pkg/util/rand, rand.go).
 */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;
const MAX_BASE_LENGTH = 58;

/** `prefix` and five random characters, 63 characters at most (apiserver v0.37, pkg/storage/names, generate.go). */
export function generateName(prefix: string): string {
  let suffix = '';
  for (let index = 0; index < SUFFIX_LENGTH; index++) suffix += ALPHABET[randomInt(ALPHABET.length)];
  return prefix.slice(0, MAX_BASE_LENGTH) + suffix;
}
