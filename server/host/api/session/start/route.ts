import { placeAfterLogin } from '../../../../contract/place-after-login';
import { answer } from '../../answer';
import { sessionsOfProcess } from '../guard';
import { redirected } from '../login-visit';

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
