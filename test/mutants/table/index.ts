/** The table of deliberate faults: at least one for each mechanism of the product. */
import { type Mutant, mutantOf } from '../mutant.ts';
import { agentMutants } from './agent.ts';
import { authorizationMutants } from './authorization.ts';
import { cachingMutants } from './caching.ts';
import { costMutants } from './cost.ts';
import { feedMutants } from './feed.ts';
import { limitMutants } from './limit.ts';
import { outsideMutants } from './outside.ts';
import { pipelineMutants } from './pipeline.ts';
import { programMutants } from './program.ts';
import { readMutants } from './read.ts';
import { rightMutants } from './right.ts';
import { seriesMutants } from './series.ts';
import { sessionMutants } from './session.ts';
import { serverMutants } from './server.ts';
import { storeMutants } from './store.ts';
import { upstreamMutants } from './upstream.ts';
import { workflowMutants } from './workflow.ts';
import { writeMutants } from './write.ts';

export const mutants: readonly Mutant[] = [
  ...readMutants,
  ...costMutants,
  ...upstreamMutants,
  ...writeMutants,
  ...seriesMutants,
  ...sessionMutants,
  ...workflowMutants,
  ...storeMutants,
  ...feedMutants,
  ...serverMutants,
  ...pipelineMutants,
  ...agentMutants,
  ...outsideMutants,
  ...limitMutants,
  ...rightMutants,
  ...cachingMutants,
  ...programMutants,
  ...authorizationMutants,
].map(mutantOf);
