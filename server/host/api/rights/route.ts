import { rightsAsked } from '../../../access';
import type { RightsView } from '../../../contract/session';
import { AppError } from '../../../lib/report/errors';
import { access } from '../../runtime';
import { view } from '../view';

/** No page offers more at once. */
const MOST = 100;

/** What the person lacks to do what a page offers. */
export const GET = view(
  async ({ url }, _params, person): Promise<RightsView> => {
    const asked = [...new Set(new URL(url).searchParams.getAll('to'))];
    if (asked.length > MOST) throw new AppError('bad-request', `at most ${MOST} can be asked for at once`);
    const lacks: RightsView['lacks'] = {};
    for (const text of asked) {
      const rights = rightsAsked(text);
      if (!rights) throw new AppError('bad-request', `to is not known: ${text.slice(0, MOST)}`);
      const lack = await access().lackOf(person, rights);
      if (lack) lacks[text] = lack;
    }
    return { lacks };
  },
  { entry: 'person' },
);
