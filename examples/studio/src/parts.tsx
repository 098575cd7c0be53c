/** Parts that all sections use. */
import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react';
import { describeError, fieldName, textFor } from './errors';
import type { PrivacyStatus } from './generated/graphql';

type ErrorsProps = { error: unknown; hasData?: boolean; onRetry?: () => unknown };

/** GraphQL errors, or a failed request. @param hasData whether other data are shown */
export function Errors({ error, hasData, onRetry }: ErrorsProps) {
  if (!error) return null;
  return (
    <div role="alert">
      {hasData ? <p>Some of the data are missing:</p> : null}
      {describeError(error).map(({ text, fields, details }) => (
        <div key={text}>
          {text} {fields.length > 0 ? <span className="soft">({fields.join(', ')})</span> : null}
          <Details lines={details} />
        </div>
      ))}
      {onRetry ? <button onClick={() => void onRetry()}>Try again</button> : null}
    </div>
  );
}

/** An error of a payload: the fragment `Problem`, and what `PartlyDoneError` adds. */
interface Problem {
  readonly code: string;
  readonly message: string;
  readonly path?: string[] | null;
  readonly done?: string[] | null;
  readonly remaining?: string[] | null;
}

type OutcomeProps = { error: unknown; payload: { errors: readonly Problem[] } | null | undefined };

/** What went wrong with a mutation: its errors, and those of its payload. */
export const Outcome = ({ error, payload }: OutcomeProps) => (
  <>
    <Errors error={error} />
    {payload?.errors.map(({ code, message, path, done, remaining }) => (
      <div key={message} role="alert">
        {textFor(code)} {path ? <span className="soft">({fieldName(path)})</span> : null}
        {done ? <p>Done: {done.join(', ') || 'nothing'}.</p> : null}
        {remaining ? <p>Not done: {remaining.join(', ')}.</p> : null}
        <Details lines={[message]} />
      </div>
    ))}
  </>
);

const Details = ({ lines }: { lines: readonly string[] }) => (
  <details>
    <summary>Details</summary>
    {lines.map((line) => (
      <p key={line}>{line}</p>
    ))}
  </details>
);

interface TextFormProps {
  readonly as: 'input' | 'textarea';
  readonly label: string;
  readonly button: string;
  readonly maxLength: number;
  readonly isOpen: boolean;
  readonly send: (text: string) => Promise<OutcomeProps>;
}

/** A form with one text, which is emptied when it has been sent. */
export function TextForm({ as: Text, label, button, maxLength, isOpen, send }: TextFormProps) {
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<OutcomeProps | 'sending'>();
  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setOutcome('sending');
    const result = await send(text);
    setOutcome(result);
    if (result.payload?.errors.length === 0) setText('');
  };
  return (
    <form onSubmit={(event) => void onSubmit(event)}>
      <Field label={label}>
        <Text
          value={text}
          onChange={({ target }: { target: { value: string } }) => setText(target.value)}
          maxLength={maxLength}
          dir="auto"
          required
          disabled={!isOpen}
        />
      </Field>
      <button disabled={!isOpen || outcome === 'sending'}>{button}</button>
      {outcome && outcome !== 'sending' ? <Outcome {...outcome} /> : null}
    </form>
  );
}

interface Connection<Node> {
  readonly edges: readonly { readonly node: Node }[];
  readonly pageInfo: { readonly endCursor?: string | null; readonly hasNextPage: boolean };
}

interface ListProps<Node> {
  /** The name of the items. */
  readonly what: string;
  readonly list: Connection<Node> | null | undefined;
  /** Of `useQuery`. */
  readonly result: { error?: unknown; loading: boolean; refetch: () => unknown };
  readonly load: (after: string | null | undefined) => Promise<{ error?: unknown }>;
  readonly children: (node: Node) => ReactNode;
}

/** A list: loading, with errors, empty, or with a button for the next page. */
export function List<Node extends { id: string }>({ children, ...props }: ListProps<Node>) {
  const { what, list, result } = props;
  return (
    <>
      <Errors error={result.error} hasData={list != null} onRetry={result.refetch} />
      {result.loading && !list ? <Loading what={what} /> : null}
      {list?.edges.length === 0 ? <p className="empty">There are no {what}.</p> : null}
      <ul className="cards">
        {list?.edges.map(({ node }) => (
          <li key={node.id}>{children(node)}</li>
        ))}
      </ul>
      <More {...props} />
    </>
  );
}

/** A button that loads the next page of a list, and what went wrong. */
export function More<Node>({ what, list, load }: Omit<ListProps<Node>, 'result' | 'children'>) {
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  if (!list?.pageInfo.hasNextPage) return null;
  const onClick = async (): Promise<void> => {
    setState({ busy: true });
    const { error } = await load(list.pageInfo.endCursor).catch((error: unknown) => ({ error }));
    setState({ busy: false, error });
  };
  return (
    <>
      <button disabled={state.busy} onClick={() => void onClick()}>
        More {what}
      </button>
      <Errors error={state.error} />
    </>
  );
}

/** The style sheet draws the outlines of cards. */
export const Loading = ({ what }: { what: string }) => <output>Loading {what} …</output>;

/** A value of an enum, in its color. */
export const Badge = ({ kind }: { kind: string | null | undefined }) => (
  <span className="badge" data-kind={kind}>
    {words(kind)}
  </span>
);

/** The initials of a name, in one of six colors. */
export function Avatar({ name }: { name: string | null | undefined }) {
  const [first = '?', second] = (name ?? '').match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? [];
  const color = new TextEncoder().encode(name ?? '').reduce((sum, byte) => sum + byte, 0) % 6;
  return <span className="avatar" data-color={color} data-text={first + (second ?? '')} />;
}

/** A day as on a calendar that hangs on a wall. The text beside it says the same. */
export function DateTile({ at }: { at: string | null | undefined }) {
  const part = (options: Intl.DateTimeFormatOptions) =>
    at ? new Date(at).toLocaleString([], options) : '';
  return (
    <span className="date" aria-hidden="true">
      <span>{part({ month: 'short' })}</span>
      <b>{at ? part({ day: 'numeric' }) : '∞'}</b>
      <span>{part({ weekday: 'short' })}</span>
    </span>
  );
}

/** A number, as the language of the browser groups its digits. */
export const numberText = (value: string | null | undefined): string =>
  value == null ? '–' : BigInt(value).toLocaleString();

/** A text of a form. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** A control with its label. */
export const Field = ({ label, children }: { label: string; children: ReactNode }) => (
  <label>
    <span>{label}</span> {children}
  </label>
);

type InputProps = ComponentProps<'input'> & { label: string };

export const Input = ({ label, ...props }: InputProps) => (
  <Field label={label}>
    <input dir="auto" {...props} />
  </Field>
);

const visibilities: readonly PrivacyStatus[] = ['PRIVATE', 'UNLISTED', 'PUBLIC'];

/** The visibility of a new video or broadcast, as `privacy` of its form. */
export const Visibility = () => (
  <Field label="Visibility">
    <select name="privacy">
      {visibilities.map((value) => (
        <option key={value} value={value}>
          {words(value)}
        </option>
      ))}
    </select>
  </Field>
);

/** A date and time in the language of the browser. */
export function Time({ at }: { at: string | null | undefined }) {
  if (!at) return <span className="soft">no date</span>;
  const text = new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  return <time dateTime={at}>{text}</time>;
}

/** A value of an enum in words: `LIVE_STARTING` is "Live starting". */
export function words(value: string | null | undefined): string {
  const text = (value ?? 'unknown').toLowerCase().replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
