/**
 * Updates of one field after another, each made once for all laws about them. First all fields get
 * their first values; then each gets its second one, and at last each gets null and its first one.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Studio } from '../../../support/gateway/studio.ts';
import { type Case, type CaseField, fullInput } from '../case/case.ts';
import { changedFields, isChangedByOthers, storedValue } from '../case/field-value.ts';
import { type State, stateOf } from '../../../support/gateway/state.ts';
import { resultName } from '../case/selection.ts';
import { resetState, type Step, takeStep } from '../case/step.ts';
import type { Input } from '../fixture/fixture.ts';
import { readShown, type Shown } from './shown-value.ts';

/** The updates of one field. */
interface FieldRun {
  readonly field: CaseField;
  /** Which of its values `set` has: the second one, or the first of a field that needs others. */
  readonly index: 0 | 1;
  readonly set: Step;
  /** What its entity shows after that. */
  readonly shown: Shown;
  /** Whether `set` is about the entity of the other fields. */
  readonly isSameEntity: boolean;
  readonly cleared: Step;
  /** The first value again; undefined for a field that needs others. */
  readonly back: Step | undefined;
}

/** All updates of a mutation. */
interface UpdateRun {
  /** Without any field; undefined where one is required. */
  readonly unchanged: Step | undefined;
  /** All fields that can be set at once. */
  readonly whole: Step;
  /** The same immediately after it. */
  readonly equal: Step;
  /** The same before each field that needs others or that others change. */
  readonly again: readonly Step[];
  readonly shown: Shown;
  readonly fields: readonly FieldRun[];
}

/** The arguments that name the entity; some fields need an entity of another kind. */
const targetOf = ({ fixture: { target = {} } }: Case, field: CaseField): Input => ({
  ...target,
  ...Object.fromEntries(Object.entries(field.with ?? {}).filter(([name]) => name in target)),
});

/** Makes the updates of one mutation. */
class Run {
  readonly #studio: Studio;
  readonly #each: Case;
  readonly #variant: Input;
  /** The state after the last update. */
  #state: State;

  constructor(studio: Studio, each: Case, variant: Input) {
    this.#studio = studio;
    this.#each = each;
    this.#variant = variant;
    this.#state = stateOf(studio.sandbox);
  }

  async all(): Promise<UpdateRun> {
    const fields = changedFields(this.#each);
    const isFieldNeeded = fields.some(({ isRequired }) => isRequired);
    const unchanged = isFieldNeeded ? undefined : await this.#update({});
    const whole = await this.#whole();
    const equal = await this.#whole();
    const ownFields = fields.filter((field) => !field.with);
    const shown = await this.#shown(ownFields, whole);
    const isApart = (field: CaseField): boolean =>
      field.with !== undefined || isChangedByOthers(this.#each, field);
    const together = fields.filter((field) => !isApart(field));
    const set = [];
    for (const field of together) set.push(await this.#set(field, whole));
    const runs: FieldRun[] = [];
    for (const each of set) runs.push({ ...each, ...(await this.#leave(each.field)) });
    const again: Step[] = [];
    for (const field of fields.filter(isApart)) {
      again.push(await this.#whole());
      runs.push({ ...(await this.#set(field, whole)), ...(await this.#leave(field)) });
    }
    return { unchanged, whole, equal, again, shown, fields: runs };
  }

  #whole(): Promise<Step> {
    return this.#update(fullInput(this.#each));
  }

  async #set(field: CaseField, whole: Step) {
    const index = field.with ? (0 as const) : (1 as const);
    const set = await this.#update({ ...field.with, [field.name]: field.values[index] });
    const isSameEntity = this.#idOf(set) === this.#idOf(whole);
    return { field, index, set, isSameEntity, shown: await this.#shown([field], set) };
  }

  async #leave(field: CaseField): Promise<Pick<FieldRun, 'cleared' | 'back'>> {
    if (field.with) return { cleared: await this.#clear(field), back: undefined };
    // Null has to change something.
    const hasNull = isDeepStrictEqual(storedValue(field, 1) ?? undefined, field.cleared);
    if (hasNull) return { back: await this.#back(field), cleared: await this.#clear(field) };
    return { cleared: await this.#clear(field), back: await this.#back(field) };
  }

  #clear(field: CaseField): Promise<Step> {
    return this.#update({ ...targetOf(this.#each, field), [field.name]: null });
  }

  #back(field: CaseField): Promise<Step> {
    // A value that depends on others comes back together with them.
    const others = field.alsoChanges ? fullInput(this.#each) : {};
    return this.#update({ ...others, [field.name]: field.values[0] });
  }

  async #update(change: Input): Promise<Step> {
    const { fixture, write } = this.#each;
    const input = { ...fixture.target, ...change, ...this.#variant };
    const options = { select: `${resultName({ write })} { id }`, before: this.#state };
    const step = await takeStep(this.#studio, this.#each, input, options);
    this.#state = step.state;
    return step;
  }

  #idOf({ outcome }: Step): unknown {
    return (outcome.entity as { readonly id?: unknown } | null)?.id;
  }

  #shown(fields: readonly CaseField[], step: Step): Promise<Shown> {
    return readShown(this.#studio, this.#each, fields, this.#idOf(step));
  }
}

/** Makes all updates of a mutation, on the seeded state. @param variant further input of each */
export function updateRun(studio: Studio, each: Case, variant: Input): Promise<UpdateRun> {
  resetState(studio);
  return new Run(studio, each, variant).all();
}
