import type { KubeClient } from '@/server/kube/client';
import type { ProblemReporter } from '@/server/kube/problems';
import type { Logger } from '@/server/lib/report/log';
import type { Clock } from '@/server/lib/time/clock';
import { NODE_GROUPS_ANNOTATION } from '../groups/groups-annotation';
import { AnnotationWriter } from './annotation-writer';
import { OWN_LIMITS_ANNOTATION } from './memory-limits-annotation';
import { SEEN_CPU } from './seen-cpu-annotation';
import { StatusWriter } from './status-writer';
import { WHOLE_POD_ANNOTATION } from './whole-pod-annotation';

/** All that writes what is recommended to VPAs, as long as `mayWrite` says that this process may. */
export function statusWriters({
  client,
  wallClock,
  problems,
  log,
  mayWrite,
}: {
  client: Pick<KubeClient, 'request'>;
  wallClock: Clock;
  problems: ProblemReporter;
  log: Logger;
  mayWrite: () => boolean;
}) {
  const ofAnnotation = (written: ConstructorParameters<typeof AnnotationWriter>[3]) =>
    new AnnotationWriter(client, problems, mayWrite, written);
  return {
    limitsWriter: ofAnnotation(OWN_LIMITS_ANNOTATION),
    annotationWriters: [NODE_GROUPS_ANNOTATION, WHOLE_POD_ANNOTATION, SEEN_CPU].map(ofAnnotation),
    statuses: new StatusWriter(client, wallClock, problems, log, mayWrite),
  };
}
