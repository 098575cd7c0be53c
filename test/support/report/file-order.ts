/** The order of test files. */
import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The last cost of a file on this machine in ms; of a file that has not run by its size. */
type CostOf = (file: TestSpecification) => number;

/** Of a file that has not run. */
const bytesPerMs = 10;

abstract class ByCost extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const costOf: CostOf = (file) =>
      this.ctx.cache.getTestSpecificationResult(file)?.duration ??
      statSync(file.moduleId).size / bytesPerMs;
    // Vitest puts the projects in their order, in a new array.
    // oxlint-disable-next-line unicorn/no-array-sort -- It is a method of Vitest.
    const ordered = await super.sort(files);
    const projects = Map.groupBy(ordered, ({ project }) => project);
    return [...projects.values()].flatMap((each) => this.inOrder(each, costOf));
  }

  /** @returns the files of a project in their order */
  protected abstract inOrder(
    files: readonly TestSpecification[],
    costOf: CostOf,
  ): TestSpecification[];
}

/** For `npm test`: a mistake shows in the first seconds, and what costs most comes last. */
export class CheapestFirst extends ByCost {
  protected override inOrder(
    files: readonly TestSpecification[],
    costOf: CostOf,
  ): TestSpecification[] {
    return files.toSorted((a, b) => costOf(a) - costOf(b));
  }
}

/** It installs packages for two minutes, most of the time on one core. */
const longest = '/clone.gate.test.ts';

/** For the gate: at its end no worker waits long for another one. */
export class DearestFirst extends ByCost {
  protected override inOrder(
    files: readonly TestSpecification[],
    costOf: CostOf,
  ): TestSpecification[] {
    const rank: CostOf = (file) => (file.moduleId.endsWith(longest) ? Infinity : costOf(file));
    return files.toSorted((a, b) => rank(b) - rank(a));
  }
}
