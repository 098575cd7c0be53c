/** What an estimate consists of: the operations that are called, and the fields that call them. */
import { OperationTypeNode } from 'graphql';
import type { Bucket } from '../api/register.ts';
import type { AnyOperation } from '../api/operation.ts';
import { type FieldStep, responseName } from '../read/walk/projection.ts';
import type { CallAccess } from './cost-context.ts';

/** Calls, and their quota units by bucket. */
export interface CostSum {
  readonly calls: number;
  readonly units: Readonly<Partial<Record<Bucket, number>>>;
}

/** A field of a GraphQL operation, and what its own calls cost. */
export interface FieldCost extends CostSum {
  /** Response names from the root, with dots. */
  readonly path: string;
  /** Response names of the fields on the path that have the argument `first`. */
  readonly lists: readonly string[];
}

/** A REST operation, and what all calls of it cost. */
export interface RestCost extends CostSum {
  readonly operation: AnyOperation;
}

/** A REST operation that a field calls, also where no token is there to send it with. */
export interface FieldCall extends Required<CallAccess> {
  readonly operation: AnyOperation;
  /** The path of the field, as of `FieldCost`. */
  readonly path: string;
}

interface Sums {
  calls: number;
  units: Partial<Record<Bucket, number>>;
}

const hasFirst = ({ field }: FieldStep): boolean => field.args.some(({ name }) => name === 'first');

/** Collects the parts of an estimate while it is made. */
export class CostParts {
  /** The fields from the root to the current one. */
  readonly path: (readonly FieldStep[])[] = [];
  readonly #fields = new Map<string, Sums & Pick<FieldCost, 'lists'>>();
  readonly #operations = new Map<AnyOperation, Sums>();
  readonly #calls = new Map<string, FieldCall>();
  readonly #isWrite: boolean;

  constructor(type: OperationTypeNode) {
    this.#isWrite = type === OperationTypeNode.MUTATION;
  }

  /**
   * Adds calls of the current field.
   * @param charged number of calls whose units count: other than `count` for the extra pages that
   *   all lists share, which are charged to each bucket that they could fall in
   */
  add(operation: AnyOperation, count: number, charged: number): void {
    const path = this.#currentPath;
    let field = this.#fields.get(path);
    if (!field) {
      const lists = this.path.flat().filter(hasFirst).map(responseName);
      this.#fields.set(path, (field = { calls: 0, units: {}, lists }));
    }
    let sum = this.#operations.get(operation);
    if (!sum) this.#operations.set(operation, (sum = { calls: 0, units: {} }));
    const { bucket, units } = operation;
    for (const each of [field, sum]) {
      each.calls += count;
      if (units !== null) each.units[bucket] = (each.units[bucket] ?? 0) + charged * units;
    }
  }

  /**
   * Notes that the current field makes calls, or shares those of another field. Apart from `add`,
   * since scopes do not depend on the cost: calls that nobody can send, or that cost nothing more,
   * need them, too.
   * @param access default: that of the operation. A mutation sends all calls with the token
   */
  noteCall(operation: AnyOperation, access?: CallAccess): void {
    const isForUser = this.#isWrite || operation.auth === 'user';
    const { needsToken, parts = [] } = access ?? { needsToken: isForUser };
    const path = this.#currentPath;
    const key = [operation.key, path, needsToken, ...parts].join(' ');
    this.#calls.set(key, { operation, needsToken, parts, path });
  }

  get #currentPath(): string {
    return this.path.flat().map(responseName).join('.');
  }

  /** The fields that make calls, in the order of the document. */
  get fields(): readonly FieldCost[] {
    return [...this.#fields].map(([path, cost]) => ({ path, ...cost }));
  }

  get operations(): readonly RestCost[] {
    return [...this.#operations].map(([operation, cost]) => ({ operation, ...cost }));
  }

  get calls(): readonly FieldCall[] {
    return [...this.#calls.values()];
  }
}

/** @returns the units of the bucket; without one, the calls */
export const amountOf = ({ calls, units }: CostSum, bucket: Bucket | undefined): number =>
  bucket === undefined ? calls : (units[bucket] ?? 0);

/** The fields that add to the calls, or to the units of the bucket, the most expensive first. */
export const mostExpensive = (
  fields: readonly FieldCost[],
  bucket: Bucket | undefined,
): readonly FieldCost[] =>
  fields
    .filter((field) => amountOf(field, bucket) !== 0)
    .toSorted((one, other) => orderOf(other, bucket) - orderOf(one, bucket));

/**
 * What fields are sorted by. The product of nested lists can be Infinity, or NaN, whose differences
 * would spoil the order: both are the most.
 */
const orderOf = (field: FieldCost, bucket: Bucket | undefined): number => {
  const amount = amountOf(field, bucket);
  return amount <= Number.MAX_SAFE_INTEGER ? amount : Number.MAX_VALUE;
};
