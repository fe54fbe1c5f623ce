'use client';

import { Alert, Anchor, Box, Button, Progress, Select, Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import type { UpdateMode } from '@/server/contract/kubernetes';
import type { BulkStep } from '@/server/contract/requests/bulk';
import type { WorkloadChoice } from '@/server/contract/workloads';
import { countOf } from '@/server/words/counts';
import { Dialog, DialogActions, Failed } from '../layout/dialog';
import { DialogList } from '../layout/dialog-list';
import { Fold } from '../layout/fold';
import shared from '../layout/shared.module.css';
import Link from '../navigation/link';
import { ChangeGroups } from '../plan/change-groups';
import { NewPodAmounts } from '../plan/new-pods-list';
import { ReplayOfOne } from '../replay/replay-of-one';
import { MODES, modeEffect } from '../workloads/mode-words';
import {
  type BulkChange,
  type ForecastSum,
  type LeftWorkload,
  leftGroups,
  makeSteps,
  modeSteps,
  type OutcomeSum,
  podsSentence,
} from './bulk-change';
import { BULK_WORDS } from './bulk-words';
import { useBulk } from './use-bulk';

export type BulkAim =
  | { kind: 'mode'; chosen: readonly WorkloadChoice[] }
  | { kind: 'make'; chosen: readonly WorkloadChoice[] }
  | { kind: 'undo'; steps: readonly BulkStep[] };

interface BulkDialogProps {
  aim: BulkAim;
  /** Called with what undoes the change, once something was done. */
  onChanged: (undo: readonly BulkStep[]) => void;
  onClose: () => void;
}

const CHOICES = MODES.filter((mode) => mode !== 'Auto');
/** More lines help nobody, and weigh the page down. */
const MOST_LINES = 200;

/** Shows what a change of many does before it is made, then its progress and what came of it. */
export default function BulkDialog({ aim: given, onChanged, onClose }: BulkDialogProps) {
  const [aim, setAim] = useState(given);
  const [mode, setMode] = useState<UpdateMode>();
  const { state, look, change, end } = useBulk();
  const begin = useEffectEvent((asked: BulkChange | undefined) => {
    if (asked) void look(asked);
  });
  useEffect(() => begin(askedBy(aim, mode)), [aim, mode]);
  const isChanging = state.kind === 'changing';
  const confirm = async (sum: ForecastSum) => {
    const { done, undo } = await change(sum);
    if (done > 0) onChanged(undo);
  };
  return (
    <Dialog
      onClose={isChanging ? end : onClose}
      title={BULK_WORDS[aim.kind].title(aim.kind === 'undo' ? aim.steps.length : aim.chosen.length)}
      width={720}
    >
      <Stack gap="sm">
        {aim.kind === 'mode' &&
          (state.kind === 'idle' || state.kind === 'looking' || state.kind === 'seen') && (
            <ModeChoice mode={mode} onChoose={setMode} />
          )}
        {state.kind === 'looking' && <Bar words="Looking at what it does" {...state} />}
        {state.kind === 'seen' && <Forecast sum={state.sum} kind={aim.kind} />}
        {state.kind === 'changing' && (
          <Bar words={state.isEnding ? 'Ending after this part' : 'Changing'} {...state} />
        )}
        {state.kind === 'done' && <Outcome {...state} kind={aim.kind} />}
        {state.kind === 'failed' && <Failed title="The server does not say what it does" error={state} />}
      </Stack>
      <DialogActions
        onClose={isChanging ? undefined : onClose}
        cancel={state.kind === 'done' ? 'Close' : 'Cancel'}
      >
        {isChanging && (
          <Button variant="default" disabled={state.isEnding} onClick={end}>
            End here
          </Button>
        )}
        {state.kind === 'done' && state.sum.undo.length > 0 && (
          <Button variant="default" onClick={() => setAim({ kind: 'undo', steps: state.sum.undo })}>
            Undo
          </Button>
        )}
        {state.kind !== 'done' && !isChanging && (
          <Button
            disabled={state.kind !== 'seen' || state.sum.steps.length === 0}
            onClick={() => state.kind === 'seen' && void confirm(state.sum)}
          >
            {state.kind === 'seen'
              ? BULK_WORDS[aim.kind].confirm(state.sum.steps.length)
              : BULK_WORDS[aim.kind].verb}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function askedBy(aim: BulkAim, mode: UpdateMode | undefined): BulkChange | undefined {
  switch (aim.kind) {
    case 'mode':
      return mode && modeSteps(aim.chosen, mode);
    case 'make':
      return makeSteps(aim.chosen);
    case 'undo':
      return { steps: [...aim.steps], leftOut: [] };
  }
}

function ModeChoice({
  mode,
  onChoose,
}: {
  mode: UpdateMode | undefined;
  onChoose: (mode: UpdateMode) => void;
}) {
  return (
    <Select
      label="Update mode"
      placeholder="Choose a mode"
      description={mode && modeEffect({ updateMode: mode })}
      inputWrapperOrder={['label', 'input', 'description']}
      data={CHOICES}
      value={mode ?? null}
      onChange={(chosen) => chosen && onChoose(chosen as UpdateMode)}
      allowDeselect={false}
      data-autofocus
    />
  );
}

function Bar({ words, answered, of }: { words: string; answered: number; of: number }) {
  return (
    <div>
      <Text size="sm" mb={4}>
        {words}: {answered} of {of}
      </Text>
      <Progress value={of > 0 ? (100 * answered) / of : 100} aria-label={words} />
    </div>
  );
}

function Forecast({ sum, kind }: { sum: ForecastSum; kind: BulkAim['kind'] }) {
  const { lines, left, pods, stopped } = sum;
  const sentence = podsSentence(pods);
  return (
    <Stack role="status" gap={4}>
      <Text size="sm" fw={600}>
        {lines.length === 0 ? 'Nothing changes.' : BULK_WORDS[kind].forecast(lines.length)}
      </Text>
      {lines.length > 0 && kind === 'make' && (
        <Text size="sm">Such a VPA only recommends: no pod is changed.</Text>
      )}
      {sentence && (
        <Text size="sm">
          {sentence} Each workload is planned by itself; limits of the whole cluster may spread it over more
          passes.
        </Text>
      )}
      {stopped > 0 && (
        <Text size="sm">
          {countOf(stopped, 'of them is stopped: its mode counts', 'of them are stopped: their modes count')}{' '}
          once the stop is lifted.
        </Text>
      )}
      <ReplayOfOne
        vpas={lines.flatMap(({ replay }) =>
          replay
            ? [
                {
                  ...replay,
                  variants: [{ name: 'As saved' }, { name: replay.mode, updateMode: replay.mode }],
                },
              ]
            : [],
        )}
      />
      {lines.length > 0 && (
        <DialogList label="What changes">
          {lines.slice(0, MOST_LINES).map((line) => (
            <li key={line.name}>
              <strong>{line.name}</strong> {line.words}
              {line.pods && <ChangeGroups {...line.pods} />}
              {line.newPods && (
                <>
                  ; new pods:
                  <NewPodAmounts newPods={line.newPods} />
                </>
              )}
            </li>
          ))}
          {lines.length > MOST_LINES && <li>and {lines.length - MOST_LINES} more</li>}
        </DialogList>
      )}
      <LeftAlone left={left} />
    </Stack>
  );
}

function LeftAlone({ left }: { left: readonly LeftWorkload[] }) {
  if (left.length === 0) return null;
  return (
    <Box mt={12}>
      <Text size="sm" fw={600}>
        {countOf(left.length, 'workload is left alone', 'workloads are left alone')}:
      </Text>
      {leftGroups(left).map(({ sentence, left: members }) => (
        <Fold key={sentence} label={`${members.length}: ${sentence}`}>
          <DialogList>
            {members.slice(0, MOST_LINES).map(({ name, detail }) => (
              <li key={name}>
                {name}
                {detail && <span className={shared.quiet}> {detail}</span>}
              </li>
            ))}
            {members.length > MOST_LINES && <li>and {members.length - MOST_LINES} more</li>}
          </DialogList>
        </Fold>
      ))}
    </Box>
  );
}

interface OutcomeProps {
  kind: BulkAim['kind'];
  sum: OutcomeSum;
  trace: string;
  error?: string;
}

function Outcome({ kind, sum, trace, error }: OutcomeProps) {
  const { done, left, unsent, unsure } = sum;
  return (
    <div role="status">
      <Text size="sm" fw={600}>
        {BULK_WORDS[kind].done(done)}
      </Text>
      {unsent > 0 && <Text size="sm">{countOf(unsent, 'was', 'were')} not tried.</Text>}
      {error !== undefined && (
        <Alert color="danger" title={error} role="alert">
          {unsure > 0 && `${BULK_WORDS[kind].unsure(unsure)} `}
          Do it again with the same workloads: those that are changed already are left alone.
        </Alert>
      )}
      <LeftAlone left={left} />
      {done + unsure > 0 && (
        <Anchor component={Link} size="sm" href={`/changes/audit?${new URLSearchParams({ q: trace })}`}>
          In the audit log
        </Anchor>
      )}
    </div>
  );
}
