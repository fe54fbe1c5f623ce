/** `node bin/entry.mjs ENTRY.ts [ARG...]` sets up what is missing, then runs one TypeScript entry in this process. */
import { afterSetUp } from './setup.mjs';

await afterSetUp({}, () => import('./run.mjs'));
