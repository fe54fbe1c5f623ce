import { EVERY_NAMESPACE } from '@/server/policy/served-namespaces';
import type { StopState } from '@/server/policy/stop';

export const NO_STOPS: StopState = { reach: EVERY_NAMESPACE, namespaces: new Map(), vpas: new Map() };
