import { IconEyeOff } from '@tabler/icons-react';
import type { HpaDetail } from '@/server/contract/hpas';
import { hiddenLoadPatch, hiddenLoadText } from '@/server/words/hidden-load';
import { Callout } from '../layout/callout';
import { Command } from '../layout/command';

/** Containers that are full while the HPA sees nothing of it, each with the patch that mends it. */
export function HiddenLoads({ hpa: { namespace, name, hidden } }: { hpa: HpaDetail }) {
  return hidden?.map(({ load }) => (
    <Callout
      key={`${load.resource} ${load.container}`}
      icon={IconEyeOff}
      tone="warning"
      title={`HPA ${name} does not see container ${load.container}`}
      detail={
        <>
          <p>{hiddenLoadText(load)}</p>
          <p>This adds a metric that sees the container:</p>
          <Command text={hiddenLoadPatch(namespace, name, load)} />
        </>
      }
    />
  ));
}
