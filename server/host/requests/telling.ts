/** How test messages are requested and sent. */
export { sendTest, testMessageSchema } from '../test-message';
