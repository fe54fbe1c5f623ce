import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { type ForeseenVpa, MOST_FORESEEN, type ScalingPolicyEffectView } from '@/server/contract/operations';
import type { RuleEdit } from '@/server/contract/requests/rule-edit';
import { countOf } from '@/server/words/counts';
import { useEffectOf } from '../api/edits';
import { YamlChange } from '../edit/yaml-change';
import shared from '../layout/shared.module.css';
import { ForeseenList } from '../plan/foreseen-list';
import { ReplayOfOne } from '../replay/replay-of-one';
import { RemovedVpas } from './removed-vpas';
import { conflictWords, OUTCOME_LABELS } from './rule-words';
import classes from './trial-panel.module.css';

interface TrialPanelProps {
  effect: ScalingPolicyEffectView;
  /** The place of the policy in the API. */
  path: string;
  edit: RuleEdit | undefined;
}

/** The workloads that a policy would match now, the first of them by name, what becomes of their pods, and its YAML. */
export function TrialPanel({ effect: first, path, edit }: TrialPanelProps) {
  const [wantsAll, setWantsAll] = useState(false);
  const { trial, yaml } = first;
  const changed = trial?.changed ?? 0;
  const asked =
    wantsAll && edit ? JSON.stringify({ ...edit, foresee: Math.min(changed, MOST_FORESEEN) }) : undefined;
  const all = useEffectOf<ScalingPolicyEffectView>(path, asked);
  const effect = (wantsAll && all.data) || first;
  const { foreseen = [] } = effect;
  return (
    <Stack gap={12} mt={12}>
      {trial && trial.first.length > 0 && (
        <div>
          <h4 className={shared.subheading}>Workloads now</h4>
          <ul className={shared.smallText}>
            {trial.first.map(({ namespace, kind, name, outcome, conflict }) => (
              <li key={`${kind} ${namespace}/${name}`}>
                <strong>
                  {namespace}/{name}
                </strong>{' '}
                <span className={classes.soft}>
                  {kind}, {OUTCOME_LABELS[outcome]}
                  {conflict && `: ${conflictWords(conflict)}`}
                </span>
              </li>
            ))}
          </ul>
          {trial.matched > trial.first.length && (
            <p className={classes.soft}>
              and {(trial.matched - trial.first.length).toLocaleString('en-US')} more
            </p>
          )}
        </div>
      )}
      {trial && foreseen.length > 0 && (
        <ChangedPods
          changed={changed}
          foreseen={foreseen}
          all={wantsAll ? all : undefined}
          onAll={() => setWantsAll(true)}
        />
      )}
      {edit?.template && (
        <ReplayOfOne
          vpas={foreseen.map(({ namespace, name }) => ({
            namespace,
            name,
            variants: [{ name: 'As saved' }, { name: 'This edit', edit: edit.template }],
          }))}
        />
      )}
      <RemovedVpas effect={effect} />
      {trial && trial.made > 0 && (
        <p className={classes.soft}>
          VPAs that are made recommend nothing yet: what becomes of their pods is known once they have
          learned.
        </p>
      )}
      <YamlChange before={yaml.before} after={yaml.after} />
    </Stack>
  );
}

interface ChangedPodsProps {
  /** How many VPAs change. */
  changed: number;
  /** Of the first of them, of all once they are known. */
  foreseen: readonly ForeseenVpa[];
  /** How it goes with all, once somebody asked. */
  all: { isFetching: boolean; error: Error | null } | undefined;
  onAll: () => void;
}

/** What becomes of the pods of the VPAs that a policy changes: of the first, of all once somebody asks. */
function ChangedPods({ changed, foreseen, all, onAll }: ChangedPodsProps) {
  return (
    <div>
      <h4 className={shared.subheading}>Their pods, container by container</h4>
      <ForeseenList label="What becomes of their pods" vpas={foreseen} />
      {foreseen.length < changed && (
        <p className={classes.soft}>
          {foreseen.length} of {countOf(changed, 'VPA')} that change.{' '}
          {all &&
            !all.isFetching &&
            `The others change no pod, or are beyond the ${MOST_FORESEEN} that are foreseen at once.`}
          <Button
            variant="subtle"
            size="compact-xs"
            loading={all?.isFetching ?? false}
            disabled={all !== undefined}
            onClick={onAll}
          >
            Show {changed > MOST_FORESEEN ? `the first ${MOST_FORESEEN}` : `all ${changed}`}
          </Button>
        </p>
      )}
      {all?.error && (
        <p className={classes.soft} role="alert">
          The others cannot be foreseen now: {all.error.message}
        </p>
      )}
    </div>
  );
}
