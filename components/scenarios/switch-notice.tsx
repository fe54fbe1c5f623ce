import { Loader } from '@mantine/core';
import type { ScenariosView } from '@/server/contract/scenarios';
import { IconAlertTriangle } from '../icons';
import { Callout } from '../layout/callout';
import { scenarioTitle, stepWords } from './scenario-words';
import classes from './scenarios-screen.module.css';

/** The progress of a switch, or why the last one left no cluster running. */
export function SwitchNotice({ view }: { view: ScenariosView }) {
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
