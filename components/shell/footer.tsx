'use client';

import { UnstyledButton } from '@mantine/core';
import { useStatus } from '../api/queries';
import { Command } from '../layout/command';
import { kubectl } from '../layout/kubectl';
import { usePagePath } from '../navigation/use-way';
import { useShortcutSheet } from '../shortcuts/shortcuts';
import classes from './footer.module.css';
import { clusterLine, commandAt, userWords } from './footer-words';

/** Below every page: Plumbline's version, the user, the cluster, and how to reach it with kubectl. */
export function Footer() {
  const status = useStatus().data;
  const openSheet = useShortcutSheet();
  const path = usePagePath();
  if (!status) return null;
  const cluster = clusterLine(status);
  const command = commandAt(path);
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <ul className={classes.facts}>
          <li>Plumbline {status.version}</li>
          <li>{userWords(status.user)}</li>
          {cluster && <li>{cluster}</li>}
          <li className="no-print">
            <UnstyledButton className={classes.keys} onClick={openSheet}>
              Keyboard shortcuts (?)
            </UnstyledButton>
          </li>
        </ul>
        {status.kubeconfig && command && (
          <div className={`${classes.kubectl} no-print`}>
            <span>The same with kubectl:</span>
            <Command text={kubectl(command, status.kubeconfig)} />
          </div>
        )}
      </div>
    </footer>
  );
}
