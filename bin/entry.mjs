/** `node bin/entry.mjs ENTRY.ts [ARG...]` sets up what is missing, then runs one TypeScript entry in this process. */
import { endWithNpm } from './end-with-npm.mjs';
import { afterSetUp } from './setup.mjs';

endWithNpm();
await afterSetUp({}, () => import('./run.mjs'));
