/**
 * Searches of files by values of label fields: Google's guide "Search for files with a specific
 * label or field value", August 2025, whose later copies no longer list the type Long Text. `not
 * in` is written as there: `not 'a' in labels/1.2`. Assumed is what the guide leaves open: that
 * texts are compared exactly, but for the words of `contains`; that `!=` finds no file without a
 * value; and that a field which no label has is refused.
 */
import { type LabelFieldDefinition, labelCatalogue } from '../label/catalogue.ts';
import { compare, equals, hasWords, type SearchField } from './field.ts';
import { type SearchOperator, type SearchTerm, throwInvalidSearch } from './parser.ts';

const presence = ['is null', 'is not null'] as const;
const order = ['=', '!=', '<', '<=', '>', '>='] as const;

/** The operators of fields with one value, by their type. */
const operatorsOf: Readonly<Record<LabelFieldDefinition['valueType'], readonly SearchOperator[]>> =
  {
    text: [...presence, '=', 'contains', 'starts with'],
    integer: [...presence, ...order],
    dateString: [...presence, ...order],
    selection: [...presence, '=', '!='],
    user: [...presence, '=', '!='],
  };

/** Whether one value of a field matches. @throws ApiError 400 for a value of another type */
function valueTest(
  { valueType }: LabelFieldDefinition,
  { operator, value, quoted }: SearchTerm,
): (own: string) => boolean {
  const isInteger = valueType === 'integer';
  if (quoted === isInteger) return throwInvalidSearch();
  if (isInteger || valueType === 'dateString') {
    if (!(isInteger ? /^-?\d+$/ : /^\d{4}-\d\d-\d\d$/).test(value)) return throwInvalidSearch();
    const rankOf = isInteger ? Number : Date.parse;
    return (own) => compare(operator, rankOf(own), rankOf(value));
  }
  if (operator === 'contains') return (own) => hasWords(own, value);
  if (operator === 'starts with') return (own) => own.startsWith(value);
  return (own) => equals(operator, own === value);
}

/**
 * The field that a query names as `labels/LABEL.FIELD`.
 * @returns undefined for another name, and for a field that no label has
 */
export function labelField(name: string): SearchField | undefined {
  const [, labelId = '', fieldId] = /^labels\/(.+)\.([^.]+)$/.exec(name) ?? [];
  const field = labelCatalogue.get(labelId)?.fields.find(({ id }) => id === fieldId);
  if (!field) return undefined;
  const isList = (field.maxValues ?? 1) > 1;
  return {
    operators: isList ? [...presence, 'in'] : operatorsOf[field.valueType],
    filterOf: (term) => {
      const isNull = term.operator === 'is null';
      if (isNull || term.operator === 'is not null')
        return ({ labels }) => (labels.get(labelId)?.has(field.id) ?? false) !== isNull;
      const matches = valueTest(field, term);
      return ({ labels }) => labels.get(labelId)?.get(field.id)?.some(matches) ?? false;
    },
  };
}
