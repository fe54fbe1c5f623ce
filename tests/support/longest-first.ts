import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of half a minute and more, also where no earlier run has told how long each takes. */
const LONGEST = [
  'tests/integration/admission-kill.test.ts',
  'tests/e2e/problems.test.ts',
  'tests/e2e/dashboard.test.ts',
  'tests/e2e/workload-page.test.ts',
  'tests/e2e/operating.test.ts',
  'tests/integration/updater-kill.test.ts',
  'tests/integration/kubectl.test.ts',
  'tests/integration/recommender-bad-input.test.ts',
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
      if (place >= 0) return place;
      return project.name === 'processes' ? LONGEST.length : LONGEST.length + 1;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
