import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of half a minute and more, also where no earlier run has told how long each takes. */
const LONGEST = [
  'tests/integration/admission-kill.test.ts',
  'tests/e2e/dashboard.test.ts',
  'tests/integration/kubectl.test.ts',
  'tests/integration/recommender-bad-input.test.ts',
];

/** Starts the longest files first, so that the others fill the time beside them and none is left over at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((file) => moduleId.endsWith(file));
      return place < 0 ? LONGEST.length : place;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
