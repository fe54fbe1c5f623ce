/** `npm run map`: draws the map of rooms in CONTRIBUTING.md from the actual imports. */
import { writeFileSync } from 'node:fs';
import { GUIDE, guideWithMap } from './map';

writeFileSync(GUIDE, guideWithMap());
