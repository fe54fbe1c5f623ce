import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of twenty seconds and more, also where no earlier run has told how long each takes. */
const LONGEST = [
  'tests/integration/admission-kill.test.ts',
  'tests/e2e/dashboard.test.ts',
  'tests/e2e/problems.test.ts',
  'tests/e2e/operating.test.ts',
  'tests/e2e/workload-page.test.ts',
  'tests/integration/kubectl.test.ts',
  'tests/integration/recommender-bad-input.test.ts',
  'tests/integration/admission-certificates.test.ts',
  'tests/integration/updater-scenarios.test.ts',
  'server/admission/review/decide.property.test.ts',
];

/**
 * Starts the longest files first, so that the others fill the time beside them and none is left over at the end. The
 * files that need no process of their own come last, one after the other: what a worker has loaded it keeps only
 * for the next of its kind.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const place = LONGEST.findIndex((file) => moduleId.endsWith(file));
      const inKind = place >= 0 ? place : LONGEST.length;
      return project.name === 'rooms' ? LONGEST.length + 1 + inKind : inKind;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
