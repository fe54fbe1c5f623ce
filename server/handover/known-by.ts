import { SETTINGS } from '../config';
import type { KubeObject } from '../objects/types';

/** What of a pod, or a template of pods, tells whose it is. */
export interface RunningPart {
  metadata?: Pick<KubeObject['metadata'], 'labels'>;
  spec?: {
    serviceAccountName?: string;
    containers: readonly {
      image?: string;
      args?: readonly string[];
      command?: readonly string[];
      env?: readonly { name: string; value?: string }[];
    }[];
  };
}

export type UpstreamPart = 'recommender' | 'updater' | 'admission-controller';

const OUR_NAMES = new Set(['plumbline', 'plumbline-admission']);
const OUR_SETTINGS = new Set(Object.values(SETTINGS).map(({ env }) => env));
const UPSTREAM_IMAGE = /^(.*\/)?vpa-(recommender|updater|admission-controller)(?:[:@]|$)/;

/** `doubtful` is what one sign alone speaks for: nothing is done to it. */
export type Sureness = 'sure' | 'doubtful';

/** Whether something is ours: it has our label, and a container with settings of ours. */
export function isOurPod(name: string | undefined, { spec }: RunningPart): Sureness | undefined {
  if (!OUR_NAMES.has(name ?? '')) return undefined;
  const isSet = spec?.containers.some(({ env }) => env?.some((one) => OUR_SETTINGS.has(one.name)));
  return isSet ? 'sure' : 'doubtful';
}

/**
 * Which part of the upstream VPA it runs, by the image and by where the image is from, the account or a label; a
 * recommender with a name of its own serves other VPAs.
 */
export function upstreamPart({
  metadata,
  spec,
}: RunningPart): { part: UpstreamPart; is: Sureness } | undefined {
  for (const { image = '', args = [], command = [] } of spec?.containers ?? []) {
    const [, place = '', part] = UPSTREAM_IMAGE.exec(image) ?? [];
    const isNamed = [...command, ...args].some((one) => /^--?recommender-name=(?!default$)/.test(one));
    if (!part || (part === 'recommender' && isNamed)) continue;
    const signs = [spec?.serviceAccountName, ...Object.values(metadata?.labels ?? {})];
    const isSure =
      place.endsWith('autoscaling/') || signs.some((sign) => sign === part || sign?.endsWith(`vpa-${part}`));
    return { part: part as UpstreamPart, is: isSure ? 'sure' : 'doubtful' };
  }
  return undefined;
}
