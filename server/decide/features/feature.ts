import type { Operation } from 'fast-json-patch';
import type { z } from 'zod';
import type { FieldError } from '../../lib/report/errors';
import type { VerticalScalingPolicy } from '../../objects/plumbline-types';
import type { HorizontalPodAutoscaler } from '../../objects/types';
import type { PodUpdatePolicy, VerticalPodAutoscaler } from '../../objects/vpa-types';
import type { Annotation } from '../../words/annotations';
import type { AwaitedEvent } from '../../words/awaited-events';
import type { Reason } from '../../words/reasons';
import type { RecommenderNames } from '../pods/serving-recommender';
import type { DecisionSettings, EstimationSettings } from '../settings';

/**
 * A thing that a VPA may opt into. Everything a feature says is a function of the VPA and what is given besides; none
 * of it throws, whatever the VPA contains.
 */
export interface VpaFeature {
  readonly name: string;
  /** Where a VPA states it; absent for what it opts into by its target. */
  readonly annotation?: Annotation;
  /** What Plumbline notes besides, on VPAs and other objects. */
  readonly notes?: readonly Annotation[];
  /** Whether a plan depends on what is stated, which raises no generation. */
  readonly isPlannedBy?: boolean;
  faults?(vpa: VerticalPodAutoscaler, around: Around): readonly string[];
  /** Where it is stated, if not in the annotation. */
  placeIn?(vpa: VerticalPodAutoscaler): string | undefined;
  /** What holds until the faults are corrected, as a clause. */
  readonly untilCorrected?: string;
  /** What else `kubectl apply` should say of it, a sentence each. */
  advice?(vpa: VerticalPodAutoscaler, around: Around): readonly string[];
  /** The field of a VerticalScalingPolicy that states it for all its VPAs. */
  readonly ofPolicy?: PolicyPart;
  /** The update policy of a VPA that opts in and has none. */
  firstPolicy?(vpa: Pick<VerticalPodAutoscaler, 'metadata'>): PodUpdatePolicy | undefined;
  readonly edit?: FeatureEdit<object>;
  readonly restraint?: FeatureRestraint;
  /** What the page of a workload shows of it. */
  view?(vpa: VerticalPodAutoscaler, seen: ViewedFeature): object;
}

/** The parts of a VerticalScalingPolicy that become annotations of its VPAs. */
export type PolicyPart = 'calendar' | 'approvals' | 'graduation';
export type StatedParts = Pick<VerticalScalingPolicy['spec'], PolicyPart>;

/** What warnings depend on besides the VPA. */
export interface Around {
  /** The cluster's time. */
  readonly nowMs: number;
  /** Absent where nobody knows which recommenders there are. */
  readonly recommenders?: RecommenderNames;
  /** The HPAs that scale its target; absent if only an annotation changes. */
  readonly hpas?: readonly HorizontalPodAutoscaler[];
}

export type FeatureSettings = EstimationSettings & Pick<DecisionSettings, 'calendar'>;

export interface Editing {
  readonly settings: FeatureSettings;
  readonly nowMs: number;
}

/** How people edit it in the form of a policy: `Edit` are its fields, of which an absent one stays and null removes. */
export interface FeatureEdit<Edit extends object> {
  readonly shape: { readonly [Field in keyof Edit]-?: z.ZodType<Edit[Field]> };
  /** The field with the text that was edited, null for none: the edit is not saved over another one. */
  readonly mark?: string;
  /** What an edit of nothing else is recorded as. */
  readonly recordedAs?: 'recommender';
  apply(vpa: VerticalPodAutoscaler, edit: Edit): VerticalPodAutoscaler;
  /** What must still hold when the edit is saved, since a change of annotations raises no generation. */
  tests?(vpa: VerticalPodAutoscaler, edit: Edit): Operation[];
  faults(vpa: VerticalPodAutoscaler, edit: Edit, editing: Editing): FieldError[];
  statements(before: VerticalPodAutoscaler, after: VerticalPodAutoscaler, editing: Editing): string[];
}

/** How a pod would be changed. `unboost` resizes too, but only ends a startup boost. */
export type Way = 'evict' | 'resize' | 'unboost';

/** A change waits until a time, an event, or both. */
export interface Hold {
  readonly kind: 'hold';
  readonly reason: Reason;
  readonly untilMs?: number;
  readonly awaits?: AwaitedEvent;
}

/** Holds changes of running pods back; `begin` reads once for all pods of the VPA what `review` asks for each. */
export interface FeatureRestraint<Reading = unknown> {
  begin(vpa: VerticalPodAutoscaler, settings: Pick<DecisionSettings, 'calendar'>): Reading;
  review(
    change: { readonly way: Way; readonly reasons: readonly Reason[] },
    nowMs: number,
    reading: Reading,
  ): Hold | undefined;
  /** When it may hold back what it lets through now, if the time alone decides that. */
  changesMs?(nowMs: number, reading: Reading): number | undefined;
}

export interface ViewedFeature {
  readonly settings: Pick<DecisionSettings, 'calendar' | 'respectConflicts'>;
  readonly nowMs: number;
  /** The HPAs that scale its target. */
  hpas(): readonly HorizontalPodAutoscaler[];
}
