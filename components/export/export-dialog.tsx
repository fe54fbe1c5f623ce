'use client';

import { Box, Button, Loader, Text } from '@mantine/core';
import type { ExportView, PatchedWorkload } from '@/server/contract/patches';
import { countOf } from '@/server/words/counts';
import { gitSourceText } from '@/server/words/git-source';
import { apiAddress } from '../api/address';
import { usePatches } from '../api/patches';
import type { RequestFailure } from '../api/request';
import { Command } from '../layout/command';
import { CopyText } from '../layout/copy-text';
import { Dialog, DialogActions, Failed } from '../layout/dialog';
import { Fold } from '../layout/fold';
import shared from '../layout/shared.module.css';
import { exportCommand } from './export-command';
import classes from './export-dialog.module.css';

/** The rest is in the file. */
const MOST_SHOWN = 20;

interface ExportDialogProps {
  query: string;
  onClose: () => void;
}

/** What patches of the selected workloads state, what is left out and why, and where to get them. */
export default function ExportDialog({ query, onClose }: ExportDialogProps) {
  const { data, failure } = usePatches(query);
  const command = exportCommand(query);
  return (
    <Dialog onClose={onClose} title="Export as patches" width={760}>
      <p className={classes.about}>
        What VPAs recommend, as strategic merge patches for Kustomize: one file for each workload, and a
        kustomization. Nothing changes in the cluster until somebody applies them.
      </p>
      <Failed title="The patches cannot be made" error={failure && { message: messageOf(failure) }} />
      {!data && !failure && <Loader size="sm" aria-label="Making the patches" />}
      {data && <Patches view={data} />}
      {command !== undefined && (
        <Box mt={16}>
          <p className={shared.soft}>The same in a terminal:</p>
          <Command text={command} />
        </Box>
      )}
      <DialogActions cancel="Close" onClose={onClose}>
        {data && data.workloads.length > 0 && (
          <Button component="a" href={apiAddress(`/api/export.zip?${query}`)} download>
            Download {countOf(data.workloads.length, 'patch', 'patches')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function Patches({ view: { workloads, leftOut, files } }: { view: ExportView }) {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return (
    <>
      {workloads.slice(0, MOST_SHOWN).map((workload) => (
        <section key={workload.path} className={classes.workload} aria-label={titleOf(workload)}>
          <Text className={shared.breaks} component="h3" mb={4} fz={14} fw={600}>
            {titleOf(workload)}
          </Text>
          {workload.git && (
            <p className={shared.soft}>{gitSourceText(workload.git)} keeps it: commit the patch there.</p>
          )}
          <ul className={classes.list}>
            {[...workload.states, ...workload.notes].map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <Fold label="Patch" about={titleOf(workload)}>
            <CopyText text={texts.get(workload.path) ?? ''} label={`Patch of ${titleOf(workload)}`} />
          </Fold>
        </section>
      ))}
      {workloads.length > MOST_SHOWN && (
        <p className={shared.soft}>
          and {countOf(workloads.length - MOST_SHOWN, 'workload')} more in the file
        </p>
      )}
      {workloads.length === 0 && <Text my="md">There is nothing to export.</Text>}
      {leftOut.length > 0 && (
        <section className={classes.workload} aria-label="Left out">
          <Text className={shared.breaks} component="h3" mb={4} fz={14} fw={600}>
            Left out
          </Text>
          <ul className={classes.list}>
            {leftOut.slice(0, MOST_SHOWN).map(({ namespace, vpa, why }) => (
              <li key={`${namespace}/${vpa}`}>
                VPA {namespace}/{vpa}: {why}
              </li>
            ))}
          </ul>
          {leftOut.length > MOST_SHOWN && (
            <p className={shared.soft}>and {countOf(leftOut.length - MOST_SHOWN, 'VPA')} more</p>
          )}
        </section>
      )}
    </>
  );
}

function titleOf({ kind, namespace, name }: PatchedWorkload): string {
  return `${kind} ${namespace}/${name}`;
}

function messageOf(failure: RequestFailure): string {
  return failure.kind === 'unreachable' ? 'The Plumbline server does not answer.' : failure.message;
}
