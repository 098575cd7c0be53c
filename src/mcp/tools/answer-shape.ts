/** Answers as an agent reads them: without what is absent, with times in the user's zone. */
import { inZone, isDay } from './local-time.ts';

/**
 * @param timeNames the names whose values are points in time
 * @returns what makes an answer short: nulls are left out, a page of a list becomes `items` and
 * `nextPage`, and an object of a time alone becomes the time
 */
export function shaper(
  timeNames: ReadonlySet<string>,
  zone: string,
): (parts: object) => Record<string, unknown> {
  const shapeValue = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return timeNames.has(name) ? inZone(value, zone) : value;
    if (Array.isArray(value)) return value.map((each) => shapeValue(each, name));
    if (typeof value !== 'object' || value === null) return value;
    const time = timeOfEvent(value);
    return time === undefined
      ? shapeObject(value)
      : shapeValue(time, isDay(time) ? 'date' : 'dateTime');
  };
  const shapeObject = (object: object): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(flat(object))
        .filter(([name, value]) => value !== null && value !== undefined && name !== '__typename')
        .map(([name, value]): [string, unknown] => [name, shapeValue(value, name)]),
    );
  return shapeObject;
}

/** @returns the day or the time of an event; undefined for another object */
function timeOfEvent(object: object): string | undefined {
  const { dateTime, date, ...others } = object as {
    readonly dateTime?: string | null;
    readonly date?: string | null;
  };
  return Object.keys(others).length === 0 ? (dateTime ?? date ?? undefined) : undefined;
}

/** A page of a list, as documents select it. */
interface Page {
  readonly nodes?: readonly unknown[];
  readonly pageInfo?: { readonly hasNextPage?: boolean; readonly endCursor?: string | null };
}

/** @returns the object with the page of a list, if it is one, as its own parts */
function flat(object: object): object {
  const { nodes, pageInfo, ...others } = object as Page;
  if (!Array.isArray(nodes)) return object;
  const nextPage = pageInfo?.hasNextPage ? pageInfo.endCursor : undefined;
  return { ...others, items: nodes as unknown[], nextPage };
}
