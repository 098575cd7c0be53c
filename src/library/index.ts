/** The package `studiograph`: a gateway as a value. */
import type { Studiograph, StudiographOptions } from './options.ts';

export type {
  OwnFieldContext,
  Caller,
  HostRequest,
  OwnField,
  SchemaExtension,
  Studiograph,
  StudiographOptions,
} from './options.ts';

export type { OwnParent } from '../engine/schema/schema-extension.ts';

export type { SettingOptions } from './setting-options.ts';

/**
 * Creates a gateway that listens nowhere: its host passes requests to it. It reads no environment
 * variables and handles no signals; a process can have several.
 * @throws TypeError naming all invalid options
 */
export async function createStudiograph(options: StudiographOptions = {}): Promise<Studiograph> {
  const { create } = await import('./create.ts');
  return create(options);
}
