'use client';

import { parseAsString, parseAsStringLiteral, useQueryState, useQueryStates } from 'nuqs';
import { useEffect, useEffectEvent } from 'react';
import type { PolicyFill } from '@/server/contract/inbox';
import { FILL_PARAMS } from '../inbox/inbox-words';
import { MODES } from '../workloads/mode-words';

const FILL = {
  mode: parseAsStringLiteral(MODES),
  maxCpu: parseAsString,
  maxMemory: parseAsString,
};

/** Hands over what the address fills the form in with, once; then the address has it no more. */
export function useFill(take: (fill: PolicyFill) => void): void {
  const [{ mode, maxCpu, maxMemory }, setFill] = useQueryStates(FILL, {
    urlKeys: FILL_PARAMS,
    history: 'replace',
  });
  const [container] = useQueryState('container', parseAsString);
  const takeOver = useEffectEvent(() => {
    take({
      ...(mode && { mode }),
      ...(container && { container }),
      ...(maxCpu && { maxCpu }),
      ...(maxMemory && { maxMemory }),
    });
    void setFill(null);
  });
  useEffect(() => {
    if (mode || maxCpu || maxMemory) takeOver();
  }, [mode, maxCpu, maxMemory]);
}
