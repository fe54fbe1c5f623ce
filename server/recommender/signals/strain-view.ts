import { isPressed, type Strain } from '@/server/model/pressure';
import { isThrottled, type SharesOfTime } from '@/server/model/throttling';
import type { StrainView } from '../../contract/signals';
import type { StrainedBy } from '../../words/strain';

/** What containers of one VPA have too little of, at the last look; each with the pods it is so in. */
export function strainView({ throttled, cpu, memory }: Strain): StrainView[] {
  const found = new Map<string, { container: string; by: StrainedBy; share: number; pods: number }>();
  const note = (container: string, by: StrainedBy, share: number) => {
    const key = `${container}/${by}`;
    const known = found.get(key) ?? { container, by, share: 0, pods: 0 };
    found.set(key, { ...known, share: Math.max(known.share, share), pods: known.pods + 1 });
  };
  for (const [, container, share] of sharesOf(throttled))
    if (isThrottled(share)) note(container, 'cpu-limit', share);
  for (const [pod, container, share] of sharesOf(cpu))
    if (isPressed(share) && !isThrottled(throttled?.shares.get(pod)?.get(container)))
      note(container, throttled ? 'neighbours' : 'cpu', share);
  for (const [, container, share] of sharesOf(memory)) if (isPressed(share)) note(container, 'memory', share);
  return [...found.values()];
}

function* sharesOf(measured: SharesOfTime | undefined): Generator<[string, string, number]> {
  for (const [pod, containers] of measured?.shares ?? [])
    for (const [container, share] of containers) yield [pod, container, share];
}
