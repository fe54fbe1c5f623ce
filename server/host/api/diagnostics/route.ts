import { RIGHTS } from '../../../access';
import { diagnosticsOf } from '../../../pages/diagnostics';
import { runtime } from '../../runtime';
import { view } from '../view';

/** What this process is, how its parts are, what it may do and how it is set; for readers of the whole cluster. */
export const GET = view(() => diagnosticsOf(runtime()), { entry: () => [RIGHTS.read()] });
