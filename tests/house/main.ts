/** `npm run map`: draws the map of rooms in CONTRIBUTING.md, and their picture, from the actual imports. */
import { writeFileSync } from 'node:fs';
import { GUIDE, guideWithMap } from './map';
import { PICTURE, pageWithPicture } from './picture';

writeFileSync(GUIDE, guideWithMap());
writeFileSync(PICTURE, pageWithPicture());
