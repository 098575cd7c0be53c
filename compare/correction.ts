/** What follows from differences, in the form of the corrections of `reference/facts.json`. */
import { type AnyOperation, serviceOf } from '../src/engine/api/operation.ts';
import type { Service } from '../src/engine/api/register.ts';
import { fieldTypeOf, shapeOf } from '../src/engine/rest/operation/answer-check.ts';
import { refusalOf } from '../src/sandbox/rule.ts';
import { catalogue } from '../src/services/catalogue.ts';
import { schemasOf, signatureOf } from '../src/services/rest-schema.ts';
import type { Difference } from './difference.ts';

/** An entry of `corrections`, once a person has agreed. */
export interface Correction {
  /** The difference in words. */
  readonly reason: string;
  readonly source: 'npm run compare';
  /** The day of the run. */
  readonly date: string;
  /** By path of a fact; empty for what is no fact of an operation or a type, but a behaviour. */
  readonly change: Readonly<Record<string, unknown>>;
}

const clients: Readonly<Record<Service, string>> = {
  video: 'youtube',
  live: 'youtube',
  storage: 'drive',
  calendar: 'calendar',
};

/**
 * @param startedAt when the run began
 * @returns a correction for each difference, those of assumed rules first
 */
export function correctionsOf(differences: readonly Difference[], startedAt: string): Correction[] {
  const rows = differences.map((difference) => {
    const isAssumed = refutes(difference);
    const { check, aspect, step, path, sandbox, service } = difference;
    const place = [check, step, path].filter(Boolean).join(', ');
    const assumed = isAssumed ? 'assumed' : 'stated';
    const correction: Correction = {
      reason: `${place}: ${aspect} ${service}, not ${sandbox} as ${assumed}.`,
      source: 'npm run compare',
      date: startedAt.slice(0, 10),
      change: changeOf(difference),
    };
    return { isAssumed, correction };
  });
  return rows
    .toSorted((a, b) => Number(b.isAssumed) - Number(a.isAssumed))
    .map(({ correction }) => correction);
}

/** Whether the sandbox has only assumed what differs. What is no reason is in no page. */
function refutes({ operation, aspect, sandbox }: Difference): boolean {
  if (aspect === 'reason') return refusalOf(operation, String(sandbox))?.assumed ?? true;
  return aspect === 'behaviour' || aspect === 'status' || aspect === 'location';
}

function changeOf(difference: Difference): Correction['change'] {
  const operation = catalogue.get(difference.operation);
  if (operation === undefined) return {};
  const { aspect, path = '', service } = difference;
  const client = clients[serviceOf(operation)];
  if (aspect === 'reason') {
    const name = operation.key.slice(operation.key.indexOf(':') + 1);
    const reasons = new Set([...Object.keys(operation.reasons), String(service)]);
    return { [`${client}/operations/${name}/reasons`]: [...reasons].toSorted() };
  }
  const place = aspect === 'field' || aspect === 'type' ? placeOf(operation, path) : undefined;
  return place === undefined ? {} : { [`${client}/types/${place}`]: typeOf(String(service)) };
}

/** `Video/snippet` for `items[].snippet`; undefined in a map, or in what has no schema. */
function placeOf(operation: AnyOperation, path: string): string | undefined {
  const schemas = schemasOf(serviceOf(operation));
  const names = path.replaceAll('[]', '').split('.');
  let type = signatureOf(operation.key).answer;
  for (const name of names.slice(0, -1)) {
    const shape = shapeOf(schemas, type ?? '');
    type = shape && fieldTypeOf(shape, name);
  }
  const owner = type?.replace(/\[\]$/, '');
  return owner !== undefined && Object.hasOwn(schemas, owner)
    ? `${owner}/${names.at(-1)}`
    : undefined;
}

/** The type of facts for JSON types; null for a field that the service does not have. */
function typeOf(jsonTypes: string): string | null {
  if (jsonTypes === 'absent') return null;
  if (jsonTypes === 'array') return 'any[]';
  return ['string', 'number', 'boolean'].includes(jsonTypes) ? jsonTypes : 'any';
}
