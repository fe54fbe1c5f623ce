import { Button } from '@mantine/core';
import { useState } from 'react';
import { type ForeseenVpa, MOST_FORESEEN, type ScalingPolicyEffectView } from '@/server/contract/operations';
import type { RuleEdit } from '@/server/contract/requests/rule-edit';
import { countOf } from '@/server/words/counts';
import { useEffectOf } from '../api/edits';
import { ForeseenList } from '../plan/foreseen-list';
import classes from './trial-panel.module.css';

interface ChangedPodsProps {
  path: string;
  edit: RuleEdit | undefined;
  /** How many VPAs change. */
  changed: number;
  /** Of the first of them. */
  foreseen: readonly ForeseenVpa[];
}

/** What becomes of the pods of the VPAs that a policy changes: of the first, of all once somebody asks. */
export function ChangedPods({ path, edit, changed, foreseen }: ChangedPodsProps) {
  const [wantsAll, setWantsAll] = useState(false);
  const asked =
    wantsAll && edit ? JSON.stringify({ ...edit, foresee: Math.min(changed, MOST_FORESEEN) }) : undefined;
  const { data, isFetching, error } = useEffectOf<ScalingPolicyEffectView>(path, asked);
  const shown = (wantsAll && data?.foreseen) || foreseen;
  return (
    <div>
      <h4 className={classes.title}>Their pods, container by container</h4>
      <ForeseenList label="What becomes of their pods" vpas={shown} />
      {shown.length < changed && (
        <p className={classes.soft}>
          {shown.length} of {countOf(changed, 'VPA')} that change.{' '}
          {wantsAll
            ? !isFetching &&
              `The others change no pod, or are beyond the ${MOST_FORESEEN} that are foreseen at once.`
            : null}
          <Button
            variant="subtle"
            size="compact-xs"
            loading={isFetching}
            disabled={wantsAll}
            onClick={() => setWantsAll(true)}
          >
            Show {changed > MOST_FORESEEN ? `the first ${MOST_FORESEEN}` : `all ${changed}`}
          </Button>
        </p>
      )}
      {error && (
        <p className={classes.soft} role="alert">
          The others cannot be foreseen now: {error.message}
        </p>
      )}
    </div>
  );
}
