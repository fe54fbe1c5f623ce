import { badSelector, GOT_SCALE } from '../decide/replicas/conditions';
import { type Evaluation, evaluate } from '../decide/replicas/evaluation';
import type { Selected } from '../decide/replicas/input';
import { metricSpecs } from '../decide/replicas/metric-specs';
import { withScaling } from '../decide/replicas/past';
import type { SelectedPods } from '../decide/replicas/selected-pods';
import type { EvaluationSettings } from '../decide/replicas/settings';
import { reachOf } from '../decide/replicas/settling';
import { formatSelector, type Selector } from '../objects/selector';
import { writesStatus } from './claim';
import type { KnownHpa } from './known-hpa';
import type { PodUsages } from './pod-usages';
import { readingsOf } from './readings';
import type { ScaledTarget } from './targets';

/** A change of the replicas between two syncs that Plumbline did not make. */
export interface SeenScaling {
  readonly from: number;
  readonly to: number;
}

/** Evaluates HPAs from what was read for them: every HPA, whoever scales by it. */
export class HpaEvaluator {
  constructor(
    private readonly pods: SelectedPods,
    readonly settings: EvaluationSettings,
  ) {}

  /** Notes by which selector an HPA scales; before any is evaluated, so that all know who shares their pods. */
  noteSelector({ hpa: { metadata }, target }: KnownHpa): void {
    this.pods.scales(metadata.namespace ?? '', metadata.name, selectorOf(target));
  }

  /** One sync of an HPA with a scale; returns a change of its replicas that was seen. */
  evaluate(
    known: KnownHpa,
    target: Extract<ScaledTarget, { kind: 'scale' }>,
    usages: PodUsages,
    nowMs: number,
  ): SeenScaling | undefined {
    const { hpa } = known;
    const { specReplicas, statusReplicas } = target;
    const seen = this.noteScaling(known, specReplicas, nowMs);
    const selected = this.selectedBy(known, target);
    known.selected = selected;
    const evaluation = evaluate({
      nowMs,
      hpa,
      scale: { specReplicas, statusReplicas },
      selected,
      readings: readingsOf(
        metricSpecs(hpa.spec),
        known.readings,
        selected,
        usages.of(hpa.metadata.namespace ?? ''),
      ),
      past: known.past,
      settings: this.settings,
    });
    known.past = evaluation.past;
    known.sync = { kind: 'evaluated', evaluation: this.unlessShared(known, evaluation) };
    return seen;
  }

  /** Remembers that the replicas were changed, by whomever. */
  noteScaling(known: KnownHpa, to: number, nowMs: number): SeenScaling | undefined {
    const from = known.replicas;
    known.replicas = to;
    if (from === undefined || from === to) return undefined;
    const reach = reachOf(known.hpa.spec.behavior, this.settings);
    if (known.past) known.past = withScaling(known.past, { from, to }, nowMs, reach);
    return { from, to };
  }

  private selectedBy({ hpa }: KnownHpa, { selector }: Extract<ScaledTarget, { kind: 'scale' }>): Selected {
    if (!selector) return { kind: 'no-selector' };
    if ('error' in selector) return { kind: 'bad-selector', error: selector.error };
    return this.pods.of(hpa.metadata.namespace ?? '', selector);
  }

  /** Kubernetes still moves a shared target into bounds; Plumbline leaves it alone. */
  private unlessShared({ claim, sharedBy, target, hpa }: KnownHpa, evaluation: Evaluation): Evaluation {
    if (sharedBy.length === 0 || !writesStatus(claim)) return evaluation;
    const selector = selectorOf(target);
    const shared = badSelector({
      kind: 'shared',
      selector: selector ? formatSelector(selector) : '',
      hpas: sharedBy.map((name) => `${hpa.metadata.namespace}/${name}`),
      pods: [],
    });
    return {
      ...evaluation,
      desiredReplicas: evaluation.currentReplicas,
      reason: '',
      course: { kind: 'bad-selector' },
      conditions: [GOT_SCALE, shared],
    };
  }
}

function selectorOf(target: ScaledTarget | undefined): Selector | undefined {
  const selector = target?.kind === 'scale' ? target.selector : undefined;
  return selector && !('error' in selector) ? selector : undefined;
}
