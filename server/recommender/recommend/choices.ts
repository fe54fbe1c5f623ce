import { LRUCache } from 'lru-cache';
import type { ChosenEstimator } from '@/server/decide/estimators/estimator';
import { readGiven } from '@/server/decide/estimators/parameter-text';
import type { ChosenRecommender } from '@/server/decide/estimators/recommender';
import {
  clusterParameters,
  isRecommenderName,
  recommenderNamed,
} from '@/server/decide/estimators/recommenders';
import { parameterTextOf } from '@/server/decide/features/recommender/parameter-text';
import { parameterChanges, servingRecommender } from '@/server/decide/pods/serving-recommender';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import type { RecommenderSettings } from '../settings';
import { mayLimitApart } from './limits-apart';

/** Different parameters in use at once; beyond that they are read again. */
const MOST_KEPT = 1000;

/** The recommender of a VPA with its parameters. */
export interface VpaChoice {
  /** Equal for equal recommenders and parameters. */
  readonly key: string;
  /** Absent if what is kept of every container, with the parameters of the settings, is all it needs. */
  readonly chosen?: ChosenRecommender;
  /** Why its annotation cannot be used; then the parameters of the settings apply. */
  readonly faults: readonly string[];
}

const USUAL: VpaChoice = { key: '', faults: [] };

/** Reads which recommender each VPA chose, and with which parameters. */
export class Choices {
  /** Made when something is kept: it takes room for all it may keep. */
  private known: LRUCache<string, VpaChoice> | undefined;

  constructor(
    private readonly config: RecommenderSettings,
    private readonly usual: ChosenEstimator,
  ) {}

  of(vpa: VerticalPodAutoscaler): VpaChoice {
    const name = servingRecommender(vpa, this.config) ?? 'default';
    const written = parameterTextOf(vpa);
    const isPlain = name === 'default' && !Object.hasOwn(this.config.recommenderParameters, name);
    if (written === undefined && isPlain) return USUAL;
    const text = written ?? '';
    const ofChanges =
      (isRecommenderName(name) &&
        recommenderNamed(name).fromChanges?.(
          parameterChanges(vpa),
          mayLimitApart(vpa) ? 'apart' : 'in-proportion',
        )) ||
      {};
    const key = `${name}\n${JSON.stringify(ofChanges)}\n${text}`;
    this.known ??= new LRUCache({ max: MOST_KEPT });
    const known = this.known.get(key);
    if (known) return known;
    const read = this.read(name, text, ofChanges);
    const choice: VpaChoice =
      read.faults.length > 0 && isPlain ? { ...USUAL, faults: read.faults } : { key, ...read };
    this.known.set(key, choice);
    return choice;
  }

  private read(name: string, text: string, ofChanges: object): Omit<VpaChoice, 'key'> {
    if (!isRecommenderName(name)) return { faults: [] };
    const { given, faults } = readGiven(text);
    const ofCluster = clusterParameters(this.config, name);
    const choice = recommenderNamed(name).choose(this.config, this.usual, ofChanges, ofCluster, given);
    return { chosen: choice.chosen, faults: [...faults, ...choice.faults] };
  }
}
