/** The check of each answer where it enters: the types of all values that the call has selected. */
import { LRUCache } from 'lru-cache';
import { type AnswerType, answerType, type Selection } from '../operation/answer-type.ts';
import { InvalidValue } from '../operation/invalid-value.ts';
import { type AnyOperation, serviceOf } from '../operation/operation.ts';
import { api } from '../../api/api.ts';

/** Maximum number of masks of an operation whose types are kept. */
const maxMasks = 500;

interface Steps extends Map<string, Steps> {}

/** By operation, then by mask. */
const typesByMask = new WeakMap<AnyOperation, LRUCache<string, AnswerType>>();

/**
 * Checks the values of an answer, and puts an error in the place of each invalid one. The answer is
 * changed; its lists may be replaced.
 * @param fields the `fields` mask of the call; undefined: it has none
 * @returns whether all values are valid
 */
export function checkAnswer(
  operation: AnyOperation,
  fields: string | undefined,
  answer: unknown,
): boolean {
  const type = typeOf(operation, fields);
  if (answer == null || type.isValid(answer)) return true;
  type.mend(answer, new InvalidValue(operation), () => {});
  return false;
}

function typeOf(operation: AnyOperation, fields = ''): AnswerType {
  let types = typesByMask.get(operation);
  if (!types) typesByMask.set(operation, (types = new LRUCache({ max: maxMasks })));
  let type = types.get(fields);
  if (!type) {
    const { services, signatures } = api();
    const answer = signatures[operation.key]?.answer ?? 'any';
    const { schemas } = services[serviceOf(operation)];
    const selection = fields === '' || fields === '*' ? undefined : selectionOf(fields);
    types.set(fields, (type = answerType(schemas, answer, selection)));
  }
  return type;
}

/**
 * Reads a mask: names, steps below a name (`a/b`), and several of them in parentheses.
 * @param mask for example `items(id,snippet/title),nextPageToken`
 */
function selectionOf(mask: string): Selection {
  const root: Steps = new Map();
  /** Where the names after a comma belong, innermost last. */
  const lists = [root];
  let current = root;
  for (const [token] of mask.matchAll(/[^(),/]+|[(),/]/g)) {
    if (token === ',') current = lists.at(-1)!;
    else if (token === '(') lists.push(current);
    else if (token === ')') lists.pop();
    else if (token !== '/') {
      const below = current.get(token) ?? new Map();
      current.set(token, below);
      current = below;
    }
  }
  return root;
}
