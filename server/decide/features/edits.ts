import type { Operation } from 'fast-json-patch';
import type { FieldError } from '../../lib/report/errors';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { statedIn } from '../pods/stated-text';
import type { Editing, FeatureEdit, VpaFeature } from './feature';
import { FEATURES } from './features';

type EditOf<F> = F extends { readonly edit: FeatureEdit<infer Edit> } ? Edit : never;
type Both<U> = (U extends unknown ? (one: U) => void : never) extends (both: infer I) => void ? I : never;

/** What people may edit of all that a VPA may opt into; an absent field stays, null removes. */
export type FeaturesEdit = Both<EditOf<(typeof FEATURES)[number]>>;

const ALL: readonly VpaFeature[] = FEATURES;
const EDITED = ALL.flatMap(({ annotation, edit }) =>
  annotation && edit ? [{ name: annotation.name, ...edit }] : [],
);

/** The fields of an edit. */
export const FEATURE_SHAPE: FeatureEdit<FeaturesEdit>['shape'] = Object.assign(
  {},
  ...EDITED.map(({ shape }) => shape),
);

/** The fields that say which version was edited. */
const MARKS: ReadonlySet<string> = new Set(EDITED.flatMap(({ mark }) => mark ?? []));

/** The annotations that people edit here. */
export const EDITED_ANNOTATIONS: readonly string[] = EDITED.map(({ name }) => name);

/** An edit without the fields that say which version was edited. */
export function withoutFeatureMarks<Edit extends object>(edit: Edit): Partial<Edit> {
  return Object.fromEntries(Object.entries(edit).filter(([field]) => !MARKS.has(field))) as Partial<Edit>;
}

/** An edit without the fields of features. */
export function withoutFeatures<Edit extends FeaturesEdit>(edit: Edit): Omit<Edit, keyof FeaturesEdit> {
  const others = Object.entries(edit).filter(([field]) => !Object.hasOwn(FEATURE_SHAPE, field));
  return Object.fromEntries(others) as Omit<Edit, keyof FeaturesEdit>;
}

export function withFeatures(vpa: VerticalPodAutoscaler, edit: FeaturesEdit): VerticalPodAutoscaler {
  return EDITED.reduce((next, { apply }) => apply(next, edit), vpa);
}

export function featureTests(vpa: VerticalPodAutoscaler, edit: FeaturesEdit): Operation[] {
  return EDITED.flatMap(({ tests }) => tests?.(vpa, edit) ?? []);
}

export function featureFaults(
  vpa: VerticalPodAutoscaler,
  edit: FeaturesEdit,
  editing: Editing,
): FieldError[] {
  return EDITED.flatMap(({ faults }) => faults(vpa, edit, editing));
}

export function featureStatements(
  before: VerticalPodAutoscaler,
  after: VerticalPodAutoscaler,
  editing: Editing,
): string[] {
  return EDITED.flatMap(({ statements }) => statements(before, after, editing));
}

/** What a VPA states in the annotations that people edit, by name. */
export function editedAnnotations(vpa: VerticalPodAutoscaler): Record<string, string> {
  return Object.fromEntries(
    EDITED.flatMap(({ name }): [string, string][] => {
      const text = statedIn(vpa, name);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

export function featureMarks(vpa: VerticalPodAutoscaler): Partial<FeaturesEdit> {
  return Object.fromEntries(
    EDITED.flatMap(({ name, mark }) => (mark ? [[mark, statedIn(vpa, name) ?? null]] : [])),
  );
}

/** Whether what was edited is what the VPA still states, as far as the edit says. */
export function areMarksOf(vpa: VerticalPodAutoscaler, edit: FeaturesEdit): boolean {
  const marked: Readonly<Record<string, unknown>> = { ...edit };
  return Object.entries(featureMarks(vpa)).every(
    ([mark, is]) => marked[mark] === undefined || marked[mark] === is,
  );
}

/** What an edit is recorded as if it is about one feature alone that says so. */
export function recordedAs(edit: object): 'recommender' | undefined {
  const fields = Object.keys(withoutFeatureMarks(edit));
  return EDITED.find(({ shape }) => fields.length > 0 && fields.every((field) => Object.hasOwn(shape, field)))
    ?.recordedAs;
}
