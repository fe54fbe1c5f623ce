import { answer } from '@/app/api/answer';
import { sessionsOfProcess } from '@/app/api/session/guard';
import { redirected } from '@/app/api/session/login-visit';
import { placeAfterLogin } from '@/components/access/place-after-login';

export const dynamic = 'force-dynamic';

/** Sends a person to the identity provider. */
export const GET = answer(
  (request) =>
    redirected(async () => {
      const next = placeAfterLogin(new URL(request.url).search);
      const { address, cookie } = await sessionsOfProcess().beginLogin(request, next);
      return { location: address.href, cookies: [cookie] };
    }),
  'public',
);
