/** Makes what agents are offered, once for the process. */
import type { Config } from '../config.ts';
import { exampleOperations, operationsIn } from './agent-operation.ts';
import type { Offer } from './protocol-server.ts';
import { StudioResources } from './resources.ts';
import { ToolCatalog, type ToolParts } from './tool-catalog.ts';

/** The dependencies of the offer. */
interface OfferParts extends Pick<ToolParts, 'schema' | 'documents'> {
  readonly config: Config;
  readonly version: string;
  /** Documents whose operations are tools (`PERSISTED_OPERATIONS`). Default: none. */
  readonly texts?: Iterable<string> | undefined;
}

/** @returns the tools and resources */
export async function makeOffer({ version, texts, ...parts }: OfferParts): Promise<Offer> {
  const examples = await exampleOperations();
  const operations = texts ? operationsIn(texts) : [];
  const tools = new ToolCatalog({ ...parts, operations, examples });
  const names = new Set(tools.definitions.map(({ name }) => name));
  const resources = new StudioResources({
    operations: [...examples, ...operations],
    callTool: (...called) => tools.call(...called),
    hasObjects: names.has('read') && names.has('find'),
  });
  return { tools, resources, version, url: parts.config.PUBLIC_URL };
}
