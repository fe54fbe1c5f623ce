import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longer a kind of test takes, the sooner it starts. */
const KINDS = ['tests/e2e/', 'tests/integration/', ''];

/**
 * Starts the longest files first, so that the others fill the time beside them and none is left over at the end: as
 * long as each took the last time, or else by kind and size. Files of a kind follow one another, since what a worker
 * has loaded it keeps only for the next of its kind.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kind = ({ moduleId }: TestSpecification) => KINDS.findIndex((folder) => moduleId.includes(folder));
    return (await super.sort(files)).sort((a, b) => kind(a) - kind(b));
  }
}
