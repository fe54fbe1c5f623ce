import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The nearest folder above `folder` with a package.json: a bundle of this file is deeper in the checkout. */
function checkoutOf(folder) {
  return existsSync(path.join(folder, 'package.json')) ? folder : checkoutOf(path.dirname(folder));
}

/** The folder of this checkout, without a trailing slash. */
export const root = checkoutOf(path.dirname(fileURLToPath(import.meta.url)));
