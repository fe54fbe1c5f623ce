import { EVERY_NAMESPACE } from '@/server/decide/pods/served-namespaces';
import type { StopState } from '@/server/decide/pods/stop';

export const NO_STOPS: StopState = { reach: EVERY_NAMESPACE, namespaces: new Map(), vpas: new Map() };
