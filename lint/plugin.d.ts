/** Types of the rules, for their tests. */
import type { RuleTester } from 'oxlint/plugins-dev';

type Rule = Parameters<RuleTester['run']>[1];

declare const plugin: {
  readonly rules: Readonly<Record<'no-clock' | 'no-elapsed-bound', Rule>>;
};

export default plugin;

/** Timeouts in milliseconds: shorter ones are reported. */
export declare const timeouts: Readonly<Record<'test' | 'hook' | 'poll', number>>;
