import { answer } from '../../answer';
import { sessionsOfProcess } from '../guard';
import { redirected } from '../login-visit';

/** Where the identity provider sends a person back to; the page they came for opens. */
export const GET = answer(
  (request) =>
    redirected(async () => {
      const { next, cookies } = await sessionsOfProcess().finishLogin(request);
      return { location: next, cookies };
    }),
  'public',
);
