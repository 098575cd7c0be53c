/** Random choices for queries, with the variables that they declare. */
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { entityKeys } from './entity-key.ts';

/** A whole number from 0, below the limit. */
export type Chance = (limit: number) => number;

export class RandomSource {
  readonly chance: Chance;
  /** Values by name, without the dollar sign. */
  readonly variables: Record<string, unknown> = {};
  /** `$name: Type` of each variable. */
  readonly declarations: string[] = [];

  constructor(chance: Chance) {
    this.chance = chance;
  }

  pick<T>(all: readonly T[]): T {
    return all[this.chance(all.length)]!;
  }

  /** Whether a random number is below the percentage. */
  often(percent: number): boolean {
    return this.chance(100) < percent;
  }

  /** Up to `max` values. */
  some<T>(max: number, make: () => T): T[] {
    return Array.from({ length: this.chance(max + 1) }, make);
  }

  /** Declares a variable. @returns `$name` */
  variable(type: string, value: unknown): string {
    const name = `v${this.declarations.length}`;
    this.variables[name] = value;
    this.declarations.push(`$${name}: ${type}`);
    return `$${name}`;
  }

  /** A value as a literal or, less often, a variable. */
  value(type: string, value: unknown): string {
    return this.often(25) ? this.variable(type, value) : JSON.stringify(value);
  }

  /** Key of any seeded entity of a type. */
  key(typeName: string): readonly string[] {
    return this.pick(entityKeys[typeName]!);
  }

  /** Id of any seeded entity of a type: its REST id, where that is enough, or its global id. */
  id(typeName: string): string {
    const key = this.key(typeName);
    return key.length === 1 && this.often(60) ? key[0]! : globalId(typeName, key);
  }

  /** Global id of any seeded entity. */
  nodeId(): string {
    const typeName = this.pick(Object.keys(entityKeys));
    return globalId(typeName, this.key(typeName));
  }
}
