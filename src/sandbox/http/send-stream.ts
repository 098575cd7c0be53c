/** Sends a response that has one answer after another. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { toReachable } from '../picture/picture-url.ts';
import type { SandboxState } from '../sandbox-state.ts';
import type { StreamAnswers, StreamModel } from './stream-response.ts';

/** Milliseconds between two looks for new answers. */
const lookMs = 10;

const types: Readonly<Record<StreamModel['form'], string>> = {
  array: 'application/json; charset=UTF-8',
  lines: 'application/x-ndjson',
  events: 'text/event-stream',
};

const ends = { array: '\n]\n', lines: '', events: '' } as const;
const heartbeats = { array: '\n', lines: '\n', events: ': \n\n' } as const;

function framed(form: StreamModel['form'], answer: object, isFirst: boolean): string {
  if (form === 'array') return `${isFirst ? '[' : '\n,\n'}${JSON.stringify(answer, null, 2)}`;
  if (form === 'lines') return `${JSON.stringify(answer)}\n`;
  return `data: ${JSON.stringify(answer)}\n\n`;
}

/** Sends a stream until it ends, or until the client or the data of the sandbox are gone. */
export function sendStream(
  state: SandboxState,
  request: IncomingMessage,
  response: ServerResponse,
  { model, next }: StreamAnswers,
): void {
  const { form } = model;
  const { simulation } = state;
  const startedAt = performance.now();
  let [beatAt, size, isFirst] = [startedAt, 0, true];
  state.openStreams += 1;
  response.writeHead(200, { 'content-type': types[form] }).flushHeaders();
  const write = (text: string): void => {
    const bytes = Buffer.from(text);
    const limit = model.cutAfterBytes || model.silentAfterBytes || Infinity;
    const sent = bytes.subarray(0, Math.max(0, limit - size));
    size += bytes.length;
    const isCut = model.cutAfterBytes > 0 && size >= limit;
    if (sent.length > 0) response.write(sent, () => isCut && request.socket.destroy());
    else if (isCut) request.socket.destroy();
  };
  const end = (): void => {
    clearInterval(timer);
    response.end(isFirst && form === 'array' ? '[]' : ends[form]);
  };
  const send = (): void => {
    const now = performance.now();
    simulation.clock.sync();
    for (let answer = next(); answer !== null; answer = next()) {
      if (answer === undefined) return end();
      write(toReachable(framed(form, answer, isFirst), state.url));
      isFirst = false;
    }
    if (model.endAfterMs > 0 && now - startedAt >= model.endAfterMs) return end();
    if (model.heartbeatMs === 0 || now - beatAt < model.heartbeatMs) return;
    beatAt = now;
    write(heartbeats[form]);
  };
  const timer = setInterval(() => {
    try {
      if (state.simulation === simulation) send();
      else request.socket.destroy();
    } catch {
      request.socket.destroy();
    }
  }, lookMs);
  response.once('close', () => {
    clearInterval(timer);
    state.openStreams -= 1;
  });
}
