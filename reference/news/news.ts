/** Compares what Google publishes with what was read last. */
import { type DiscoveryDocument, statementsOf } from './discovery.ts';
import { download, Unread } from './download.ts';
import { newsOfPage, type PageNews } from './page.ts';
import { documentSources, type PageSource, pageSources } from './source.ts';
import { changesOf, type Owners, ownersOf } from './statement.ts';
import { type Touch, touchLines } from './touch.ts';

/** What was read last, without a word of it. */
export interface ReadState {
  /** The day. */
  readonly date: string;
  /** Hashes of paragraphs, by the address of the page. */
  readonly pages: Readonly<Record<string, readonly string[]>>;
  /** By the name of the client. */
  readonly documents: Readonly<
    Record<string, { readonly revision: string; readonly owners: Owners }>
  >;
}

interface News {
  /** The lines to print; none if nothing is new. */
  readonly lines: readonly string[];
  /** The state with what has been read now; as before for what could not be read. */
  readonly state: ReadState;
  /** How many sources could not be read. */
  readonly unread: number;
}

/**
 * Reads all pages and documents. One that cannot be read is reported, and the others are compared.
 * @param state what was read last
 * @param touch tells which facts something is about
 * @param baseUrl see `download`
 */
export async function readNews(state: ReadState, touch: Touch, baseUrl?: string): Promise<News> {
  const lines: string[] = [];
  const [pages, documents] = [{ ...state.pages }, { ...state.documents }];
  let unread = 0;
  const read = async (source: PageSource, compare: (text: string) => string[]): Promise<void> => {
    try {
      const news = compare(await download(source.url, baseUrl));
      if (news.length > 0) lines.push(`${source.title} (${source.url}):`, ...news);
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      unread++;
      lines.push(`${source.title} (${source.url}): not read: ${error.message}`);
    }
  };
  for (const source of pageSources)
    await read(source, (text) => {
      const known = state.pages[source.url];
      const news = newsOfPage(text, known, state.date);
      pages[source.url] = news.hashes;
      return linesOfPage(news, known !== undefined, (words) => touch.ofText(source.client, words));
    });
  for (const source of documentSources)
    await read(source, (text) => {
      const document = parse(text);
      const known = state.documents[source.client];
      const statements = statementsOf(document);
      documents[source.client] = { revision: document.revision, owners: ownersOf(statements) };
      const changes = changesOf(known?.owners ?? {}, statements, (owner, member) =>
        touch.ofPlace(source.client, owner, member),
      );
      return changes.length > 0 ? [`  revision ${document.revision}`, ...changes] : [];
    });
  return { lines, state: { ...state, pages, documents }, unread };
}

function linesOfPage(
  { added, gone, lacksEnd, hashes }: PageNews,
  isKnown: boolean,
  touched: (text: string) => string[],
): string[] {
  const news = added.flatMap(({ date, text }) => [
    `  + ${date === undefined ? '' : `${date}: `}${text}`,
    ...touchLines(touched(text)),
  ]);
  return [
    ...(isKnown ? [] : [`  read for the first time: ${hashes.length} paragraphs`]),
    ...news,
    ...(gone > 0 ? [`  - ${gone} known paragraphs are gone`] : []),
    ...(lacksEnd ? ['  ! among them the last one: the page may be cut'] : []),
  ];
}

/** @throws {Unread} if the text is no document, for example only the beginning of one */
function parse(text: string): DiscoveryDocument {
  try {
    const document = JSON.parse(text) as Partial<DiscoveryDocument>;
    if (document.schemas && document.revision) return document as DiscoveryDocument;
  } catch (error) {
    throw new Unread(`it is cut, or no JSON: ${(error as Error).message}`, { cause: error });
  }
  throw new Unread('it is JSON without schemas and a revision, expected a discovery document');
}
