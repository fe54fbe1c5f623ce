/** `npm run hand-back`: from Plumbline back to the upstream VPA. */
import { run } from './command';
import { handBack } from './steps';

run(handBack);
