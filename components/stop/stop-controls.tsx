'use client';

import { useDisclosure } from '@mantine/hooks';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { StopScope } from '@/server/contract/operations';
import { namespaceAt, workloadAt } from '../navigation/pages';
import { usePagePath } from '../navigation/use-way';
import { onDemand } from '../on-demand/on-demand';
import { useWhenIdle } from '../on-demand/use-when-idle';

const StopDialog = onDemand(() => import('./stop-dialog'));
const ResumeDialog = onDemand(() => import('./resume-dialog'));

/** Opens the dialogs that stop and resume, from anywhere in the page. */
interface StopControls {
  /** Everything, unless something narrower is chosen. */
  stop: () => void;
  stopThis: (named?: NamedScope) => void;
  resume: (scope: StopScope) => void;
}

/** A workload, or without a name a whole namespace. */
export interface NamedScope {
  namespace: string;
  name?: string;
}

const Controls = createContext<StopControls | undefined>(undefined);

export function useStopControls(): StopControls {
  const controls = useContext(Controls);
  if (!controls) throw new Error('no StopControlsProvider above');
  return controls;
}

/** Contains the dialogs that stop and resume, one of each for the whole page. */
export function StopControlsProvider({ children }: { children: ReactNode }) {
  const path = usePagePath();
  const pageScope = workloadAt(path) ?? namespaceAt(path);
  const [stopping, setStopping] = useState<{ isNarrow: boolean; named?: NamedScope }>();
  const atHand = stopping?.named ?? pageScope;
  const [isResuming, resuming] = useDisclosure(false);
  const [resumed, setResumed] = useState<StopScope>({ kind: 'all' });
  // A stop must also be at hand while the server does not answer.
  useWhenIdle(StopDialog.load);
  const controls = useMemo(
    () => ({
      stop: () => setStopping({ isNarrow: false }),
      stopThis: (named?: NamedScope) => setStopping({ isNarrow: true, ...(named && { named }) }),
      resume: (scope: StopScope) => {
        setResumed(scope);
        resuming.open();
      },
    }),
    [resuming],
  );
  return (
    <Controls value={controls}>
      {children}
      {stopping && (
        <StopDialog
          atHand={atHand}
          isNarrow={stopping.isNarrow && atHand !== undefined}
          onClose={() => setStopping(undefined)}
        />
      )}
      {isResuming && <ResumeDialog scope={resumed} onClose={resuming.close} />}
    </Controls>
  );
}
