/** The order of the test files: long ones start first, because one that starts last would run alone at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONG_FILES } from './longFiles.ts';

const LONGEST_FIRST = Object.keys(LONG_FILES);

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = LONGEST_FIRST.findIndex((file) => moduleId.endsWith(file));
  return rank < 0 ? LONGEST_FIRST.length : rank;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // The files of the reader stay together, because a worker that changes to another project reads every module again.
    const isOther = ({ project }: TestSpecification): number => (project.name === 'reader' ? 0 : 1);
    return (await super.sort(files)).sort((a, b) => isOther(a) - isOther(b) || rankOf(a) - rankOf(b));
  }
}
