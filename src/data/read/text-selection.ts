/** Texts in a format that fields select by an argument, while the walker makes a projection. */
import type { FieldNode, GraphQLField } from 'graphql';
import type { Needs } from './needs.ts';
import type { Projection, SelectedTexts, TextProjection } from './projection.ts';
import type { Draft } from './projection-draft.ts';
import { selectedNeeds, selectedTexts, type SelectionContext } from './selection.ts';

/** Whether two calls return the same texts. */
const areSameTexts = (one: SelectedTexts, other: SelectedTexts | undefined): boolean =>
  one.parameter === other?.parameter && one.value === other.value;

/** @returns what a field needs of an answer that may have its texts */
export function needsInAnswer(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  context: SelectionContext,
  draft: Draft,
): Needs | undefined {
  const { needs: declared } = field.extensions;
  const needs = selectedNeeds(field, node, context);
  if (declared?.kind !== 'separateFetch' || !declared.text) return needs;
  if (needs !== declared) draft.hasPlainText = true;
  const texts = needs === declared && selectedTexts(field, node, declared.text, context);
  if (!texts) return needs;
  draft.selectedTexts.push(texts);
  return areSameTexts(texts, draft.texts) ? declared.text.needs : needs;
}

/** Adds the texts of the items of a list inside the answer. */
export function addTextsOf({ withTexts, hasPlainText }: Projection, draft: Draft): void {
  if (withTexts) draft.selectedTexts.push(withTexts);
  draft.hasPlainText ||= hasPlainText;
}

/** The projection of a list inside an answer with the texts. */
export const projectionWith = (
  texts: SelectedTexts | undefined,
  projection: Projection,
): Projection =>
  projection.withTexts && areSameTexts(projection.withTexts, texts)
    ? projection.withTexts.projection
    : projection;

/**
 * The projection for a call that returns the selected texts; undefined without any, or if plain
 * texts are selected, too.
 * @param projectWith makes the projection of an answer with the texts
 */
export function textProjection(
  { selectedTexts: [texts], hasPlainText }: Draft,
  projectWith: (texts: SelectedTexts) => Projection,
): TextProjection | undefined {
  if (!texts || hasPlainText) return undefined;
  const { parameter, value } = texts;
  return { parameter, value, projection: projectWith(texts) };
}
