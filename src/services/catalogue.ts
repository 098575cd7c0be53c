/**
 * All operations of the four services by their keys: the source of coverage, costs and
 * documentation.
 */
import * as calendar from './calendar/operations.ts';
import * as live from './live/operations.ts';
import * as storage from './storage/operations.ts';
import * as video from './video/operations.ts';
import type { sharedReason } from './shared/error-reason.ts';
import type { AnyOperation, ReasonOf } from '../engine/api/operation.ts';

/** The operations of a service, by the exports of its `index.ts`. */
type OperationsOf<Exports> = Exports extends unknown
  ? { [K in keyof Exports]: Exports[K][keyof Exports[K]] }[keyof Exports]
  : never;

/** Every error reason that a descriptor or the table of shared reasons has. */
export type DescribedReason =
  | keyof typeof sharedReason
  | ReasonOf<OperationsOf<typeof calendar | typeof live | typeof storage | typeof video>>;

const resources: readonly Readonly<Record<string, AnyOperation>>[] = [
  video,
  live,
  storage,
  calendar,
].flatMap((service) => Object.values(service));

/**
 * Every operation by its key, such as `video:videos.list`, sorted by service, resource and method.
 */
export const catalogue: ReadonlyMap<string, AnyOperation> = new Map(
  resources
    .flatMap((resource) => Object.values(resource))
    .map((operation) => [operation.key, operation]),
);
