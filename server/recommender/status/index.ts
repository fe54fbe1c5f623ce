import type { RoleContext } from '@/server/kube/role-context';
import type { Logger } from '@/server/lib/report/log';
import { NODE_GROUPS_ANNOTATION } from '../groups/groups-annotation';
import type { RecommenderSettings } from '../settings';
import { AnnotationWriter } from './annotation-writer';
import { OWN_LIMITS_ANNOTATION } from './memory-limits-annotation';
import { SEEN_CPU } from './seen-cpu-annotation';
import { StatusWriter } from './status-writer';
import { WHOLE_POD_ANNOTATION } from './whole-pod-annotation';

/** All that writes what is recommended to VPAs, as long as `mayWrite` says that this process may. */
export function statusWriters(
  {
    client,
    wallClock,
    problems,
  }: Pick<RoleContext<RecommenderSettings>, 'client' | 'wallClock' | 'problems'>,
  { log, mayWrite }: { log: Logger; mayWrite: () => boolean },
) {
  const ofAnnotation = (written: ConstructorParameters<typeof AnnotationWriter>[3]) =>
    new AnnotationWriter(client, problems, mayWrite, written);
  return {
    limitsWriter: ofAnnotation(OWN_LIMITS_ANNOTATION),
    annotationWriters: [NODE_GROUPS_ANNOTATION, WHOLE_POD_ANNOTATION, SEEN_CPU].map(ofAnnotation),
    statuses: new StatusWriter(client, wallClock, problems, log, mayWrite),
  };
}
