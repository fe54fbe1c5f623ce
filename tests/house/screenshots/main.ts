/**
 * `npm run screenshots` takes the pictures of the README. `npm run screenshots -- scenarios [NAME...]` takes the main pages
 * of every scenario, or of the named ones, in every window and scheme, below `.build/screenshots/`, and ends with 1 if axe
 * or the console found something, or a page is wider than its window.
 */
import { findChromium } from '@/tests/support/browser';
import { takeReadmePictures } from './of-readme';
import { takeScenarioPictures } from './of-scenarios';

const chromium = findChromium();
const [what, ...names] = process.argv.slice(2);
if (!chromium || (what !== undefined && what !== 'scenarios')) process.exit(1);
if (what === 'scenarios') process.exitCode = (await takeScenarioPictures(chromium, names)) ? 0 : 1;
else await takeReadmePictures(chromium);
