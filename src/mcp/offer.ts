/** Makes what agents are offered, once for the process. */
import type { Config } from '../config.ts';
import { type AgentOperation, exampleOperations } from './agent-operation.ts';
import type { Offer } from './protocol-server.ts';
import { ToolCatalog, type ToolParts } from './tool-catalog.ts';

/** The dependencies of the offer. */
interface OfferParts extends Pick<ToolParts, 'schema' | 'documents'> {
  readonly config: Config;
  readonly version: string;
  /** Operations that are tools. Default: the examples. */
  readonly operations?: Iterable<AgentOperation> | undefined;
}

/** @returns the tools and resources */
export async function makeOffer({ version, ...parts }: OfferParts): Promise<Offer> {
  const operations = [...(parts.operations ?? (await exampleOperations()))];
  return { tools: new ToolCatalog({ ...parts, operations }), operations, version };
}
