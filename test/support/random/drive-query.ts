/**
 * Reads the terms of a search in the language of Google Drive, joined by `and`, with the rules of
 * Google's guide "Search query terms and operators": a text is in single quotes, and `\'` and `\\`
 * in it mean a quote and a backslash. It is written apart from the parser of the sandbox.
 */

interface DriveTerm {
  readonly field: string;
  readonly operator: string;
  /** Without quotes and escapes. */
  readonly value: string;
  readonly quoted: boolean;
  /** Of a property: `properties has { key='a' and value='b' }`. */
  readonly key?: string;
}

/** A text or a word, and where the rest of the query begins. */
interface Piece {
  readonly value: string;
  readonly quoted: boolean;
  readonly key?: string;
  readonly end: number;
}

/** @throws Error if the query is not a list of terms joined by `and` */
export function driveTerms(query: string): DriveTerm[] {
  const pieces = piecesOf(query);
  const terms: DriveTerm[] = [];
  for (let index = 0; index < pieces.length; index += 4) {
    const [left, operator, right, and] = pieces.slice(index, index + 4);
    const isComplete = left && operator && !operator.quoted && right;
    const isJoined = and ? !and.quoted && and.value === 'and' : index + 3 === pieces.length;
    if (!isComplete || !isJoined || and === pieces.at(-1))
      throw new Error(`no list of terms: ${query}`);
    terms.push(termOf(left, operator.value, right));
  }
  return terms;
}

/** In `'x' in parents` the value is on the left. */
function termOf(left: Piece, operator: string, right: Piece): DriveTerm {
  const [field, value] = operator === 'in' ? [right, left] : [left, right];
  if (field.quoted) throw new Error(`a text is no field: ${field.value}`);
  if ((operator === 'has') !== (value.key !== undefined))
    throw new Error(`no property: ${operator}`);
  const { end: _, ...read } = value;
  return { field: field.value, operator, ...read };
}

function piecesOf(query: string): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < query.length; ) {
    const piece = pieceAt(query, at);
    if (piece.end < query.length && query[piece.end] !== ' ')
      throw new Error(`no space at ${piece.end}: ${query}`);
    pieces.push(piece);
    at = piece.end + 1;
  }
  return pieces;
}

function pieceAt(query: string, at: number): Piece {
  if (query[at] === '{') return propertyAt(query, at);
  return query[at] === "'" ? textAt(query, at + 1) : wordAt(query, at);
}

/** `{ key='a' and value='b' }` */
function propertyAt(query: string, start: number): Piece {
  const key = textAt(query, after(query, start, "{ key='"));
  const { value, end } = textAt(query, after(query, key.end, " and value='"));
  return { value, quoted: true, key: key.value, end: after(query, end, ' }') };
}

/** Where a known text ends. */
function after(query: string, start: number, known: string): number {
  if (query.startsWith(known, start)) return start + known.length;
  throw new Error(`no ${known} at ${start}: ${query}`);
}

/** The text that begins behind a quote. */
function textAt(query: string, start: number): Piece {
  let value = '';
  for (let at = start; at < query.length; at += 1) {
    if (query[at] === "'") return { value, quoted: true, end: at + 1 };
    if (query[at] === '\\') {
      at += 1;
      if (query[at] !== "'" && query[at] !== '\\') throw new Error(`no escape: ${query}`);
    }
    value += query[at];
  }
  throw new Error(`no end of a text: ${query}`);
}

function wordAt(query: string, start: number): Piece {
  const space = query.indexOf(' ', start);
  const end = space === -1 ? query.length : space;
  const value = query.slice(start, end);
  if (!/^([A-Za-z.]+|=|!=|<|>=)$/.test(value)) throw new Error(`no word: ${value}`);
  return { value, quoted: false, end };
}
