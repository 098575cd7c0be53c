/** The order of test files: by what each cost in the last run on this machine, or by its size. */
import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Of a file that has not run. */
const bytesPerMs = 10;

/** For `npm test`: a mistake shows in the first seconds, and what costs most comes last. */
export class CheapestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Vitest puts the projects in their order, in a new array.
    // oxlint-disable-next-line unicorn/no-array-sort -- It is a method of Vitest.
    const ordered = await super.sort(files);
    const projects = Map.groupBy(ordered, ({ project }) => project);
    return [...projects.values()].flatMap((each) =>
      each.toSorted((a, b) => this.rankOf(a) - this.rankOf(b)),
    );
  }

  /** @returns the cost in ms, or another number by which the files are sorted */
  protected rankOf(file: TestSpecification): number {
    return (
      this.ctx.cache.getTestSpecificationResult(file)?.duration ??
      statSync(file.moduleId).size / bytesPerMs
    );
  }
}

/** It installs packages for two minutes, most of the time on one core. */
const longest = '/clone.gate.test.ts';

/** For the gate: at its end no worker waits long for another one. */
export class DearestFirst extends CheapestFirst {
  protected override rankOf(file: TestSpecification): number {
    return file.moduleId.endsWith(longest) ? -Infinity : -super.rankOf(file);
  }
}
