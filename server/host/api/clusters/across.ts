import type { DigestList } from '../../../contract/digest';
import { access, runtime } from '../../runtime';
import { hubView } from './hub-view';
import { presentHub } from './present-hub';

/** One page of a list over the clusters of a hub, as each last told the person. */
export function across(list: DigestList) {
  return hubView(async ({ url }, _params, person) => {
    const told = await presentHub().told(access().askerOf(person));
    return runtime().pages.across.page(list, told, new URL(url).searchParams);
  });
}
