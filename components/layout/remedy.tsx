'use client';

import { useStatus } from '../api/queries';
import { Command } from './command';
import { kubectl } from './kubectl';
import { Prose } from './prose';
import classes from './remedy.module.css';
import { remedyParts } from './remedy-parts';

/** What to do, in a sentence; a command at its end can be copied. */
export function Remedy({ text }: { text: string }) {
  const kubeconfig = useStatus().data?.kubeconfig;
  const { sentence, command } = remedyParts(text);
  return (
    <div className={classes.remedy}>
      <p>
        <strong>What to do: </strong>
        <Prose text={sentence} />
      </p>
      {command && <Command text={kubectl(command, kubeconfig)} />}
    </div>
  );
}
