'use client';

import type { HpaDetail } from '@/server/contract/hpas';
import { hiddenLoadPatch, hiddenLoadText } from '@/server/words/hidden-load';
import { GuardedButton } from '../access/guarded-button';
import { IconEyeOff } from '../icons';
import { hpaFormHref } from '../inbox/inbox-words';
import { Callout } from '../layout/callout';
import { Command } from '../layout/command';
import { useWay } from '../navigation/use-way';

/** Containers that are full while the HPA sees nothing of it, each with the patch that mends it. */
export function HiddenLoads({ hpa: { namespace, name, hidden } }: { hpa: HpaDetail }) {
  const way = useWay();
  return hidden?.map(({ load }) => (
    <Callout
      key={`${load.resource} ${load.container}`}
      icon={IconEyeOff}
      tone="warning"
      title={`HPA ${name} does not see container ${load.container}`}
      detail={
        <>
          <p>{hiddenLoadText(load)}</p>
          <GuardedButton
            deed={{ to: 'change-hpa', namespace, name }}
            size="xs"
            variant="default"
            onClick={() => way.push(hpaFormHref(namespace, name))}
          >
            Measure it by container {load.container}…
          </GuardedButton>
          <p>Or by hand:</p>
          <Command text={hiddenLoadPatch(namespace, name, load)} />
        </>
      }
    />
  ));
}
