/** Prepares a broadcast: an event, a broadcast and a stream, and shows the steps. */
import { type FormEvent, useRef, useState } from 'react';
import { useFollow, useRequest } from 'studiograph/react';
import { Prepare as document, PrepareSteps } from './documents';
import type { PrepareBroadcastInput, PreparationStep, PrivacyStatus } from './generated/graphql';
import { Errors, Input, textOf, Visibility, words } from './parts';

/** `vite.config.ts` replaces this by the effects of all mutations, from the schema. */
declare const effects: Readonly<Record<'prepareBroadcast', { readonly notifies: boolean }>>;

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
    stream: form.has('newStream') ? { new: { title } } : { select: 'REUSABLE' },
    attendees: guests.filter((email) => email !== '').map((email) => ({ email })),
    notify: form.has('notify') ? 'ALL' : 'NONE',
  };
}

/** An id for the event, so that the mutation can be repeated: letters a to v and digits. */
const createEventId = (): string => crypto.randomUUID().replaceAll('-', '');

export function Prepare({ calendarId }: { calendarId: string }) {
  const [prepare, { data, error, isLoading }] = useRequest(document);
  const [steps, setSteps] = useState<readonly PreparationStep[]>([]);
  const { status, follow, stop } = useFollow(PrepareSteps, undefined, (event) => {
    const { step } = event.data.preparationProgress;
    if (step !== 'SUBSCRIBED') setSteps((before) => [...before, step]);
  });
  const attempt = useRef({ eventId: '', values: '' });
  const broadcast = error ? undefined : data?.prepareBroadcast?.broadcast;
  const onSubmit = async (submitted: FormEvent<HTMLFormElement>): Promise<void> => {
    submitted.preventDefault();
    const form = new FormData(submitted.currentTarget);
    const isMailed = form.has('notify') && effects.prepareBroadcast.notifies;
    if (isMailed && !confirm('This can send mail to the guests. Continue?')) return;
    // After an error, equal values continue the attempt, and others begin a new one.
    const values = JSON.stringify([calendarId, ...form]);
    if (attempt.current.values !== values) attempt.current = { eventId: createEventId(), values };
    const { eventId } = attempt.current;
    setSteps([]);
    // The mutation begins when all of its steps will be reported, or when they cannot be.
    await follow({ event: { key: { calendarId, eventId } } });
    const input = inputOf(form, calendarId, eventId);
    // With an id of its own, the event can be prepared again.
    const outcome = await prepare({ input }, { repeatable: true });
    // The subscription ends by itself after the last step, but not after an error.
    if (outcome.error) stop();
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
        <button disabled={isLoading || status === 'connecting'}>Prepare</button>
      </form>
      <ol className="steps" aria-label="Steps of the preparation" aria-live="polite">
        {steps.map((step, index) => (
          <li key={index}>{words(step)}</li>
        ))}
      </ol>
      <Errors error={error} />
      {broadcast ? (
        <p role="status" data-icon="done">
          <a href={`#control&id=${encodeURIComponent(broadcast.id)}`}>{broadcast.title}</a> is
          prepared.
        </p>
      ) : null}
    </section>
  );
}
