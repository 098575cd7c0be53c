/**
 * The order of test files: a mistake shows in the first seconds, and what costs most comes last.
 */
import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Cheapest files first, by the last run on this machine, or else by their sizes. */
export class CheapestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const costOf = (file: TestSpecification): number =>
      this.ctx.cache.getTestSpecificationResult(file)?.duration ??
      statSync(file.moduleId).size / bytesPerMs;
    // Vitest puts the projects in their order, in a new array.
    // oxlint-disable-next-line unicorn/no-array-sort -- It is a method of Vitest.
    const ordered = await super.sort(files);
    const projects = Map.groupBy(ordered, ({ project }) => project);
    return [...projects.values()].flatMap((each) => each.toSorted((a, b) => costOf(a) - costOf(b)));
  }
}

/** Of a file that has not run. */
const bytesPerMs = 10;
