import { withHpasText } from '../../../words/with-hpa';
import type { ViewedFeature, VpaFeature } from '../feature';
import { HPA_GIVEN_ANNOTATION } from './hpa-given';
import { HPA_LEADER_ANNOTATION } from './hpa-leader';
import { KEPT_THRESHOLDS_ANNOTATION } from './hpa-thresholds';
import { readableHpas } from './readable-hpas';
import { sharedWithHpa } from './shared';
import { readWithHpa, WITH_HPA_ANNOTATION, withHpas } from './with-hpa';

export const withHpa = {
  name: 'with-hpa',
  annotation: {
    name: WITH_HPA_ANNOTATION,
    on: 'VPA',
    takes: '`bottleneck` or `keep-threshold`',
    says: 'What it changes although the HPA of its target scales on it. Without it, the VPA leaves all of that alone.',
    guide: 'hpas.md',
  },
  notes: [
    { name: HPA_LEADER_ANNOTATION, on: 'VPA', says: 'The metric that leads its HPA, and since when.' },
    {
      name: HPA_GIVEN_ANNOTATION,
      on: 'VPA',
      says: 'What its running pods request of what the HPA measures: new pods get the same.',
    },
    {
      name: KEPT_THRESHOLDS_ANNOTATION,
      on: 'HPA',
      says: 'The thresholds that a VPA keeps while it changes requests.',
    },
  ],
  isPlannedBy: true,
  faults: (vpa) => [readWithHpa(vpa).fault ?? []].flat(),
  untilCorrected: 'the VPA leaves alone all that an HPA scales on',
  advice: (vpa, { hpas = [] }) => sharedWithHpa(vpa, hpas),
  view(vpa, { settings, hpas }: Pick<ViewedFeature, 'settings' | 'hpas'>): { besideHpas?: string } {
    if (!settings.respectConflicts) return {};
    const { hpas: found } = readableHpas(hpas());
    if (found.length === 0) return {};
    const names = found.map(({ metadata }) => metadata.name).sort();
    return { besideHpas: withHpasText({ names, ...withHpas(vpa, found) }) };
  },
} as const satisfies VpaFeature;
