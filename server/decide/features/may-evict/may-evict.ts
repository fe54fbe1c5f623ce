import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { statedIn } from '../../pods/stated-text';

type Stating = Pick<VerticalPodAutoscaler, 'metadata'>;

/** Which pods that must not go the VPA lets go all the same: `marked`, `jobs` or both. */
export const MAY_EVICT_ANNOTATION = 'plumbline.dev/may-evict';

/** Pods that stay unless their VPA says otherwise: by an annotation of their own, or since they run to an end. */
export type StaysBy = 'marked' | 'jobs';

const KINDS: readonly StaysBy[] = ['marked', 'jobs'];

export function mayEvict(vpa: Stating, kind: StaysBy): boolean {
  return wordsOf(statedIn(vpa, MAY_EVICT_ANNOTATION)).includes(kind);
}

export function mayEvictFaults(vpa: Stating): readonly string[] {
  const text = statedIn(vpa, MAY_EVICT_ANNOTATION);
  return wordsOf(text)
    .filter((word) => !KINDS.some((kind) => kind === word))
    .map((word) => `"${word.slice(0, 60)}" names no pods; it takes ${KINDS.join(', ')} or both`);
}

function wordsOf(text: string | undefined): readonly string[] {
  return text === undefined
    ? []
    : text
        .slice(0, 200)
        .split(',')
        .map((word) => word.trim());
}
