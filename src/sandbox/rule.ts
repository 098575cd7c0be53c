/**
 * The rules of the sandbox, and where they are stated: the section `rules` of
 * `reference/facts.json`, from which `npm run reference` generates the table. An error with a
 * reason that the table lacks does not compile.
 */
import type { AnyOperation } from '../engine/api/operation.ts';
import data from './data/rules.json' with { type: 'json' };

/** A reason with which the sandbox rejects calls. */
export type RefusalReason = keyof typeof data.refusals;

interface Rule {
  /** The reason of the error, for a refusal. */
  readonly refusal?: string;
  /** What happens, for another rule. */
  readonly rule?: string;
  /** Services and operations; absent for all that no other row of the refusal names. */
  readonly in?: readonly string[];
  readonly source?: string;
  /** When the source was read. */
  readonly date?: string;
  /** No page states the rule. */
  readonly assumed?: true;
}

/** All rules. That a service rejects a call so is assumed where no page says it. */
export const rules: readonly Rule[] = [
  ...Object.entries(data.refusals).flatMap(([refusal, sources]): Rule[] => [
    ...sources.map((source): Rule => ({ refusal, ...source })),
    { refusal, assumed: true },
  ]),
  ...data.behaviours.map((row): Rule => ('source' in row ? row : { ...row, assumed: true })),
];

/**
 * The rule by which an operation is rejected with a reason; undefined if the table lacks it.
 * @param key operation key
 */
export function refusalOf(key: string, reason: string): Rule | undefined {
  const rows = rules.filter(({ refusal }) => refusal === reason);
  const service = key.slice(0, key.indexOf(':'));
  return [key, service, undefined]
    .map((place) => rows.find((row) => (place ? row.in?.includes(place) : row.assumed)))
    .find((row) => row !== undefined);
}

/** Whether a rule beside the refusals of the operation is assumed. */
export const hasAssumedBehaviour = ({ key }: Pick<AnyOperation, 'key'>): boolean =>
  rules.some((row) => row.rule !== undefined && row.assumed && row.in?.includes(key));
