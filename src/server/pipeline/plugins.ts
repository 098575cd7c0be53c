/** The plugins of all operations, in the order in which they see one. */
import type { Config } from '../../config.ts';
import { type Documents, useDocuments, useVariableLimits } from '../document/documents.ts';
import { type Executor, useExecution } from '../execution/executor.ts';
import { maxNesting } from '../document/document-limit.ts';
import { type PersistedDocuments, usePersistedDocuments } from '../document/persisted-documents.ts';
import type { AnyPlugin } from './pipeline.ts';

/** The parts of the plugins. */
interface PluginParts<Context> {
  readonly config: Config;
  readonly documents: Documents;
  readonly executor: Executor<Context>;
  readonly persisted: PersistedDocuments;
}

/** @param extra further plugins. They see what those of the gateway decide, and can replace it */
export const operationPlugins = <Context>(
  { config, documents, executor, persisted }: PluginParts<Context>,
  extra: readonly AnyPlugin[] = [],
): readonly AnyPlugin[] => [
  useVariableLimits({ list: config.MAX_LIST, nesting: maxNesting(config) }),
  useDocuments(documents),
  useExecution(executor),
  usePersistedDocuments(persisted),
  ...extra,
];
