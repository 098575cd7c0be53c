/** Why a tool stops before its end. */
import { agentError, type AgentError } from '../tool-result.ts';

/** Errors after which nothing more is done. */
export class ToolFailure extends Error {
  /** None: those that the run has noted. */
  readonly errors: readonly AgentError[];

  constructor(errors: readonly AgentError[] = []) {
    super('a tool has stopped');
    this.errors = errors;
  }

  /** @param text what is wrong with the argument, and what is expected */
  static ofInput(argument: string, text: string): ToolFailure {
    return new ToolFailure([agentError('INVALID_INPUT', `${argument}: ${text}`, { argument })]);
  }

  /** @param text says what was not found */
  static ofNothing(text: string): ToolFailure {
    return new ToolFailure([agentError('NOT_FOUND', text)]);
  }
}

/** What a call would do, which the user has to allow first. */
export class Question extends Error {
  readonly effects: readonly string[];

  /** @param effects a sentence for each */
  constructor(effects: readonly string[]) {
    super('a tool asks first');
    this.effects = effects;
  }
}
