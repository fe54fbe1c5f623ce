import { readConfig } from '@/server/config';
import { readGiven } from '@/server/decide/estimators/parameter-text';
import type { ReplayOptions } from '@/server/replay/engine/workload';
import type { Variant } from '../../replay/live/run';
import type { VariantsFile } from './variants-file';

/** The variants of a file that was read. */
export function variantsFrom(file: VariantsFile): Variant[] {
  return file.variants.map((one) => {
    const { name, recommender, parameters, updatePolicy, resourcePolicy, settings, loop } = one;
    const options: ReplayOptions = {
      loop: loop ?? file.loop,
      seed: file.seed,
      spread: file.spread,
      replaceMs: file.replace,
      patienceMs: file.patience,
      learnMs: file.learn,
    };
    const { given } = readGiven(JSON.stringify(parameters));
    const config = readConfig(settings);
    return {
      name,
      options,
      policy: { spec: { updatePolicy, resourcePolicy }, recommender, parameters: given, config },
    };
  });
}
