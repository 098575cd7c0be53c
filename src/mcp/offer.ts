/** Makes what agents are offered, once for the process. */
import type { Config } from '../config.ts';
import { exampleOperations, operationsIn } from './agent-operation.ts';
import type { Offer } from './protocol-server.ts';
import { GuideResources } from './resources.ts';
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
  const resources = new GuideResources([...examples, ...operations]);
  return { tools, resources, version, url: parts.config.PUBLIC_URL };
}
