import type { HpaDetail, HpaRow } from '../contract/hpas';
import { type HpaTrialView, judgementOf } from '../decide/replicas/judgement';
import type { RoleContext } from '../kube/role-context';
import type { Sliced } from '../lib/time/slices';
import type { HorizontalPodAutoscaler } from '../objects/types';
import { HpaController, type HpaParts } from './controller';
import type { HpaHandle } from './handle';
import { detailOf, hpaRow } from './rows';
import type { HpaSettings } from './settings';

/** Starts to watch HPAs; it evaluates them once it knows the cluster. */
export function startHpaController(context: RoleContext<HpaSettings>, parts: HpaParts): HpaHandle {
  const controller = new HpaController(context, parts);
  controller.start();
  return new RunningHpaController(controller);
}

/** What the rest of the process sees of a scaler, with or without its loop. */
export class RunningHpaController implements HpaHandle {
  constructor(private readonly controller: HpaController) {}

  get revision(): number {
    return this.controller.revision;
  }

  get lastSyncMs(): number | undefined {
    return this.controller.lastSyncMs;
  }

  get isLeading(): boolean {
    return this.controller.leadership.state.kind === 'leading';
  }

  get count(): number {
    return this.controller.known.size;
  }

  *rows(): Sliced<HpaRow[]> {
    const { known, evaluator } = this.controller;
    const rows: HpaRow[] = [];
    for (const each of [...known.values()]) {
      const row =
        each.sync && unlessOdd(() => hpaRow(each, evaluator.settings.rules, this.controller.hpaOf(each)));
      if (row) rows.push(row);
      yield;
    }
    return rows;
  }

  detail(namespace: string, name: string): HpaDetail | undefined {
    const known = this.controller.known.get(`${namespace}/${name}`);
    return (
      known?.sync &&
      unlessOdd(() => detailOf(known, this.controller.evaluator.settings.rules, this.controller.hpaOf(known)))
    );
  }

  async trial(
    namespace: string,
    name: string,
    spec: HorizontalPodAutoscaler['spec'],
  ): Promise<HpaTrialView | undefined> {
    const trial = await this.controller.trial(namespace, name, spec);
    return trial && { now: judgementOf(trial.now), after: judgementOf(trial.after), past: trial.past };
  }

  stop(): Promise<void> {
    return this.controller.stop();
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
