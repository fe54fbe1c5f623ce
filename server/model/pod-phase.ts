/** Whether a pod of this phase has run to its end: it reserves nothing any more, and nothing can be changed of it. */
export function isFinished(phase: string | undefined): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}
