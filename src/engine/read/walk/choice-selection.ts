/** Choices that fields make by an argument, while the walker makes a projection. */
import type { FieldNode, GraphQLField } from 'graphql';
import type { Needs } from '../needs.ts';
import type { Choice, ChoiceProjection, Draft, Projection } from './projection.ts';
import { selectedChoice, selectedNeeds, type SelectionContext } from './selection.ts';

const isSameChoice = (one: Choice, other: Choice | undefined): boolean =>
  one.parameter === other?.parameter && one.value === other.value;

/** @returns what a field needs of an answer to a call that may make its choice */
export function needsInAnswer(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  context: SelectionContext,
  draft: Draft,
): Needs | undefined {
  const { needs: declared } = field.extensions;
  const needs = selectedNeeds(field, node, context);
  if (declared?.kind !== 'separateFetch' || !declared.choice) return needs;
  if (needs !== declared) draft.needsDefault = true;
  const choice = needs === declared && selectedChoice(field, node, declared.choice, context);
  if (!choice) return needs;
  draft.choices.push(choice);
  return isSameChoice(choice, draft.choice) ? declared.choice.needs : needs;
}

/** Adds the choice of the items of a list inside the answer. */
export function addChoiceOf({ withChoice, needsDefault }: Projection, draft: Draft): void {
  if (withChoice) draft.choices.push(withChoice);
  draft.needsDefault ||= needsDefault;
}

/** The projection of a list inside the answer to a call with the choice. */
export const projectionWith = (choice: Choice | undefined, projection: Projection): Projection =>
  projection.withChoice && isSameChoice(projection.withChoice, choice)
    ? projection.withChoice.projection
    : projection;

/**
 * The projection for a call that makes the first of the choices; undefined without any, or if
 * values are selected, too, that only a call without a choice returns.
 * @param projectWith makes the projection of an answer with the choice
 */
export function choiceProjection(
  { choices: [choice], needsDefault }: Draft,
  projectWith: (choice: Choice) => Projection,
): ChoiceProjection | undefined {
  if (!choice || needsDefault) return undefined;
  const { parameter, value } = choice;
  return { parameter, value, projection: projectWith(choice) };
}
