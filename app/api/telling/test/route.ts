import { mutation } from '@/app/api/mutation';
import { tellingOf } from '@/app/api/roles';
import { DEEDS } from '@/server/access';
import { sendTest, testMessageSchema } from '@/server/host/requests/telling';
import { runtime } from '@/server/host/runtime';

export const dynamic = 'force-dynamic';

/** Sends a test message to every receiver; answers with what came of it at each. */
export const POST = mutation({
  on: runtime,
  schema: testMessageSchema,
  rights: DEEDS['send-test'],
  action: ({ who, on }) => sendTest(on, tellingOf(on), who),
});
