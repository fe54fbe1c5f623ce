'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ScenarioChoice, ScenariosView } from '@/server/contract/scenarios';
import { type CachedAnswer, sendChange } from './request';

const SCENARIOS = '/api/scenarios';

/**
 * Replaces the embedded cluster. The outcome is shown on whatever page the user is by then; data of the
 * previous cluster is dropped.
 */
export function useRunScenario(told: {
  onRun: (view: ScenariosView) => void;
  onFailure: (choice: ScenarioChoice, error: Error) => void;
}) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (choice: ScenarioChoice) => sendChange<ScenariosView>('POST', SCENARIOS, choice),
    onSuccess: (view) => {
      queryClient.setQueryData<CachedAnswer<ScenariosView>>([SCENARIOS], { body: view });
      void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== SCENARIOS });
      told.onRun(view);
    },
    onError: (error, choice) => {
      void queryClient.invalidateQueries({ queryKey: [SCENARIOS] });
      told.onFailure(choice, error);
    },
  });
}
