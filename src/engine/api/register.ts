/** The names of the described API, for the compiler. */

/**
 * Names of the described API, which it adds by declaration merging. Those that it leaves out are
 * any text.
 * Properties: `service`, `bucket`, `address`, `reason` and `code` are unions of names, `headers` is
 * the type of `Execution.knownHeaders`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Register {}

/** The name of a service: the first part of the keys of its operations. */
export type Service = Register extends { readonly service: infer Name extends string }
  ? Name
  : string;

/** The name of a quota bucket. */
export type Bucket = Register extends { readonly bucket: infer Name extends string }
  ? Name
  : string;

/** The name of a base address. Services with the same one are at the same server. */
export type BaseName = Register extends { readonly address: infer Name extends string }
  ? Name
  : string;

/** An error reason that a descriptor or a table of the API names. */
export type KnownReason = Register extends { readonly reason: infer Name extends string }
  ? Name
  : string;

/** An error code that the API has beside those of the engine. */
export type OwnCode = Register extends { readonly code: infer Name extends string } ? Name : never;
