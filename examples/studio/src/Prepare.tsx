/** Prepares a broadcast: an event, a broadcast and a stream, and shows the steps. */
import { useMutation } from '@apollo/client/react';
import type { Client } from 'graphql-ws';
import { type FormEvent, useRef, useState } from 'react';
import { Prepare as document, PrepareSteps } from './documents';
import { follow } from './follow';
import type { PrepareBroadcastInput, PreparationStep, PrivacyStatus } from './generated/graphql';
import { Input, Outcome, textOf, Visibility, words } from './parts';

/** The values of the form. */
function inputOf(form: FormData, calendarId: string, newEventId: string): PrepareBroadcastInput {
  const text = (name: string): string => textOf(form, name);
  const title = text('title');
  const start = new Date(text('start'));
  const end = new Date(start.getTime() + Number(text('hours')) * 3_600_000);
  const guests = text('guests').split(/[\s,;]+/);
  return {
    event: {
      new: {
        calendarId,
        newEventId,
        summary: title,
        start: { dateTime: start.toISOString() },
        end: { dateTime: end.toISOString() },
      },
    },
    broadcast: { new: { privacyStatus: text('privacy') as PrivacyStatus } },
    stream: form.has('newStream') ? { new: { title } } : { reusable: true },
    attendees: guests.filter((email) => email !== '').map((email) => ({ email })),
    notify: form.has('notify') ? 'ALL' : 'NONE',
  };
}

/** An id for the event, so that the mutation can be repeated: letters a to v and digits. */
const createEventId = (): string => crypto.randomUUID().replaceAll('-', '');

export function Prepare({ calendarId, webSocket }: { calendarId: string; webSocket: Client }) {
  const [prepare, { data, error, loading }] = useMutation(document);
  const [steps, setSteps] = useState<readonly PreparationStep[]>([]);
  const attempt = useRef({ eventId: '', values: '' });
  const payload = data?.prepareBroadcast;
  const onSubmit = async (submitted: FormEvent<HTMLFormElement>): Promise<void> => {
    submitted.preventDefault();
    const form = new FormData(submitted.currentTarget);
    const isMailed = form.has('notify') && effects['prepareBroadcast']?.notifies;
    if (isMailed && !confirm('This can send mail to the guests. Continue?')) return;
    // After an error, equal values continue the attempt, and others begin a new one.
    const values = JSON.stringify([calendarId, ...form]);
    if (attempt.current.values !== values) attempt.current = { eventId: createEventId(), values };
    const { eventId } = attempt.current;
    setSteps([]);
    const stop = new AbortController();
    // The mutation begins when all of its steps will be reported, or when they cannot be.
    await new Promise<void>((resolve) => {
      void follow(webSocket, {
        document: PrepareSteps,
        variables: () => ({ event: { key: { calendarId, eventId } } }),
        onData: ({ preparationProgress: { step } }) => {
          if (step === 'SUBSCRIBED') resolve();
          else setSteps((before) => [...before, step]);
        },
        onState: ({ kind }) => (kind === 'waiting' || kind === 'failed' ? resolve() : undefined),
        signal: stop.signal,
      });
    });
    const result = await prepare({ variables: { input: inputOf(form, calendarId, eventId) } });
    // The subscription ends by itself after the last step, but not after an error.
    if (result.data?.prepareBroadcast?.errors.length !== 0) stop.abort();
    else attempt.current = { eventId: '', values: '' };
  };
  return (
    <section aria-label="Prepare a broadcast">
      <h2>Prepare a broadcast</h2>
      <form className="panel" onSubmit={(event) => void onSubmit(event)}>
        <Input label="Title" name="title" maxLength={100} required />
        <Input label="Start" name="start" type="datetime-local" required />
        <Input label="Hours" name="hours" type="number" min="0.5" step="0.5" defaultValue="2" />
        <Visibility />
        <Input label="Guests (email addresses)" name="guests" />
        <Input label="Send invitations" name="notify" type="checkbox" />
        <Input label="Create a new stream" name="newStream" type="checkbox" />
        <button disabled={loading}>Prepare</button>
      </form>
      <ol className="steps" aria-label="Steps of the preparation" aria-live="polite">
        {steps.map((step, index) => (
          <li key={index}>{words(step)}</li>
        ))}
      </ol>
      <Outcome error={error} payload={payload} />
      {payload?.broadcast && payload.errors.length === 0 ? (
        <p role="status" data-icon="done">
          <a href={`#control&id=${encodeURIComponent(payload.broadcast.id)}`}>
            {payload.broadcast.title}
          </a>{' '}
          is prepared.
        </p>
      ) : null}
    </section>
  );
}
