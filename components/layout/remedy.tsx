'use client';

import { Code } from '@mantine/core';
import { useStatus } from '../api/queries';
import { codeSpans } from './code-spans';
import { Command } from './command';
import { kubectl } from './kubectl';
import classes from './remedy.module.css';
import { remedyParts } from './remedy-parts';

/** A sentence in which text between backticks is code. */
function Prose({ text }: { text: string }) {
  return codeSpans(text).map((span) => (span.code ? <Code key={span.at}>{span.text}</Code> : span.text));
}

interface RemedyProps {
  text: string;
  /** What it is for, where others stand beside it. */
  of?: string | undefined;
}

/** What to do, in a sentence; a command at its end can be copied. */
export function Remedy({ text, of }: RemedyProps) {
  const kubeconfig = useStatus().data?.kubeconfig;
  const { sentence, command } = remedyParts(text);
  return (
    <div className={classes.remedy}>
      <p>
        <strong>{of === undefined ? 'What to do: ' : `What to do for ${of}: `}</strong>
        <Prose text={sentence} />
      </p>
      {command && <Command text={kubectl(command, kubeconfig)} />}
    </div>
  );
}
