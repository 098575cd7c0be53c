/** Which part of a result is from which service. */
import { type Node, parseTree } from 'jsonc-parser';
import type { Service, Trace } from '../../../schema/extensions.js';
import type { Piece } from './field-path.ts';

/** A part of a result that calls of one service have answered. */
interface ServicePart {
  readonly service: Service;
  /** The name of the field. */
  readonly name: Piece;
  /** The name with its value. */
  readonly whole: Piece;
}

/** Larger results are not marked. */
const maxLength = 400_000;
const maxParts = 1_000;

/**
 * @param json the result as it is shown
 * @returns the fields for which calls were made, outer ones before those in them
 */
export function serviceParts(json: string, { calls }: Trace): ServicePart[] {
  const byField = new Map(
    calls.flatMap(({ fields, service }) => fields.map((field) => [field, service] as const)),
  );
  const root = json.length > maxLength ? undefined : parseTree(json);
  const data = root?.children?.find((each) => each.children?.[0]?.value === 'data')?.children?.[1];
  const found: ServicePart[] = [];
  if (data) collect(data, [], byField, found);
  return found;
}

function collect(
  node: Node,
  path: readonly string[],
  byField: ReadonlyMap<string, Service>,
  found: ServicePart[],
): void {
  if (found.length >= maxParts) return;
  if (node.type === 'array')
    for (const item of node.children ?? []) collect(item, path, byField, found);
  if (node.type !== 'object') return;
  for (const property of node.children ?? []) {
    const [name, value] = property.children ?? [];
    if (!name || !value) continue;
    const own = [...path, String(name.value)];
    const service = byField.get(own.join('.'));
    if (service) found.push({ service, name: pieceOf(name), whole: pieceOf(property) });
    collect(value, own, byField, found);
  }
}

const pieceOf = ({ offset, length }: Node): Piece => ({ offset, length });
