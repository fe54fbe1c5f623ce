/** `node bin/entry.mjs ENTRY.ts [ARG...]` sets up what is missing, then runs one TypeScript entry in this process. */
import { endWithNpm } from './end-with-npm.mjs';
import { afterSetUp } from './setup.mjs';

endWithNpm();
// What is not of the server itself is there for development.
await afterSetUp({ development: !process.argv[2]?.startsWith('server/') }, () => import('./run.mjs'));
