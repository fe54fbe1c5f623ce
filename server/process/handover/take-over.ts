/** `npm run take-over`: from the upstream VPA to Plumbline. */
import { run } from './command';
import { takeOver } from './steps';

run(takeOver);
