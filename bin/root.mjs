import { fileURLToPath } from 'node:url';

/** The folder this product is checked out in, without a trailing slash. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
