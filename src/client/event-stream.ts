/** Server-sent events of a response. */
import { connected } from './transport.ts';

/** An event: its name, and its data in one line. */
interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/**
 * @param onBytes called when anything arrives, comments included
 * @returns at the end of the stream
 * @throws RequestError if the connection breaks
 */
export async function* eventsOf(
  { body }: Response,
  onBytes: () => void,
): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  const reader = body!.getReader();
  let text = '';
  for (;;) {
    const { done, value } = await connected(reader.read());
    if (done) return;
    onBytes();
    text += decoder.decode(value, { stream: true });
    const blocks = text.split(/\r?\n\r?\n/);
    text = blocks.pop()!;
    for (const block of blocks) {
      const field = (name: string): string | undefined =>
        new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
      const [name, data] = [field('event'), field('data')];
      if (name !== undefined || data !== undefined)
        yield { name: name ?? 'next', data: data ?? '' };
    }
  }
}
