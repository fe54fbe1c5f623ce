'use client';

import { Loader } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ScenarioChoice, ScenarioEntry, ScenariosView } from '@/server/contract/scenarios';
import { type CachedAnswer, sendChange } from '../api/request';
import { IconAlertTriangle } from '../icons';
import { Callout } from '../layout/callout';
import { notify } from '../notices/notify';
import { RunDialog } from './run-dialog';
import { ScenarioCard } from './scenario-card';
import { scenarioTitle, stepWords } from './scenario-words';
import classes from './scenarios-screen.module.css';

const SCENARIOS = '/api/scenarios';

/**
 * Replaces the embedded cluster. The outcome is shown on whatever page the user is by then; data of the
 * previous cluster is dropped.
 */
function useRunScenario(told: {
  onRun: (view: ScenariosView) => void;
  onFailure: (choice: ScenarioChoice, error: Error) => void;
}) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (choice: ScenarioChoice) => sendChange<ScenariosView>('POST', SCENARIOS, choice),
    onSuccess: (view) => {
      queryClient.setQueryData<CachedAnswer<ScenariosView>>([SCENARIOS], { body: view });
      void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== SCENARIOS });
      told.onRun(view);
    },
    onError: (error, choice) => {
      void queryClient.invalidateQueries({ queryKey: [SCENARIOS] });
      told.onFailure(choice, error);
    },
  });
}

/** The progress of a switch, or why the last one left no cluster running. */
function SwitchNotice({ view }: { view: ScenariosView }) {
  const { state } = view;
  return (
    <div role="status">
      {state.kind === 'switching' && (
        <div className={classes.progress}>
          <Loader size="sm" aria-hidden="true" />
          <div>
            <p className={classes.title}>Switching to {scenarioTitle(view, state.to)}</p>
            <p>{stepWords(state.step)}</p>
          </div>
        </div>
      )}
      {state.kind === 'failed' && (
        <Callout
          icon={IconAlertTriangle}
          tone="danger"
          title={`${scenarioTitle(view, state.to)} did not start, and no cluster runs now`}
          detail={state.message}
          remedy="Fix what the message says, then run a scenario again."
        />
      )}
    </div>
  );
}

/** The cards, the confirmation of a switch, and its progress. */
export function ScenarioCatalogue({ view }: { view: ScenariosView }) {
  const [asked, setAsked] = useState<ScenarioEntry>();
  const run = useRunScenario({
    onRun: (now) =>
      notify({
        color: 'verdigris',
        title: `${scenarioTitle(now, now.current)} is running`,
        message: 'Its workloads appear with the first pass.',
      }),
    onFailure: (choice, error) =>
      notify({
        color: 'danger',
        stays: true,
        title: `${scenarioTitle(view, choice.name)} is not running`,
        message: error.message,
      }),
  });
  const shown = withPending(view, run.isPending ? run.variables : undefined);
  const isRunning = (name: string) => shown.state.kind === 'running' && name === shown.current;
  return (
    <>
      <SwitchNotice view={shown} />
      <ul className={classes.list}>
        {shown.scenarios.map((scenario) => (
          <ScenarioCard
            key={scenario.name}
            scenario={scenario}
            running={isRunning(scenario.name)}
            busy={shown.state.kind === 'switching'}
            onRun={() => setAsked(scenario)}
          />
        ))}
      </ul>
      {asked && (
        <RunDialog
          scenario={asked}
          running={scenarioTitle(view, view.current)}
          seed={view.seed}
          onClose={() => setAsked(undefined)}
          onRun={(choice) => {
            setAsked(undefined);
            run.mutate(choice);
          }}
        />
      )}
    </>
  );
}

/** The view with the switch just requested, until the server reports it itself. */
function withPending(view: ScenariosView, choice: ScenarioChoice | undefined): ScenariosView {
  if (!choice || view.state.kind === 'switching') return view;
  return { ...view, state: { kind: 'switching', to: choice.name, step: 'stopping' } };
}
