/**
 * Random steps of a broadcast and its stream, compared with a second, simpler description of the
 * life cycle that moves its time forward in half seconds.
 */
import { array, assert, asyncProperty, boolean, constantFrom, oneof, record } from 'fast-check';
import { expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { start, useSandbox } from '../../support/sandbox.ts';

const box = useSandbox();
const id = ids.broadcast.townhall;
const streamId = ids.stream.backup;

type Step =
  | { readonly to: 'testing' | 'live' | 'complete' }
  | { readonly stream: string }
  | { readonly seconds: number };

interface Settings {
  readonly enableMonitorStream: boolean;
  readonly enableAutoStart: boolean;
  readonly enableAutoStop: boolean;
  readonly startingMs: number;
}

const steps = array(
  oneof(
    record({ to: constantFrom('testing', 'live', 'complete') }),
    record({ stream: constantFrom('active', 'active', 'inactive', 'error') }),
    record({ seconds: constantFrom(1, 4, 30, 59, 60, 61) }),
  ),
  { minLength: 1, maxLength: 20 },
);

const settings = record({
  enableMonitorStream: boolean(),
  enableAutoStart: boolean(),
  enableAutoStop: boolean(),
  startingMs: constantFrom(4500, 64_500),
});

const halfSecond = 500;
const minute = 60_000;

/** A broadcast that is bound to a stream. */
class Model {
  readonly #settings: Settings;
  #now = 0;
  #startingUntil = Infinity;
  #inactiveSince: number | undefined;
  #stream = 'inactive';
  status = 'ready';

  constructor(chosen: Settings) {
    this.#settings = chosen;
  }

  advance(ms: number): void {
    for (const end = this.#now + ms; this.#now < end; ) {
      this.#now += halfSecond;
      if (this.#now >= this.#startingUntil) this.#endStarting();
      const isStopped = this.#now - (this.#inactiveSince ?? Infinity) >= minute;
      if (this.status === 'live' && isStopped && this.#settings.enableAutoStop)
        this.status = 'complete';
    }
  }

  setStream(status: string): void {
    const isActive = status === 'active';
    if (isActive) this.#inactiveSince = undefined;
    else this.#inactiveSince ??= this.#now;
    this.#stream = status;
    if (isActive && this.status === 'ready' && this.#settings.enableAutoStart)
      this.#start('liveStarting');
  }

  /** @returns the reason of the rejection */
  transition(to: 'testing' | 'live' | 'complete'): string | undefined {
    const { enableMonitorStream } = this.#settings;
    const next: Record<string, readonly string[]> = {
      ready: enableMonitorStream ? ['testing'] : ['live'],
      testing: ['live', 'complete'],
      live: ['complete'],
    };
    const passed = { testing: 'testStarting', live: 'liveStarting', complete: 'complete' }[to];
    if (this.status === to || this.status === passed) return 'redundantTransition';
    if (!next[this.status]?.includes(to)) return 'invalidTransition';
    if (to === 'complete') this.status = 'complete';
    else if (this.#stream === 'active') this.#start(passed);
    else return 'errorStreamInactive';
    return undefined;
  }

  #start(status: string): void {
    this.status = status;
    this.#startingUntil = this.#now + this.#settings.startingMs;
  }

  #endStarting(): void {
    this.status = this.status === 'testStarting' ? 'testing' : 'live';
    this.#startingUntil = Infinity;
  }
}

const path = '/youtube/v3/liveBroadcasts';

/** Resets the sandbox and chooses the settings of the broadcast. */
async function prepare(chosen: Settings): Promise<Model> {
  const { enableMonitorStream, startingMs, ...automation } = chosen;
  box.sandbox.reset(start);
  box.sandbox.setStartingTime(startingMs);
  const monitorStream = { enableMonitorStream, broadcastStreamDelayMs: 0 };
  const body = { id, contentDetails: { monitorStream, ...automation } };
  const { status } = await box.ask(`${path}?part=contentDetails`, { method: 'PUT', body });
  expect(status).toBe(200);
  return new Model(chosen);
}

/** @returns what the step should do, and what it has done */
async function take(step: Step, model: Model): Promise<readonly [unknown, unknown]> {
  if ('seconds' in step) {
    model.advance(step.seconds * 1000);
    box.sandbox.advance(step.seconds * 1000);
    return [undefined, undefined];
  }
  if ('stream' in step) {
    model.setStream(step.stream);
    return [true, box.sandbox.setStreamStatus(streamId, step.stream)];
  }
  const call = `${path}/transition?part=status&id=${id}&broadcastStatus=${step.to}`;
  const response = await box.ask(call, { method: 'POST' });
  // Each write takes a second.
  model.advance(1000);
  return [model.transition(step.to), response.reason];
}

it('has the status that the time, the stream and the transitions so far lead to', async () => {
  const seen = new Set<string>();
  await assert(
    asyncProperty(settings, steps, async (chosen, sequence) => {
      const model = await prepare(chosen);
      for (const step of sequence) {
        const [expected, actual] = await take(step, model);
        expect(actual).toEqual(expected);
        const { body } = await box.ask(`${path}?part=status&id=${id}`);
        expect(body.items[0].status.lifeCycleStatus).toBe(model.status);
        seen.add(model.status);
      }
    }),
    { numRuns: 200, seed: 10 },
  );
  expect([...seen].toSorted()).toEqual(
    ['ready', 'testStarting', 'testing', 'liveStarting', 'live', 'complete'].toSorted(),
  );
});
