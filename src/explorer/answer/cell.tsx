/** A value in a cell: as text, a link, a picture, or as what is wrong with it. */
import { useState } from 'react';
import { settings } from '../settings.ts';
import { type CellKind, exactText, kindOf, type Now, textOf } from './cell-text.ts';
import { matcher } from './matcher.ts';
import { isPicture, linkOf } from './picture.ts';
import { placeKey, type ShownAnswer } from './shown-table.ts';
import { type AnswerCell, type AnswerColumn, countOf } from './table-model.ts';

interface CellContentProps {
  readonly answer: ShownAnswer;
  readonly cell: AnswerCell;
  /** What is marked in texts. */
  readonly search: string;
  /** Shows the items of a list. */
  readonly onOpen?: () => void;
}

export function CellContent({ answer, cell, search, onOpen }: CellContentProps) {
  const { value, column, path } = cell;
  if (value === undefined) return null;
  if (value === null) {
    const messages = answer.errors.get(placeKey(path)) ?? [];
    return (
      <>
        <Absent word="null" />
        {messages.map((message) => (
          <span key={message} className="wrong" dir="auto">
            {' '}
            <Marked text={message} search={search} />
          </span>
        ))}
      </>
    );
  }
  if (column.isList && Array.isArray(value)) {
    const count = countOf(value);
    if (count === 0) return <span className="number">0</span>;
    return (
      <button type="button" className="link" onClick={onOpen} title={`Show ${column.field}`}>
        {count}
        <span className="unseen"> {column.path.join('.')}</span>
      </button>
    );
  }
  const kind = kindOf(answer.types.get(column.field), value);
  const common = { now: answer.now, search };
  if (!Array.isArray(value) || isJson(answer, column))
    return <One value={value} kind={kind} {...common} />;
  if (value.length === 0) return <Absent word="empty" />;
  return (
    <ul>
      {value.map((each: unknown, index) => (
        // Items of a list have no other identity than their place.
        <li key={`${index}`}>
          <One value={each} kind={kindOf(answer.types.get(column.field), each)} {...common} />
        </li>
      ))}
    </ul>
  );
}

const isJson = ({ types }: ShownAnswer, { field }: AnswerColumn): boolean =>
  types.get(field)?.name === 'JSON';

/** What the eye takes for nothing, and what a screen reader says. */
function Absent({ word }: { readonly word: string }) {
  return (
    <>
      <span className="absent" aria-hidden="true">
        –
      </span>
      <span className="unseen">{word}</span>
    </>
  );
}

interface OneProps {
  readonly value: unknown;
  readonly kind: CellKind;
  readonly now: Now;
  readonly search: string;
}

function One({ value, kind, now, search }: OneProps) {
  if (value === null) return <Absent word="null" />;
  const link = kind === 'link' ? linkOf(value) : undefined;
  if (link !== undefined) return <Linked link={link} search={search} />;
  const text = textOf(kind, value, now);
  const exact = exactText(value);
  if (kind === 'time' || kind === 'date' || kind === 'localTime' || kind === 'duration')
    return (
      <time dateTime={exact} title={exact}>
        <Marked text={text} search={search} />
      </time>
    );
  if (kind === 'number')
    return (
      <span className="number" title={exact}>
        <Marked text={text} search={search} />
      </span>
    );
  return <Text text={text} search={search} />;
}

function Linked({ link, search }: { readonly link: string; readonly search: string }) {
  const [isBroken, setBroken] = useState(false);
  const isShown = !isBroken && isPicture(link, settings.pictures);
  const { host, pathname, search: query } = new URL(link);
  return (
    <a
      href={link}
      title={link}
      target="_blank"
      rel="noreferrer"
      {...(isShown && { 'aria-label': `Picture at ${host}` })}
    >
      {isShown ? (
        <img src={link} alt="" loading="lazy" onError={() => setBroken(true)} />
      ) : (
        <Marked text={host + pathname.replace(/^\/$/, '') + query} search={search} />
      )}
    </a>
  );
}

/** Of longer texts only the beginning is shown. In UTF-16 code units. */
const maxLength = 240;

/** Nothing that people see as one character is cut in two. */
const characters = new Intl.Segmenter('en');

function Text({ text, search }: { readonly text: string; readonly search: string }) {
  const [isOpen, setOpen] = useState(false);
  if (text.length <= maxLength)
    return (
      <span className="text" dir="auto">
        <Marked text={text} search={search} />
      </span>
    );
  const { index } = characters.segment(text).containing(maxLength)!;
  const start = `${text.slice(0, index)} …`;
  const find = matcher(search);
  const isFoundBelow = find !== undefined && find.test(text) && !find.test(start);
  const isWhole = isOpen || isFoundBelow;
  return (
    <>
      <span className="text" dir="auto">
        <Marked text={isWhole ? text : start} search={search} />
      </span>{' '}
      {!isFoundBelow && (
        <button
          type="button"
          className="more"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'less' : 'more'}
        </button>
      )}
    </>
  );
}

/** A text with what was searched for marked in it. */
export function Marked({ text, search }: { readonly text: string; readonly search: string }) {
  const find = matcher(search);
  if (!find) return text;
  // The odd parts are those that the group of the expression has found.
  return text
    .split(find)
    .map((part, index) => (index % 2 === 0 ? part : <mark key={`${index} ${part}`}>{part}</mark>));
}
