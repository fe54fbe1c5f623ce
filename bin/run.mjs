/** `node bin/run.mjs ENTRY.ts [ARG...]` runs one TypeScript entry in this process. */
import { pathToFileURL } from 'node:url';
import { bundle } from './build.mjs';

const [entry, ...rest] = process.argv.slice(2);
if (!entry) {
  console.error('usage: node bin/run.mjs ENTRY.ts [ARG...]');
  process.exit(2);
}
const file = await bundle(entry);
process.argv = [process.argv[0] ?? 'node', file, ...rest];
process.setSourceMapsEnabled(true);
await import(pathToFileURL(file).href);
