import { answer } from '@/app/api/answer';
import { sessionsOfProcess } from '@/app/api/session/guard';
import { redirected } from '@/app/api/session/login-visit';

export const dynamic = 'force-dynamic';

/** Where the identity provider sends a person back to; the page they came for opens. */
export const GET = answer(
  (request) =>
    redirected(async () => {
      const { next, cookies } = await sessionsOfProcess().finishLogin(request);
      return { location: next, cookies };
    }),
  'public',
);
