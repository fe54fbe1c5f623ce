/** How replays are requested and listed. */
export { cancelSchema, replaySchema } from '../../contract/requests/replay-schema';
