import { StorePart } from '../asking';
import type { CheckpointStore } from './checkpoint-store';

export { DatabaseAway } from '../asking';

/** Checkpoints in the database. */
export class Checkpoints extends StorePart<CheckpointStore> {}
