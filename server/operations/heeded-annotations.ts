import { GROUPS_ANNOTATION } from '../decide/features/node-scope/group-recommendations';
import { POD_RECOMMENDATION_ANNOTATION } from '../decide/pods/pod-level/recommendation';
import { statedIn } from '../decide/pods/stated-text';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';

const HEEDED = 'plumbline.dev/';
/** What is learned, as in the status, and written anew in each pass. */
const LEARNED: ReadonlySet<string> = new Set([GROUPS_ANNOTATION, POD_RECOMMENDATION_ANNOTATION]);

/** The annotations of a VPA that decide about its pods, whoever wrote them. */
export function heededAnnotations(vpa: Pick<VerticalPodAutoscaler, 'metadata'>): Record<string, string> {
  return Object.fromEntries(
    Object.keys(vpa.metadata.annotations ?? {}).flatMap((name): [string, string][] => {
      const text = name.startsWith(HEEDED) ? statedIn(vpa, name) : undefined;
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

/** Whether the recommender keeps an annotation up to date, so that its own changes of it are no news. */
export function isKeptByUs(annotation: string): boolean {
  return LEARNED.has(annotation);
}
