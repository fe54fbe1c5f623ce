import type { HpaDetail, HpaRow } from '../contract/hpas';
import type { HpaTrialView } from '../decide/replicas/judgement';
import { judgementOf } from '../decide/replicas/judgement';
import type { RoleContext } from '../kube/role-context';
import type { Sliced } from '../lib/time/slices';
import type { HorizontalPodAutoscaler } from '../objects/types';
import { HpaController, type HpaParts } from './controller';
import type { HpaHandle } from './handle';
import { detailOf, hpaRow } from './rows';
import type { HpaSettings } from './settings';

/** Starts to watch HPAs; it evaluates them once it knows the cluster. */
export function startHpaController(context: RoleContext<HpaSettings>, parts: HpaParts): HpaHandle {
  const scaler = new HpaController(context, parts);
  scaler.start();
  return new RunningHpaController(scaler);
}

/** What the rest of the process sees of a scaler, with or without its loop. */
export class RunningHpaController implements HpaHandle {
  constructor(private readonly scaler: HpaController) {}

  get revision(): number {
    return this.scaler.revision;
  }

  get lastSyncMs(): number | undefined {
    return this.scaler.lastSyncMs;
  }

  get isLeading(): boolean {
    return this.scaler.leadership.state.kind === 'leading';
  }

  get count(): number {
    return this.scaler.known.size;
  }

  *rows(): Sliced<HpaRow[]> {
    const { known, evaluator } = this.scaler;
    const rows: HpaRow[] = [];
    for (const each of [...known.values()]) {
      const row =
        each.sync && unlessOdd(() => hpaRow(each, evaluator.settings.rules, this.scaler.hpaOf(each)));
      if (row) rows.push(row);
      yield;
    }
    return rows;
  }

  detail(namespace: string, name: string): HpaDetail | undefined {
    const known = this.scaler.known.get(`${namespace}/${name}`);
    return (
      known?.sync &&
      unlessOdd(() => detailOf(known, this.scaler.evaluator.settings.rules, this.scaler.hpaOf(known)))
    );
  }

  async trial(
    namespace: string,
    name: string,
    spec: HorizontalPodAutoscaler['spec'],
  ): Promise<HpaTrialView | undefined> {
    const trial = await this.scaler.trial(namespace, name, spec);
    return trial && { now: judgementOf(trial.now), after: judgementOf(trial.after) };
  }

  stop(): Promise<void> {
    return this.scaler.stop();
  }
}

/** Undefined for an HPA whose fields cannot be shown: it must not hide the others. */
function unlessOdd<T>(show: () => T): T | undefined {
  try {
    return show();
  } catch {
    return undefined;
  }
}
