/** What a check has seen on one side. Two sides are compared observation by observation. */
import type { AnyOperation } from '../src/engine/api/operation.ts';
import type { Answer } from './client.ts';
import { Shape } from './shape.ts';

/** What an observation is about. */
export type Aspect =
  | 'status'
  | 'reason'
  | 'location'
  | 'field'
  | 'type'
  | 'pageSize'
  | 'pageToken'
  | 'behaviour';

/** Where an observation belongs: the same on both sides. */
interface Place {
  readonly operation: string;
  readonly aspect: Aspect;
  /** The step of a check with several calls of one operation, or what a behaviour is about. */
  readonly step?: string;
}

/** A status, a page size, a reason, or a word of the check: never a text of the account. */
export type Seen = number | string;

/** The observations of one check on one side. */
export class Observations {
  readonly seen = new Map<string, { readonly place: Place; readonly value: Seen }>();
  readonly shapes = new Map<string, SeenShape>();

  /** @throws Error if the check observes the same thing twice: its steps need names */
  add(place: Place, value: Seen): void {
    const key = keyOf(place);
    if (this.seen.has(key)) throw new Error(`${key} is observed twice; expected a step`);
    this.seen.set(key, { place, value });
  }

  /** The status of a call, and of a rejected one the reason and the parameter. */
  addAnswer(operation: AnyOperation, step: string | undefined, answer: Answer): void {
    for (const aspect of ['status', 'reason', 'location'] as const) {
      const value = answer[aspect];
      const place = { operation: operation.key, aspect, ...(step !== undefined && { step }) };
      if (value !== undefined) this.add(place, value);
    }
  }

  addFields(operation: AnyOperation, step: string | undefined, data: object): void {
    const place: Place = {
      operation: operation.key,
      aspect: 'field',
      ...(step !== undefined && { step }),
    };
    const { shape } = this.shapes.get(keyOf(place)) ?? { shape: new Shape(operation) };
    this.shapes.set(keyOf(place), { place, shape });
    shape.add(data as Readonly<Record<string, unknown>>);
  }
}

interface SeenShape {
  readonly place: Place;
  readonly shape: Shape;
}

const keyOf = ({ operation, aspect, step = '' }: Place): string =>
  `${operation} ${aspect} ${step}`.trimEnd();
