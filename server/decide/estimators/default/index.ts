import * as z from 'zod';
import { commonParameters, minimumFromSettings } from '../parameters';
import { estimate } from '../percentile/estimate';
import { histograms } from '../percentile/explain';
import { parametersFrom, percentileParameters } from '../percentile/parameters';
import type { Recommender } from '../recommender';
import { OwnHistograms } from './own-histograms';

const defaultParameters = z.strictObject({ ...commonParameters, ...percentileParameters.shape });

type DefaultParameters = z.infer<typeof defaultParameters>;

/** The reference's algorithm with parameters of one VPA. */
export const byDefault: Recommender<DefaultParameters, OwnHistograms> = {
  name: 'default',
  help: 'Percentiles of decaying usage plus a margin, as in the upstream VPA.',
  needs: 'histograms',
  parameters: defaultParameters,
  fromSettings: (config) => ({ ...minimumFromSettings(config), ...parametersFrom(config) }),
  begin: OwnHistograms.begin,
  learn: (own, observation) => own.observe(observation),
  estimate: ({ history, own }, parameters, addStep) => estimate(own.over(history), parameters, addStep),
  histograms: ({ history, own }, parameters) => histograms(own.over(history), parameters),
  save: (own) => own.save(),
  load: OwnHistograms.load,
};
