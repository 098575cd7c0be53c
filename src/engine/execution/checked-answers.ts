/** Checks of the answers of a response that has many. */
import type { Api } from '../api/api.ts';
import type { AnyOperation } from '../api/operation.ts';
import { checkAnswer } from '../rest/operation/answer-check.ts';

/** Puts errors in the places of invalid values of each answer, as `send` does. */
export async function* checked<T>(
  api: Api,
  operation: AnyOperation,
  answers: AsyncIterable<T>,
): AsyncGenerator<T, void> {
  for await (const answer of answers) {
    checkAnswer(api, operation, undefined, answer);
    yield answer;
  }
}
