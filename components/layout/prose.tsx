'use client';

import { Code } from '@mantine/core';
import { useStatus } from '../api/queries';
import { codeSpans } from './code-spans';
import { withKubeconfig } from './kubectl';

/** A sentence in which text between backticks is code; kubectl commands are for the cluster on the page. */
export function Prose({ text }: { text: string }) {
  const kubeconfig = useStatus().data?.kubeconfig;
  return codeSpans(withKubeconfig(text, kubeconfig)).map((span) =>
    span.code ? <Code key={span.at}>{span.text}</Code> : span.text,
  );
}
