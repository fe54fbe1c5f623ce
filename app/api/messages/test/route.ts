import { mutation } from '@/app/api/mutation';
import { messagesOf } from '@/app/api/roles';
import { DEEDS } from '@/server/access';
import { runtime } from '@/server/host/runtime';
import { sendTest, testMessageSchema } from '@/server/host/test-message';

export const dynamic = 'force-dynamic';

/** Sends a test message to every receiver; answers with what came of it at each. */
export const POST = mutation({
  on: runtime,
  schema: testMessageSchema,
  rights: DEEDS['send-test'],
  action: ({ who, on }) => sendTest(on, messagesOf(on), who),
});
