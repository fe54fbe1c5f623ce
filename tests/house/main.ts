/** `npm run map`: draws the map of rooms in CONTRIBUTING.md, and their picture, from the actual imports, and counts the walks of the tour. */
import { writeFileSync } from 'node:fs';
import { GUIDE, guideWithMap } from './map';
import { PICTURE, pageWithPicture } from './picture';
import { pageWithCounts, TOUR } from './walks';

writeFileSync(GUIDE, guideWithMap());
writeFileSync(PICTURE, pageWithPicture());
writeFileSync(TOUR, pageWithCounts());
