/** What the command line refuses, and how it says so. */
import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../src/command/command-line.ts';
import { UsageError } from '../../src/command/usage-error.ts';

/** @returns the message for a wrong command line */
function refusal(...args: readonly string[]): string {
  try {
    readCommandLine(args);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('what stands beside the options', () => {
  it.for(['serve', 'mcp', 'schema'])('is refused by %s, and named', (command) => {
    expect(refusal(command, '--max-depth=3', 'extra')).toBe(`${command}: unexpected extra`);
  });
  it('is refused without a command', () => {
    expect(refusal('--max-depth=3', 'extra')).toBe('serve: unexpected extra');
  });
  it('is one port for the sandbox', () => {
    expect(refusal('sandbox', '0', '1')).toBe('sandbox: unexpected 1');
    expect(readCommandLine(['sandbox', '0']).rest).toEqual(['0']);
  });
  it('is a command that comes too late', () => {
    expect(refusal('--settings=gateway.env', 'check', 'src')).toBe(
      'The command is the first argument: studiograph check …',
    );
  });
  it('is kept for commands that take it, and for the help', () => {
    expect(readCommandLine(['check', 'a', '--mcp', 'b']).rest).toEqual(['a', 'b']);
    expect(readCommandLine(['--help', 'check']).asksHelp).toBe(true);
  });
});

describe('a switch', () => {
  it.for([
    ['--graphiql', '0'],
    ['--graphiql', 'off'],
    ['--no-graphiql', '1'],
  ] as const)('takes no value: %s %s', ([flag, value]) => {
    expect(refusal('--port=4320', flag, value)).toBe(
      `${flag} takes no value, and ${value} follows; expected --graphiql or --no-graphiql`,
    );
    expect(refusal('check', flag, value)).toContain('takes no value');
    expect(refusal(`${flag}=${value}`)).toBe(
      `${flag} takes no value; expected --graphiql or --no-graphiql`,
    );
  });
  it('is on by its name, and off by `no`', () => {
    expect(readCommandLine(['--no-graphiql', '--mcp']).env).toMatchObject({
      GRAPHIQL: '0',
      MCP: '1',
    });
  });
});

describe('an option', () => {
  it.for([
    ['--max-dept', '--max-depth'],
    ['--max-dept=9', '--max-depth'],
    ['--MAX_DEPTH', '--max-depth'],
    ['--no-graphql', '--no-graphiql'],
    ['--no-port', '--port'],
    ['--setting=a', '--settings'],
  ] as const)('that is unknown leads to the nearest: %s', ([given, nearest]) => {
    const [name] = given.split('=');
    expect(refusal(given)).toBe(`Unknown option ${name}; the nearest is ${nearest}`);
  });
  it.for(['--nonsense', '-x', '--__proto__', '--constructor'])(
    'that is like no other one is named alone: %s',
    (name) => {
      expect(refusal(name)).toBe(`Unknown option ${name}`);
    },
  );
  it('of another command is unknown', () => {
    expect(refusal('serve', '--variables=a')).toBe('Unknown option --variables');
    expect(refusal('check', '--variable=a')).toContain('the nearest is --variables');
  });
  it.for([['--port'], ['--port', '--mcp'], ['--port', '-h']])(
    'with a value needs one: %s',
    (args) => {
      expect(refusal(...args)).toBe('--port: expected a value, as in --port=…');
    },
  );
  it('takes a value after it, or with it, that may begin with a dash', () => {
    expect(readCommandLine(['--port', '5']).env).toMatchObject({ PORT: '5' });
    expect(readCommandLine(['--port=-5']).env).toMatchObject({ PORT: '-5' });
  });
});
