import type { ParameterField } from '../decide/estimators/parameter-fields';
import type { CalendarView } from '../decide/features/calendar/view';
import type { RuleTrialView } from '../decide/pods/rule-trial';
import type { StopScope } from '../decide/pods/stop';
import type { HpaTrialView } from '../decide/replicas/judgement';
import type { ForeseenPods } from '../decide/running/foreseen';
import type { UpdateMode } from '../objects/vpa-types';
import type { StatedAmounts } from './reports';

export type { CalendarView } from '../decide/features/calendar/view';

/** What the pages show of what people do: plain data, times in Unix milliseconds of the cluster clock. */

export type { StopScope } from '../decide/pods/stop';
export type { ForeseenPods } from '../decide/running/foreseen';

/** One stop in force, and how many modes are already Off in the cluster. */
export interface StopView {
  scope: StopScope;
  who: string;
  atMs: number;
  /** The reason, if given. */
  reason?: string;
  /** Whether the cluster has it, so that every other process and the next start know of it. */
  inCluster: boolean;
}

/** GET /api/stop */
export interface StopsView {
  stops: StopView[];
  /**
   * VPAs under any stop whose mode it changes, how many of them are Off by now, those that were Off without it, and the
   * last failure.
   */
  progress: {
    affected: number;
    done: number;
    already: number;
    restoring: number;
    failed: number;
    lastError?: string;
  };
  /** VPAs excluded by a setting, `in` these namespaces or `outside` of them: no stop covers them. */
  outOfReach: { setting: string; where: 'in' | 'outside'; namespaces: readonly string[]; vpas: number }[];
}

/** GET /api/stop/resume?kind=all|namespace|vpa&namespace=&name=: what a resume of this stop would do. */
export interface ResumeView {
  /** VPAs held by this stop alone that return to a mode other than Off. */
  vpas: number;
  /** The modes they return to, with how many VPAs have each, most first. */
  modes: { mode: UpdateMode; vpas: number }[];
  /** VPAs held by this stop alone that are Off without it too. */
  stayOff: number;
  /** VPAs of the scope that another stop still holds. */
  stillStopped: number;
  /** What the first pass does to their pods, if this process can tell. */
  pods?: PodCounts;
  /** Which of them it changes and to what; of the first VPAs. */
  foreseen?: readonly ForeseenVpa[];
}

/** GET /api/stop/revert?kind=all|namespace|vpa&namespace=&name=: what a revert would do. */
export interface RevertView {
  /** Pods that were resized in place and still run. */
  pods: number;
  /** HPAs that get back the targets that were rewritten along. */
  hpas: number;
  /** Which pods change and to what; of the first VPAs. */
  foreseen: readonly ForeseenVpa[];
}

export interface RemovedVpa {
  namespace: string;
  name: string;
}

/**
 * What new pods state once VPAs act no more.
 * GET /api/stop/new-pods?kind=all|namespace|vpa&namespace=&name= has it of a stop.
 */
export interface NewPodsWithout {
  /** The first VPAs whose new pods then state other amounts than they get now. */
  vpas: NewPodsOfVpa[];
  /** VPAs that were not looked at. */
  notTold: number;
}

/** What new pods of one VPA get now, and state then; of containers where that differs. */
export interface NewPodsOfVpa {
  namespace: string;
  name: string;
  containers: { container: string; now: StatedAmounts; after: StatedAmounts }[];
}

/** Of so many VPAs of a rule: each is planned, and read by a person. */
export const MOST_FORESEEN = 200;

/** What is foreseen for the pods of one VPA of several. */
export interface ForeseenVpa {
  namespace: string;
  name: string;
  updateMode: string;
  groups: readonly ForeseenPods[];
}

/** What the next pass does to the pods of a VPA. */
export interface PodCounts {
  evict: number;
  resize: number;
  wait: number;
  leave: number;
}

/** The mode of a VPA, and its pods by what the next pass does to them, if this process can tell. */
export type ModeAndPods = { updateMode: UpdateMode } & Partial<PodCounts>;

/** POST /api/vpas/[namespace]/[name]/preview, and the answer to a saved change. */
export interface EffectView {
  before: ModeAndPods;
  after: ModeAndPods;
  /** Recommended requests per container before and after the edit. */
  containers: {
    container: string;
    before: { cpu?: number; memory?: number };
    after: { cpu?: number; memory?: number };
    /** Memory limits that are recommended apart from requests, bytes; absent if there is none. */
    limits?: { before?: number; after?: number };
    /** The same of its bounds, if the recommender runs in this process. */
    bounds?: Record<
      'lowerBound' | 'upperBound',
      Record<'before' | 'after', { cpu?: number; memory?: number }>
    >;
  }[];
  /** Which pods the next pass changes and to what, or would but for what they wait for; absent if it is not known. */
  foreseen?: readonly ForeseenPods[];
  /** What new pods get after the edit, where it changes that and running pods are left alone: in modes Off and Initial. */
  newPods?: NewPodsOfVpa;
  /** When its pods may change after the edit; absent if it cannot be saved. */
  calendar?: CalendarView;
  /** The change in other forms, to be made elsewhere; absent if it cannot be saved. */
  texts?: ChangeTexts;
  /** Sentences about the effect of saving, most important first. */
  statements: string[];
  /** Sentences about valid input that is probably a mistake. */
  warnings: string[];
  /** What is wrong with the edit; empty if it can be saved. */
  errors: { field: string; message: string }[];
}

/** A change of a VPA as text. */
export interface ChangeTexts {
  /** What people state of it, before and after. */
  yaml: { before: string; after: string };
  /** A command that makes the change. */
  kubectl: string;
  /** A patch for a kustomization that has the VPA. */
  kustomize: string;
  /** What the VPA states after the change, as values of a chart. */
  helm: string;
}

/** What a container of a new replica states. */
export interface ReplicaAmounts extends StatedAmounts {
  container: string;
}

/** POST /api/hpas/[namespace]/[name]/preview, and the answer to a saved change. */
export interface HpaEffectView {
  /** Sentences about what changes. */
  statements: string[];
  warnings: string[];
  /** What the API server refuses, by field of the edit: `metrics.0.resource.name`; empty if it can be saved. */
  errors: { field: string; message: string }[];
  /** What it says now, and with these rules; absent if this process does not know, or nothing can be scaled. */
  trial?: HpaTrialView | undefined;
  /** What each pod states that it adds; absent if the target is not known. */
  replica?: readonly ReplicaAmounts[] | undefined;
  yaml: { before: string; after: string };
}

export type { ParameterField } from '../decide/estimators/parameter-fields';

/** POST /api/rules/NAME/preview, /api/rules/NAME/deletion/preview and /api/rule-drafts/preview, and the answers to what is saved. */
export interface ScalingPolicyEffectView {
  statements: string[];
  warnings: string[];
  errors: { field: string; message: string }[];
  /** Absent if the role rules does not run here. */
  trial?: RuleTrialView;
  /** What becomes of the pods of the first VPAs that it changes, as far as it is known. */
  foreseen?: readonly ForeseenVpa[];
  /** The first VPAs that are removed with it. */
  removed?: readonly RemovedVpa[];
  /** What the next pass would do to the pods of those, and does not once they are removed. */
  withheld?: readonly ForeseenVpa[];
  /** What new pods get now, and state then: of VPAs that are removed, and of those that it changes, in modes Off and Initial. */
  newPods?: NewPodsWithout;
  /** When the pods of its VPAs may change. */
  calendar: CalendarView;
  /** The policy before and after; before is empty for a new one. */
  yaml: { before: string; after: string };
}

/** GET /api/recommenders: what VPAs can choose here. */
export interface RecommendersView {
  recommenders: {
    /** As a VPA names it. */
    name: string;
    help: string;
    /** What it must see before it speaks for itself. */
    patience?: string;
    /** Its parameters, those that every recommender has last. */
    fields: ParameterField[];
  }[];
}
