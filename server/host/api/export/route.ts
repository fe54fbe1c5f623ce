import { view } from '../view';
import { selectedExport } from './selected';

/** What VPAs recommend as patches: of each `?of=NAMESPACE/NAME`, or of those that pass the filters of the list. */
export const GET = view((request, _params, person) => selectedExport(request, person), { entry: 'person' });
