/** Whether a pod of this phase has ended: it reserves nothing any more and cannot be changed. */
export function isFinished(phase: string | undefined): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}
