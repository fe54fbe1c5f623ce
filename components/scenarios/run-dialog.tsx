'use client';

import { Button, NumberInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ScenarioChoice, ScenarioEntry } from '@/server/contract/scenarios';
import { Dialog, DialogActions } from '../layout/dialog';
import { seedFromText } from './scenario-words';

interface RunDialogProps {
  scenario: ScenarioEntry;
  /** The title of the one that will be lost. */
  running: string;
  seed: number;
  onRun: (choice: ScenarioChoice) => void;
  onClose: () => void;
}

/** Says what is lost before another scenario runs. */
export function RunDialog({ scenario, running, seed: present, onRun, onClose }: RunDialogProps) {
  const [typed, setTyped] = useState<string | number>(present);
  const seed = seedFromText(typed);
  return (
    <Dialog onClose={onClose} title={`Run: ${scenario.title}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (seed !== undefined) onRun({ name: scenario.name, seed });
        }}
      >
        <Stack>
          <Text size="sm">
            {scenario.title === running
              ? `${running} starts over from scratch.`
              : `The running cluster, ${running}, ends.`}{' '}
            Its objects, everything learned about its workloads, its stops and your changes are lost. The
            audit log stays.
          </Text>
          <NumberInput
            label="Seed"
            description="The same seed gives the same cluster."
            value={typed}
            onChange={setTyped}
            allowDecimal={false}
            error={seed === undefined ? 'Enter a whole number.' : undefined}
          />
        </Stack>
        <DialogActions>
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button type="submit" disabled={seed === undefined}>
            {scenario.title === running ? 'Start over' : `Run ${scenario.title}`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
