import type { AnswerDeadline } from './patience';

/** Something that is refreshed now and then; answers use its last state. */
export interface Source {
  readonly isFilled: boolean;
  /** @param isForChange whether an old state will not do, since people just changed something */
  refresh(isForChange?: boolean): Promise<void> | undefined;
}

/**
 * Waits a moment for a refresh, and for the first one as long as it takes. If it fails, the previous state
 * still answers; the role reports its failing passes itself.
 */
export async function newsOf(source: Source, patience: AnswerDeadline): Promise<void> {
  await refreshed(source, patience);
  // A refresh that was under way may have begun before the change.
  if (patience.isForChange) await refreshed(source, patience);
}

async function refreshed(source: Source, patience: AnswerDeadline): Promise<void> {
  const refreshing = source.refresh(patience.isForChange);
  if (!source.isFilled) await refreshing;
  else if (refreshing)
    await patience.await(
      refreshing.catch(() => undefined),
      undefined,
      source,
    );
  else patience.isNew(source);
}
