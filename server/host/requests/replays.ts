/** How replays are requested and listed. */
export { cancelSchema, replaySchema } from '../../replay/schema';
