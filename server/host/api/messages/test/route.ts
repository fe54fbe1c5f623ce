import { DEEDS } from '../../../../access';
import { runtime } from '../../../runtime';
import { sendTest, testMessageSchema } from '../../../test-message';
import { mutation } from '../../mutation';
import { messagesOf } from '../../roles';

/** Sends a test message to every receiver; answers with what came of it at each. */
export const POST = mutation({
  on: runtime,
  schema: testMessageSchema,
  rights: DEEDS['send-test'],
  action: ({ who, on }) => sendTest(on, messagesOf(on), who),
});
