/** Plugins of the pipeline, and the results that they see. */
import type { Plugin as EnvelopPlugin } from '@envelop/core';
import type { ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { ServerContext } from '../connection/server-request.ts';

/** A plugin that gets the request of its operation in its context. */
export type OperationPlugin = Plugin<ServerContext, ServerContext>;

/** A plugin of the gateway, of Yoga or of envelop: envelop runs all three. */
export type AnyPlugin = OperationPlugin | Plugin | EnvelopPlugin;

/** The result of an operation, or those of the events of a subscription. */
export type OperationResult = ExecutionResult | AsyncIterable<ExecutionResult>;
