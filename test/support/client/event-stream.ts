/** A client of subscriptions that reads server-sent events. */

/** What a client subscribes to. */
export interface SubscriptionRequest {
  readonly query: string;
  readonly variables?: object | undefined;
  readonly token?: string;
  /** Headers of the request beside the token. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response that is being received. */
export interface EventStream {
  /** Resolves with all events when there are at least `count` of them. */
  readonly until: (count: number) => Promise<any[]>;
  /** Resolves with all events at the end of the response. */
  readonly untilEnd: () => Promise<any[]>;
  /** Closes the connection. */
  readonly leave: () => void;
}

/** The line of an event with its result. */
const event = /^data: (.+)$/;

/** Sends a subscription by POST. @param url of the gateway */
export async function openEventStream(
  url: string,
  { query, variables, token, headers }: SubscriptionRequest,
): Promise<EventStream> {
  const client = new AbortController();
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      ...headers,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      accept: 'text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query, variables }),
    signal: client.signal,
  });
  const chunks = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const events: any[] = [];
  let text = '';
  /** @returns false at the end of the response */
  const readChunk = async (): Promise<boolean> => {
    const { value, done } = await chunks.read();
    if (done) return false;
    const lines = (text + value).split('\n');
    text = lines.pop()!;
    for (const line of lines) {
      const json = event.exec(line)?.[1];
      if (json !== undefined) events.push(JSON.parse(json));
    }
    return true;
  };
  return {
    until: async (count) => {
      while (events.length < count)
        if (!(await readChunk())) throw new Error(`the stream ended after ${events.length} events`);
      return events;
    },
    untilEnd: async () => {
      while (await readChunk());
      return events;
    },
    leave: () => client.abort(),
  };
}
